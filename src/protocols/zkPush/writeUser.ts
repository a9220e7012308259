/** A person on a terminal: one record with card and password, their times and doors, and a picture that the terminal fetches (12.1.1). */
import { createHash } from 'node:crypto'
import { dayOf, localMinute } from '#base/zonedTime.ts'
import type { Params } from '#model/row.ts'
import { plain } from './records.ts'
import { secondsOf } from './zkTime.ts'

/** What the terminal can do, as it says itself. */
export interface Abilities {
  /** Periods to the second (`DateFmtFunOn`); otherwise whole days. */
  seconds: boolean
  /** Several cards of a person, in a table of their own (the eighth of `AccSupportFunList`). */
  cards: boolean
}
export interface Span {
  weekday: number
  from: string
  to: string
}
/** What the platform sends of a person. */
export interface Person {
  personId: string
  name?: string
  zone: string
  validFrom: string | null
  validTo: string | null
  week: readonly Span[] | null
  photoUrl?: string | null
  cards?: readonly string[]
  pin?: string
}
/** A line, and whether what it returns counts. */
export interface Line {
  text: string
  /** What is not there cannot be removed, which is no failure. */
  optional?: true
}
/** In Chinese, as stored: why a person cannot be stored as they are. */
export interface Unstorable {
  because: string
}

const DOOR = 1
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const SPANS_A_DAY = 3
const FACE = 9
const record = (fields: Readonly<Params>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${plain(value)}`)
    .join('\t')
export const update = (table: string, fields: Readonly<Params>): Line => ({
  text: `DATA UPDATE ${table} ${record(fields)}`,
})
export const remove = (table: string, fields: Readonly<Params>): Line => ({
  ...{ text: `DATA DELETE ${table} ${record(fields)}`, optional: true },
})

/** Its own record first: times, doors and the picture refer to it. */
export function writeUser(person: Person, abilities: Abilities): Line[] | Unstorable {
  const { personId: Pin, name, photoUrl, pin } = person
  const period = periodOf(person, abilities)
  if (!period) return { because: '设备只按天保存有效期，这段时间不足一天' }
  const cards = person.cards && cardsOf(person.cards, Pin, abilities)
  if (cards && 'because' in cards) return cards
  const zone = timezoneOf(person.week)
  return [
    update('user', {
      ...(cards && cards.own !== null ? { CardNo: cards.own } : {}),
      Pin,
      ...(pin === undefined ? {} : { Password: pin }),
      ...period,
      ...(name === undefined ? {} : { Name: name, Privilege: 0 }),
    }),
    ...(cards ? cards.lines : []),
    update('timezone', { TimezoneId: zone.id, ...zone.fields }),
    update('userauthorize', { Pin, AuthorizeTimezoneId: zone.id, AuthorizeDoorId: DOOR }),
    ...(photoUrl ? [update('biophoto', { PIN: Pin, Type: FACE, Size: 0, Content: '', Format: 1, Url: photoUrl })] : []),
  ]
}

/** A card is a number of 64 bits; terminals that know several of a person take hexadecimal digits. */
function cardsOf(
  cards: readonly string[],
  Pin: string,
  abilities: Abilities,
): { own: string | null; lines: Line[] } | Unstorable {
  const numbers = cards.map(card =>
    /^\d{1,19}$/.test(card) ? BigInt(card) : /^[0-9A-F]{1,16}$/i.test(card) ? BigInt(`0x${card}`) : null,
  )
  const wrong = cards[numbers.indexOf(null)]
  if (wrong !== undefined) return { because: `卡号 ${wrong} 不是数字，设备不能保存` }
  if (!abilities.cards)
    return cards.length > 1 ? { because: '设备每人只保存一张卡' } : { own: String(numbers[0] ?? ''), lines: [] }
  const added = numbers.map((number, at) =>
    update('mulcarduser', { Pin, CardNo: number!.toString(16).toUpperCase(), LossCardFlag: 0, CardType: at ? 1 : 0 }),
  )
  return { own: null, lines: [remove('mulcarduser', { Pin }), ...added] }
}

/** From and to; 0 is no limit. Where the terminal keeps days, only whole days of the period are inside it. */
function periodOf(
  { validFrom, validTo, zone }: Person,
  { seconds }: Abilities,
): { StartTime: string | number; EndTime: string | number } | null {
  if (seconds)
    return {
      StartTime: validFrom === null ? 0 : secondsOf(validFrom, zone),
      EndTime: validTo === null ? 0 : secondsOf(validTo, zone),
    }
  const from = validFrom === null ? null : firstWholeDay(validFrom, zone)
  const to = validTo === null ? null : lastWholeDay(validTo, zone)
  if (from !== null && to !== null && from > to) return null
  const digits = (day: string | null): string | number => day?.replaceAll('-', '') ?? 0
  return { StartTime: digits(from), EndTime: digits(to) }
}
const DAY_MS = 86_400_000
const firstWholeDay = (at: string, zone: string): string =>
  localMinute(at, zone).minute === 0 ? dayOf(at, zone) : dayOf(Date.parse(at) + DAY_MS, zone)
const lastWholeDay = (at: string, zone: string): string =>
  localMinute(at, zone).minute === 1439 ? dayOf(at, zone) : dayOf(Date.parse(at) - DAY_MS, zone)

/** 08:30 to 12:00 is 830 in the upper half and 1159 in the lower, because a terminal opens in the last minute too. */
const spanOf = ({ from, to }: Span): number => hhmm(minutesOf(from)) * 65_536 + hhmm(minutesOf(to) - 1)
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const hhmm = (minutes: number): number => Math.floor(minutes / 60) * 100 + (minutes % 60)
const ALWAYS: readonly Span[] = DAYS.map((_, at) => ({ weekday: at + 1, from: '00:00', to: '24:00' }))

/**
 * The hours of a week have a number that follows from them: nobody has to remember which numbers a terminal knows, and two
 * people with the same hours share them. Holidays of the terminal itself open nothing.
 */
export function timezoneOf(week: readonly Span[] | null): { id: number; fields: Record<string, number> } {
  const fields: Record<string, number> = {}
  for (const [at, day] of DAYS.entries()) {
    const spans = (week ?? ALWAYS).filter(one => one.weekday === at + 1)
    for (let no = 1; no <= SPANS_A_DAY; no += 1) fields[`${day}Time${no}`] = spans[no - 1] ? spanOf(spans[no - 1]!) : 0
  }
  for (let holiday = 1; holiday <= 3; holiday += 1)
    for (let no = 1; no <= SPANS_A_DAY; no += 1) fields[`Hol${holiday}Time${no}`] = 0
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest()
  // The small numbers are those of the terminal's own menu.
  return { id: 256 + (digest.readUInt32BE(0) >>> 2), fields }
}
