/** The lanes of this process and what they store: facts (each with its log line), states and further lines, one statement per batch. */
import sql, { type Sql } from 'sql-template-tag'
import type { Downlink } from '#model/message.ts'
import { Lane } from '#server/ingest/lane.ts'
import { loggable } from '#server/http/failure.ts'
import { causeOf } from '#server/sql/causeOf.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { Ports } from '#server/ports.ts'
import { bury } from './bury.server.ts'
import { LANES, tallyLane } from './tallyLane.ts'
import { FAMILIES } from '#model/families.ts'
import type { FactRow, StateRow } from './translate.rules.ts'

export interface FrameRow {
  id: string
  device_id: string
  kind: number
  identifier: string | null
  upstream: boolean
  content: unknown
  code: number | null
  request_id: string | null
  bytes: number
  at_ms: number
}
/** A question of a device: its fact, the answer, and until when the device waits, on the monotonic clock. */
interface Awaited {
  fact: FactRow
  answer: Extract<Downlink, { kind: 'answer' }>
  untilMs: number
  /** It was refused before the fact was stored. */
  refused?: true
}
export interface Rows {
  facts: FactRow[]
  states: StateRow[]
  frames: FrameRow[]
  stored: Set<string>
  /** Answers that devices wait for: withdrawn when not stored in time, because a late answer must open nothing. */
  awaited: Awaited[]
  /** The id under which it was set aside, or may have been by a statement whose answer was lost. */
  asideId?: string
}

export interface Ingest {
  /** Resolves after COMMIT. `rows.stored` then contains the ids of the new facts. */
  submit(deviceId: string, rows: Rows, bytes: number): Promise<void>
  readonly accepting: boolean
}

/** Merges states of one part in one batch into one row: the last value of each property, in order. */
export function mergeStates(rows: readonly StateRow[]): StateRow[] {
  const merged = new Map<string, StateRow>()
  for (const row of rows) {
    const key = `${row.device_id}|${row.component}`
    const before = merged.get(key)
    if (!before) merged.set(key, { ...row, vals: { ...row.vals } })
    else if (row.stated_at >= before.stated_at) merged.set(key, { ...row, vals: { ...before.vals, ...row.vals } })
    else before.vals = { ...row.vals, ...before.vals }
  }
  return [...merged.values()]
}

/** Alarms and captures are rare: other batches do not pay for them. */
function storing(facts: readonly FactRow[], rows: Sql): Sql {
  if (facts.some(fact => fact.family === FAMILIES.capture.wire))
    return sql`select ingest.store_captures(${rows}) as ids`
  return facts.some(fact => fact.family === FAMILIES.alarm.wire)
    ? sql`select ingest.store_alarms(${rows}) as ids`
    : sql`select string_agg(fact_id::text, ',') as ids from ingest.store(${rows})`
}

const laneOf = (deviceId: string): number => Number(BigInt(deviceId) % 997n) % LANES

export function makeIngest(ports: Ports): Ingest {
  const lanes = Array.from(
    { length: LANES },
    (_, number) =>
      new Lane<Rows>({
        causeOf,
        stopping: ports.stopping,
        renew: item => renewIds(ports, item.rows),
        again: item => refuseLate(item.rows),
        waits: error =>
          ports.log.warn(
            { lane: number, error: loggable(error) },
            'messages cannot be stored now and will be tried again',
          ),
        async store(batch) {
          const facts = batch.flatMap(item => item.rows.facts)
          const states = mergeStates(batch.flatMap(item => item.rows.states))
          const frames = batch.flatMap(item => item.rows.frames)
          // One text is parsed in a fraction of the time that a row for each takes.
          const stored = sql`${tallyLane(ports, number)}::smallint, ${JSON.stringify(facts)}::jsonb,
            ${JSON.stringify(states)}::jsonb, ${JSON.stringify(frames)}::jsonb`
          const [fresh] = await ports.db.query<{ ids: string | null }>(
            { role: 'ingest' },
            prepared(storing(facts, stored)),
          )
          const ids = new Set(fresh!.ids?.split(','))
          for (const item of batch)
            for (const fact of item.rows.facts) if (ids.has(fact.id)) item.rows.stored.add(fact.id)
        },
        bury: (item, error) => bury(ports, item.deviceId, item.rows, error),
      }),
  )
  return {
    submit: (deviceId, rows, bytes) => lanes[laneOf(deviceId)]!.submit({ deviceId, rows, bytes }),
    get accepting() {
      return lanes.every(lane => lane.accepting)
    },
  }
}

/** Gives facts and lines unused ids. */
export function renewIds(ports: Pick<Ports, 'newId'>, rows: Pick<Rows, 'facts' | 'frames'>): void {
  for (const row of [...rows.facts, ...rows.frames]) row.id = ports.newId()
  for (const row of rows.facts) if (row.alarm_id !== undefined) row.alarm_id = ports.newId()
}

/** Turns answers that are too late into refusals, in the fact as well. `untilMs` is on the monotonic clock. */
export function refuseLate(rows: Pick<Rows, 'awaited'>): void {
  for (const one of rows.awaited) if (one.refused || performance.now() > one.untilMs) refuseAsLate(one)
}

function refuseAsLate({ fact, answer }: Awaited): void {
  Object.assign(fact, { result: 0, reason: 'late' })
  answer.data = { allow: false, reason: 'late' }
}

/** Of the time that a device waits: what is not stored by then is refused, so that the refusal arrives by 80 %. */
const STORING_SHARE = 0.65

/**
 * Refuses through `refuse` what is not stored in time, one by one; a refusal opens nothing, so it need not be stored first.
 * Ends with the returned function, which returns the ids of the facts that were refused.
 */
export function refuseWhenDue(
  { awaited }: Pick<Rows, 'awaited'>,
  patienceMs: (fact: FactRow) => number,
  refuse: (answer: Awaited['answer']) => void,
): () => string[] {
  const timers = awaited.map(one => {
    const leftMs = one.untilMs - performance.now() - (1 - STORING_SHARE) * patienceMs(one.fact)
    return setTimeout(() => {
      one.refused = true
      refuseAsLate(one)
      refuse(one.answer)
    }, leftMs)
  })
  return () => {
    timers.forEach(clearTimeout)
    return awaited.flatMap(({ refused, fact }) => (refused ? [fact.id] : []))
  }
}
