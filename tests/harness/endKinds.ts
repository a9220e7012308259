/** Kinds of ends: nouns whose rows end by themselves, each with a row and the moment at which it ends. */
import { day, instant, text } from '#model/field.ts'
import { Refusal } from '#model/error.ts'
import { defineNoun, machine, type Move, type Noun, type NounSpec } from '#model/noun.ts'
import type { MoveTime } from '#model/timedMove.ts'
import { implement, type Half } from '#server/parts.ts'

const AT = Date.parse('2030-03-01T10:00:00Z')
export const HOUR = 3_600_000
export const later = (ms: number): Date => new Date(AT + ms)

export const STATES = {
  planned: [0, '未开始', 'Planned'],
  open: [1, '进行中', 'Open'],
  held: [2, '暂停', 'Held'],
  over: [9, '已结束', 'Over'],
} as const
const fields = {
  name: text(['名称', 'Name'], { required: true }),
  startsAt: instant(['开始', 'From']),
  endsAt: instant(['结束', 'Until']),
  lastDay: day(['最后一天', 'Last day']),
}
const END = { from: ['open'], to: 'over', label: ['结束', 'End'], by: 'system' } as const
const ends = (at: MoveTime, more: Partial<Move> = {}): Record<string, Move> => ({ end: { ...END, ...more, at } })

/** One kind of end: where its rows belong, and when they end after `AT`, in milliseconds. */
interface Kind {
  spec: Pick<NounSpec, 'scope' | 'remove' | 'staffWrites'>
  moves: Record<string, Move>
  row: Record<string, unknown>
  endsMs: number
  half?: Omit<Half, 'part' | 'noun'>
}
const inApp = { scope: 'application' } as const
const ends10 = { row: { ends_at: later(10 * HOUR) }, endsMs: 10 * HOUR }
/** A day is over when the next begins at 16:00 UTC, which is 00:00 of the platform. */
const day1 = { row: { last_day: '2030-03-01' }, endsMs: 6 * HOUR }
export const KINDS: Record<string, Kind> = {
  visit: { spec: inApp, moves: ends('endsAt'), ...ends10 },
  share: { spec: { scope: 'source' }, moves: ends('endsAt'), ...ends10 },
  notice: { spec: { scope: 'platform' }, moves: ends('endsAt'), ...ends10 },
  lease: { spec: { scope: 'source', staffWrites: true }, moves: ends('lastDay'), ...day1 },
  season: {
    spec: { scope: 'platform' },
    moves: ends({ field: 'lastDay', after: { days: 2 } }),
    ...{ row: day1.row, endsMs: 54 * HOUR },
  },
  order: {
    spec: inApp,
    moves: ends({ field: 'startsAt', after: { minutes: 15 } }),
    ...{ row: { starts_at: later(0) }, endsMs: HOUR / 4 },
  },
  coupon: {
    spec: inApp,
    moves: ends({ field: 'startsAt', after: { days: 1, hours: 2 } }),
    ...{ row: { starts_at: later(0) }, endsMs: 26 * HOUR },
  },
  draft: { spec: { ...inApp, remove: 'soft' }, moves: ends('endsAt'), ...ends10 },
  pause: {
    spec: inApp,
    moves: ends('endsAt', { from: ['planned', 'held'] }),
    ...ends10,
    row: { ...ends10.row, state: 2 },
  },
  plan: {
    spec: inApp,
    moves: { begin: { ...END, from: ['planned'], to: 'open', at: 'startsAt' }, ...ends('endsAt') },
    row: { starts_at: later(HOUR), ends_at: later(2 * HOUR), state: 0 },
    endsMs: 2 * HOUR,
  },
  code: {
    spec: inApp,
    moves: ends('endsAt'),
    ...ends10,
    half: {
      async onMove(ctx, move, row) {
        if (String(row.name).startsWith('refused'))
          throw new Refusal('wrong_state', { text: ['还有人未离开', 'Somebody is still there'] })
        if (row.name === 'broken') throw new TypeError('a defect')
        await ctx.emit({ type: 'code.ended', key: row.id, payload: { move, zone: ctx.zone, role: ctx.actor.role } })
      },
    },
  },
}

const nounOf = (key: string, { spec, moves }: Kind): Noun =>
  defineNoun(key, {
    ...{ label: [key, key], api: `/api/test/${key}`, table: `ends.${key}`, name: 'name', fields },
    ...spec,
    states: { state: machine(['状态', 'State'], STATES, 'open', moves as never) },
  }) as Noun
export const halves = Object.entries(KINDS).map(([key, kind]) => implement(nounOf(key, kind), kind.half ?? {}))
