/** A report as cameras post it, in JSON, in XML or in parts with pictures, read into one form. */
import { isPlainObject, readJson } from './readJson.ts'
import { readParts, type NoParts } from './readParts.ts'
import { readXml, type NoXml, type TreeNode } from './readXml.ts'

export interface Picture {
  /** By which a report may refer to it. */
  names: readonly string[]
  /** Several faces may be on one. */
  base64: string
}
export interface Report {
  fields: TreeNode
  pictures: readonly Picture[]
  /** Parts that say that they are pictures, and are none. */
  notPictures: number
}
/** Why a body is none. `empty`: it has no report; `type`: it is of none of the three. */
export type Misread = NoParts | NoXml | 'charset' | 'json' | 'empty' | 'type' | 'tooLong'

/** Of the text of a report, without its pictures. */
const TEXT_MAX = 256 * 1024

export function readReport(contentType: string, body: Buffer): Report | Misread {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (!type.startsWith('multipart/')) return withPictures(readText(type, body), [], 0)
  const parts = readParts(contentType, body)
  if (typeof parts === 'string') return parts
  const texts = parts.filter(part => isText(part.type) || (part.type === '' && !isPicture(part.body)))
  const images = parts.filter(part => !texts.includes(part))
  const pictures = images
    .filter(part => isPicture(part.body))
    .map(({ name, fileName, contentId, body: bytes }) => ({
      ...{ names: [contentId, fileName, name].filter(Boolean), base64: bytes.toString('base64') },
    }))
  const [first] = texts
  return first ? withPictures(readText(first.type, first.body), pictures, images.length - pictures.length) : 'empty'
}

const withPictures = (fields: TreeNode | Misread, pictures: Picture[], notPictures: number): Report | Misread =>
  typeof fields === 'string' ? fields : { fields, pictures, notPictures }

const isText = (type: string): boolean => /^(?:application|text)\/(?:json|xml|plain)$/.test(type)
/** Whether the bytes begin as JPEG or PNG do. */
const isPicture = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)

/** Some firmware says the wrong type, or none: what it is shows at its beginning. */
function readText(type: string, body: Buffer): TreeNode | Misread {
  if (type !== '' && !isText(type)) return 'type'
  if (body.length > TEXT_MAX) return 'tooLong'
  const text = decoded(body)
  if (text === null) return 'charset'
  const [first] = text
  if (first === undefined) return 'empty'
  if (first !== '<') return readJson(text) ?? 'json'
  const document = readXml(text)
  if (typeof document === 'string') return document
  const [root] = Object.values(document)
  return isPlainObject(root) ? root : 'empty'
}

/** UTF-8; where it is not, and its declaration says so, the Chinese charset of older firmware. */
function decoded(body: Buffer): string | null {
  const head = body.toString('latin1', 0, 100)
  const charsets = /encoding\s*=\s*["']gb/i.test(head) ? ['utf-8', 'gb18030'] : ['utf-8']
  for (const charset of charsets)
    try {
      return new TextDecoder(charset, { fatal: true }).decode(body).trim()
    } catch {
      // The next, or none.
    }
  return null
}
