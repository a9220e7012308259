/** Parameters that prove something are stored only in part. */
import type { Params } from '#model/row.ts'

/** Of anything shorter, six characters would be too much. */
const VEILED_LENGTH = 22

/** What proves something is stored as its beginning, its end and its length. */
export function veil(params: Params, names: readonly string[]): Params {
  for (const name of names) {
    const text = params[name]
    if (typeof text !== 'string') continue
    const ends = text.length >= VEILED_LENGTH ? [text.slice(0, 4), text.slice(-2)] : ['', '']
    params[name] = `${ends[0]}…${ends[1]} (${text.length})`
  }
  return params
}
