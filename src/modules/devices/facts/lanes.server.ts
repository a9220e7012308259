/** The lanes of this process and what they store: facts (each with its line in the log), states and further lines, one statement a batch. */
import sql from 'sql-template-tag'
import type { Downlink } from '#model/message.ts'
import { Lane } from '#server/ingest/lane.ts'
import { loggable } from '#server/http/failure.ts'
import { causeOf } from '#server/sql/causeOf.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { Ports } from '#server/ports.ts'
import { bury } from './bury.server.ts'
import { LANES, tallyLane } from './tallyLane.ts'
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
export interface Rows {
  facts: FactRow[]
  states: StateRow[]
  frames: FrameRow[]
  stored: Set<string>
  /** What devices wait for: given up when it was not stored in time, for an answer that comes late must open nothing. */
  awaited: { fact: FactRow; answer: Extract<Downlink, { kind: 'answer' }>; untilMs: number }[]
  /** Under this id it was put aside, or may have been by a statement whose answer was lost. */
  asideId?: string
}

export interface Ingest {
  /** Resolves after COMMIT. `rows.stored` then holds the ids of the facts that were new. */
  submit(deviceId: string, rows: Rows, bytes: number): Promise<void>
  readonly accepting: boolean
}

/** States of one part in one batch become one row: the last value of each property, in order. */
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
          // One text is read in a fraction of the time that a row for each takes.
          const [fresh] = await ports.db.query<{ ids: string | null }>(
            { role: 'ingest' },
            prepared(
              sql`select string_agg(fact_id::text, ',') as ids from ingest.store(${tallyLane(ports, number)}::smallint, ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(states)}::jsonb, ${JSON.stringify(frames)}::jsonb)`,
            ),
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

/** Facts and lines get ids that nothing has yet. */
export function renewIds(ports: Pick<Ports, 'newId'>, rows: Pick<Rows, 'facts' | 'frames'>): void {
  for (const row of [...rows.facts, ...rows.frames]) row.id = ports.newId()
}

/** Turns answers whose time is over into refusals, in the fact as well. `untilMs` is of the clock that never steps back. */
export function refuseLate(rows: Pick<Rows, 'awaited'>): void {
  for (const { fact, answer, untilMs } of rows.awaited)
    if (performance.now() > untilMs) {
      Object.assign(fact, { result: 0, reason: 'late' })
      answer.data = { allow: false, reason: 'late' }
    }
}
