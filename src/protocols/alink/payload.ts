/** Reads a device's JSON into values that the database can store, or refuses it. */
import { isUtf8 } from 'node:buffer'
import type { Params } from '#model/row.ts'

/** Deeper nesting than this is an attack or a fault, not a thing model. */
export const MAX_DEPTH = 32

export type JsonObject = Params

/** A number as it was written (ECMA-262, JSON.rawJSON): `JSON.stringify` writes its digits unchanged. */
export interface RawNumber {
  rawJSON: string
}
declare global {
  interface JSON {
    rawJSON(text: string): RawNumber
  }
}

/** The text of numeric `id`s that a double would write differently. */
const idTexts = new WeakMap<object, string>()
/** An `id` that is a number with more digits than a double has, or in another notation. */
export const rawIdOf = (object: object): RawNumber | undefined => {
  const text = idTexts.get(object)
  return text === undefined ? undefined : JSON.rawJSON(text)
}

type Reviver = (this: object, key: string, value: unknown, context: { source?: string }) => unknown
function keepIdText(object: JsonObject, text: string): void {
  const { id } = object
  if (typeof id !== 'number') return
  if (Number.isSafeInteger(id) && new RegExp(`"id"\\s*:\\s*${id}\\s*[,}]`).test(text)) return
  const found = new Map<unknown, string>()
  const remember: Reviver = function (key, value, { source }) {
    if (key === 'id' && source !== undefined) found.set(this, source)
    // The outermost object comes last, with an empty key.
    if (key === '') idTexts.set(object, found.get(value)!)
    return value
  }
  JSON.parse(text, remember as never)
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The payload as a clean JSON object, or undefined when it is no text, not JSON, not an object or too deep. */
export function readObject(payload: Uint8Array): JsonObject | undefined {
  const text = textOf(payload)
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  keepIdText(value, text)
  try {
    return clean(value, 1) as JsonObject
  } catch (error) {
    if (error === tooDeep) return undefined
    throw error
  }
}

const BOM = '\ufeff'
const GBK = new TextDecoder('gbk', { fatal: true })
/** Written by C, a text ends with NUL; written by some systems, it begins with a mark, or is in GBK. */
function textOf(payload: Uint8Array): string | undefined {
  const last = payload.findLastIndex(byte => byte !== 0)
  const bytes = last === payload.length - 1 ? payload : payload.subarray(0, last + 1)
  const text = isUtf8(bytes) ? utf8(bytes) : gbk(bytes)
  return text?.startsWith(BOM) ? text.slice(BOM.length) : text
}
function gbk(bytes: Uint8Array): string | undefined {
  try {
    return GBK.decode(bytes)
  } catch {
    return undefined
  }
}

export const utf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** PostgreSQL refuses NUL in text and lone surrogates in jsonb, together with the whole batch that contains them. */
export const cleanText = (text: string): string => {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.replace(/\p{Surrogate}/gu, '')
}

const tooDeep = new Error('too deep')

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw tooDeep
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = clean(value[i], depth + 1)
    return value
  }
  const object = value as JsonObject
  for (const key of Object.keys(object)) {
    const name = cleanText(key)
    const inner = clean(object[key], depth + 1)
    if (name !== key) delete object[key]
    // As an own key this one is harmless, but every later copy by assignment would set a prototype.
    if (name === '__proto__') delete object[key]
    else object[name] = inner
  }
  return object
}
