/** The types of documents that people may upload, by file extension. */
import type { Text } from './text.ts'

export const DOCUMENT_TYPES = {
  pdf: ['PDF', 'PDF'],
  docx: ['Word', 'Word'],
  xlsx: ['Excel', 'Excel'],
  pptx: ['PowerPoint', 'PowerPoint'],
  zip: ['ZIP', 'ZIP'],
  txt: ['文本', 'Text'],
  csv: ['CSV', 'CSV'],
  mp4: ['MP4 视频', 'MP4 video'],
} as const satisfies Record<string, Text>

export type DocumentType = keyof typeof DOCUMENT_TYPES
export const KNOWN_TYPES = Object.keys(DOCUMENT_TYPES) as DocumentType[]
/** The types of a field that names none; videos are only for fields that name them. */
export const ALL_DOCUMENTS = KNOWN_TYPES.filter(type => type !== 'mp4')

/** Looks the type up by file extension; undefined for any other. */
export function documentTypeOf(name: string): DocumentType | undefined {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase()
  return KNOWN_TYPES.find(type => type === ending)
}

/** The extensions as a list for people: `.pdf、.docx`. */
export const endingsOf = (types: readonly DocumentType[]): Text => [
  types.map(type => `.${type}`).join('、'),
  types.map(type => `.${type}`).join(', '),
]
