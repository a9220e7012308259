/** Turns any thrown error into a refusal with a reason; an unexpected one is logged and answered as 500. */
import type { Text } from '#base/text.ts'
import { FAILURES, Refusal } from '#model/error.ts'
import { isLater } from '../sql/causeOf.ts'
import { isDown } from '../sql/isDown.ts'

interface Thrown {
  code?: string
  statusCode?: number
  constraint?: string
  detail?: string
  message?: string
  validation?: unknown
}

const FASTIFY: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_media'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('invalid'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal('invalid'),
  FST_REQ_FILE_TOO_LARGE: new Refusal('too_large'),
}

/** Error codes of PostgreSQL and of the file system. */
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const DISK_FULL: Text = ['磁盘空间已满，暂时无法保存', 'The disk is full; nothing can be saved at the moment']

/** Messages of the multipart reader for a broken body; its errors have no code. */
const BROKEN_BODY = /^(Multipart: |Unexpected end of |Malformed |Part terminated early)/

/** The loggable text of an error: messages of the database quote user input, so those quotes are removed. */
export function loggable(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown
  const stack = thrown.stack ?? thrown.message
  if (!('severity' in thrown)) return stack
  const quiet = thrown.message.replace(/"[^"]*"|'[^']*'/g, '"…"')
  return `${(thrown as Thrown).code} ${stack.replace(thrown.message, () => quiet)}`
}

export function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof Refusal) return thrown
  const error = thrown as Thrown
  if (error.code && FASTIFY[error.code]) return FASTIFY[error.code]!
  if (error.code && NO_ROOM.has(error.code)) return new Refusal('unavailable', { text: DISK_FULL })
  if (isDown(error)) return new Refusal('unavailable')
  if (error.code === undefined && BROKEN_BODY.test(error.message ?? '')) return new Refusal('invalid')
  switch (error.code) {
    case '23505':
      return new Refusal('duplicate')
    case '23503':
      return /still referenced/.test(error.detail ?? '')
        ? new Refusal('in_use')
        : new Refusal('invalid', { text: ['引用的对象不存在', 'What it refers to does not exist'] })
    case '42501':
      return new Refusal('forbidden')
    case '23502':
    case '23514':
    case '22P02':
    case '22003':
    case '22007':
    case '22008':
    case '22009':
    case '22021':
    case '22P05':
      return new Refusal('invalid')
    case '40001':
    case '40P01':
    case '55P03':
      return new Refusal('conflict')
  }
  if (isLater(error)) return new Refusal('unavailable')
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal(error.statusCode === 404 ? 'not_found' : 'invalid')
  return null
}

export const statusOf = (refusal: Refusal): number => FAILURES[refusal.failure].status
