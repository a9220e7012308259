/** What a reader is answered, in its own wire: whether to open, what to show and say, or a command that it fetched. */
import type { Order } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import type { Scan } from './readScan.ts'

/** `code` of the form: success opens; the others do not. */
const CODES = { ok: '0000', refused: '0001', idle: '0002', malformed: '0003', unknown: '0004' } as const

/** Names and texts may not become fields of the answer. */
const plain = (text: unknown): string =>
  String(text ?? '')
    .replace(/[&=\r\n\0]/g, ' ')
    .trim()

const form = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${name}=${value}`).join('&&')
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

/** The decision about a code. */
export function writeDecision({ wire, code, serial }: Scan, data: Params, nowMs: number): string {
  const allow = data.allow === true
  const texts = { display: plain(data.display), voice: plain(data.voice) }
  if (wire === 'query')
    return query({
      ...{ cardid: code, cjihao: serial, status: allow ? '1' : '0', output: '1' },
      ...{ ...texts, time: String(Math.floor(nowMs / 1000)) },
    })
  return form([
    ['code', allow ? CODES.ok : CODES.refused],
    ['desc', allow ? 'ok' : plain(data.reason)],
    ...Object.entries(texts).filter(([, text]) => text !== ''),
  ])
}

/** Nothing to do, or the command that was fetched; answered by `reply` and `result` in the next call. */
export function writeNext({ wire, serial }: Scan, next: Order | null): string {
  const command: Record<string, string> = next
    ? {
        cmd: next.kind === 'set' ? 'set' : next.identifier,
        id: next.commandId,
        expires: String(next.expiresAt),
        params: encodeURIComponent(JSON.stringify(next.kind === 'set' ? next.values : next.params)),
      }
    : {}
  return wire === 'query'
    ? query({ cjihao: serial, status: '0', ...command })
    : form([['code', CODES.idle], ['desc', next ? 'command' : 'idle'], ...Object.entries(command)])
}

export const writeProblem = (wire: Scan['wire'], code: keyof typeof CODES, desc: string): string =>
  wire === 'query'
    ? query({ status: '0', desc })
    : form([
        ['code', CODES[code]],
        ['desc', desc],
      ])
