/**
 * What the codes of alarm hosts mean: Contact ID (SIA DC-05, event codes of three digits after the qualifier) and SIA
 * (DC-03, two letters). One row for each meaning, with the codes of both.
 */
import type { Params } from '#model/row.ts'

export interface Meaning {
  /** The event of the class; one that ends says so with `on`. */
  event: string
  /** What the number beside the code is: a zone or a user; `host` ignores it. */
  about: 'zone' | 'user' | 'host'
  /** What the event contains besides. */
  params?: Readonly<Params>
  /** What it says about the present state of its zone, while it lasts. */
  zoneState?: number
  /** What it says about the state of the host: begun, and ended. */
  host?: readonly [begun: Readonly<Params>, ended: Readonly<Params>]
}
interface Row extends Meaning {
  /** Contact ID; the qualifier 3 ends it. */
  cid: string
  /** SIA codes that begin it, and those that end it. */
  sia: string
  ends?: string
}

const [NORMAL, ALARM, BYPASSED, TAMPER, LOW, FAULT] = [0, 1, 2, 3, 4, 5] as const
export const ZONE_NORMAL = NORMAL

const ROWS: readonly Row[] = [
  {
    ...{ event: 'burglary', about: 'zone', zoneState: ALARM },
    ...{ cid: '130 131 132 133 134 135 136 138 139 140', sia: 'BA BV UA JA', ends: 'BR BH UR UH' },
  },
  {
    ...{ event: 'fire', about: 'zone', zoneState: ALARM },
    ...{ cid: '110 111 112 113 114 115 116 117 118', sia: 'FA', ends: 'FR FH' },
  },
  {
    ...{ event: 'panic', about: 'zone', zoneState: ALARM },
    ...{ cid: '120 121 122 123 124 125', sia: 'PA HA QA', ends: 'PR PH HR HH QR QH' },
  },
  { ...{ event: 'medical', about: 'zone', zoneState: ALARM }, ...{ cid: '100 101 102', sia: 'MA', ends: 'MR MH' } },
  {
    ...{ event: 'environment', about: 'zone', zoneState: ALARM },
    ...{ cid: '151 152 153 154 158 159 162', sia: 'GA WA KA ZA', ends: 'GR GH WR WH KR KH ZR ZH' },
  },
  { ...{ event: 'zoneTamper', about: 'zone', zoneState: TAMPER }, ...{ cid: '137 144 383', sia: 'TA', ends: 'TR' } },
  {
    ...{ event: 'zoneFault', about: 'zone', zoneState: FAULT },
    ...{ cid: '371 372 373 380 381 382 391', sia: 'BT FT PT UT UX', ends: 'BJ FJ PJ UJ UG' },
  },
  { ...{ event: 'zoneBattery', about: 'zone', zoneState: LOW }, cid: '384', sia: 'XT', ends: 'XR' },
  { event: 'tamper', about: 'host', cid: '145 341', sia: 'ES', ends: 'EJ' },
  {
    ...{ event: 'powerLoss', about: 'host', host: [{ power: 'battery' }, { power: 'mains' }] },
    ...{ cid: '301', sia: 'AT', ends: 'AR' },
  },
  { event: 'lowBattery', about: 'host', cid: '302 309 311', sia: 'YT YM', ends: 'YR' },
  { event: 'commFault', about: 'host', cid: '344 350 351 352 353 354 356', sia: 'YC LT XQ', ends: 'YK LR XH' },
  { event: 'fault', about: 'host', cid: '300 308 312 320 321 333', sia: 'ET IA', ends: 'ER IR' },
  // Contact ID says 1 for opening and 3 for closing; SIA has a code for each.
  {
    ...{ event: 'disarmed', about: 'user', host: [{ armState: 0 }, {}] },
    ...{ cid: '400 401 402 403 404 405 407 408 409 441 442', sia: 'OP OA OG OK OR OJ' },
  },
  {
    ...{ event: 'armed', about: 'user', params: { mode: 1 }, host: [{ armState: 1 }, {}] },
    ...{ cid: '', sia: 'CL CA CG CF CK CJ CP' },
  },
  { ...{ event: 'armed', about: 'user', params: { mode: 2 }, host: [{ armState: 2 }, {}] }, ...{ cid: '', sia: 'NL' } },
  {
    ...{ event: 'bypassed', about: 'zone', zoneState: BYPASSED },
    ...{ cid: '570 571 572 573 574 576', sia: 'BB FB TB PB UB', ends: 'BU FU TU PU UU' },
  },
  { event: 'alarmCancelled', about: 'user', cid: '406', sia: 'BC OC' },
  { event: 'testReport', about: 'host', cid: '601 602 603 607 608', sia: 'RP RX TX' },
]
/** Events that last until they end, and say so with `on`. */
const LASTS = new Set(ROWS.filter(row => row.ends).map(({ event }) => event))
const STAY = new Set(['441', '442'])

export interface Read extends Meaning {
  /** Undefined for what does not last. */
  on?: boolean
}

const words = (text: string): string[] => text.split(' ').filter(Boolean)
const table = (of: (row: Row) => string): ReadonlyMap<string, Row> =>
  new Map(ROWS.flatMap(row => words(of(row)).map(code => [code, row] as const)))
const CID = table(row => row.cid)
const SIA = table(row => row.sia)
const SIA_ENDS = table(row => row.ends ?? '')
const ARMED = (state: number): Meaning => ROWS.find(row => row.event === 'armed' && row.params?.mode === state)!

const OTHER: Read = { event: 'otherReport', about: 'host' }

/** `qualifier` 1 begins or opens, 3 ends or closes, 6 repeats what was said before. */
export function meaningOfCid(qualifier: string, code: string): Read {
  const row = CID.get(code)
  if (!row) return OTHER
  if (row.event === 'disarmed') return qualifier === '3' ? ARMED(STAY.has(code) ? 2 : 1) : row
  return LASTS.has(row.event) ? { ...row, on: qualifier !== '3' } : row
}

export function meaningOfSia(code: string): Read {
  const begun = SIA.get(code)
  if (begun) return LASTS.has(begun.event) ? { ...begun, on: true } : begun
  const ended = SIA_ENDS.get(code)
  return ended ? { ...ended, on: false } : OTHER
}
