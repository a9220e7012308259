/** What the numbers of a terminal mean: its events (Security PUSH, appendix 2) and how somebody was recognised (appendix 3). */
import type { Input, Params } from '#model/row.ts'

const [FACE, CARD, FACE_AND_CARD, PIN, QR] = [1, 2, 3, 4, 5] as const

/** Somebody passed, whatever the door did besides. */
const PASSED = new Set([0, 1, 2, 3, 5, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 218, 222, 232])

/** Somebody was refused, and why, in the words of the platform. */
const REFUSED: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [20, 23, 24, 25, 26, 31, 32, 36, 40, 41, 44, 45, 48, 50, 51, 52, 61, 67].map(no => [no, 'noPermission']),
  ),
  ...Object.fromEntries([21, 22, 35, 49].map(no => [no, 'notInTime'])),
  ...Object.fromEntries([29, 33, 53].map(no => [no, 'expired'])),
  ...Object.fromEntries([27, 30, 34].map(no => [no, 'stranger'])),
  ...{ 38: 'paused', 39: 'blacklist', 43: 'paused', 62: 'blacklist' },
  ...{ 60: 'doorClosed', 63: 'doorClosed', 68: 'temperature', 69: 'mask', 73: 'unknownCode', 74: 'codeExpired' },
}

/** What happened besides passages, as events of the class. */
const HAPPENED: Readonly<Record<number, { identifier: string; params: Params }>> = {
  28: { identifier: 'openTimeout', params: { on: true } },
  100: { identifier: 'tamper', params: { on: true } },
  101: { identifier: 'duress', params: {} },
  102: { identifier: 'forcedOpen', params: {} },
  103: { identifier: 'duress', params: {} },
  104: { identifier: 'illegalCard', params: {} },
  106: { identifier: 'lowPower', params: { on: true } },
  107: { identifier: 'powerLoss', params: { on: true } },
  202: { identifier: 'button', params: {} },
  206: { identifier: 'boot', params: { reason: 'power-on' } },
  210: { identifier: 'fire', params: { on: true } },
}
/** What the state of the door is from now on. */
const STATES: Readonly<Record<number, Input>> = {
  200: { magnet: 1 },
  201: { magnet: 0 },
  204: { mode: 0 },
  205: { mode: 1 },
  233: { mode: 2 },
  234: { mode: 0 },
}

/** What an event says: that somebody passed or why not, that something happened, or how the door is now. Null where it says nothing to us. */
export type Meaning =
  | { kind: 'passage'; reason: string | null }
  | { kind: 'event'; identifier: string; params: Params }
  | { kind: 'state'; values: Input }
export function meaningOf(event: number): Meaning | null {
  if (PASSED.has(event)) return { kind: 'passage', reason: null }
  const [reason, happened, values] = [REFUSED[event], HAPPENED[event], STATES[event]]
  if (reason !== undefined) return { kind: 'passage', reason }
  if (happened) return { kind: 'event', ...happened }
  return values ? { kind: 'state', values } : null
}
/** What a terminal opens and closes by itself or by our command: said by the command, and no news. */
export const SILENT: ReadonlySet<number> = new Set([
  4, 6, 7, 8, 9, 10, 11, 12, 13, 214, 217, 220, 221, 223, 225, 226, 237, 255,
])

/** By the number of the method; finger, palm and vein are none that the platform has. */
const METHODS: Readonly<Record<number, number>> = {
  3: PIN,
  4: CARD,
  11: CARD,
  15: FACE,
  16: FACE,
  17: FACE,
  18: FACE_AND_CARD,
  19: FACE_AND_CARD,
  20: FACE,
}
/** In the newer form each place is a way, from the right: 1 a face, 9 a password, 11 a card, 12 a code. */
const [FACE_AT, PIN_AT, CARD_AT, QR_AT] = [1, 9, 11, 12] as const

/** `isOld`: attendance terminals of the first tables have 2 for a card. */
export function methodOf(verified: string, isOld = false): number | undefined {
  if (/^[01]{9,16}$/.test(verified)) {
    const has = (at: number): boolean => verified.at(-1 - at) === '1'
    if (has(FACE_AT)) return has(CARD_AT) ? FACE_AND_CARD : FACE
    return has(CARD_AT) ? CARD : has(PIN_AT) ? PIN : has(QR_AT) ? QR : undefined
  }
  if (!/^\d{1,3}$/.test(verified)) return undefined
  return isOld && verified === '2' ? CARD : METHODS[Number(verified)]
}

/** Of an attendance record: 0 in, 1 out, 2 and 3 out for a while and back, 4 and 5 in and out of overtime; 255 is none. */
export function directionOf(status: string): number | undefined {
  if (status === '0' || status === '3' || status === '4') return 1
  return status === '1' || status === '2' || status === '5' ? 2 : undefined
}

/** By how somebody was recognised; a face where it is not said, because that is what such terminals do. */
export const PASSAGE_OF: Readonly<Record<number, string>> = { [CARD]: 'pass', [PIN]: 'pwdOpen' }
export const RECOGNISED = 'recognise'
