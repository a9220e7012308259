/**
 * Passes the events of the outbox to their handlers, at least once, in order per key. A temporary failure of the database
 * delays all events of the key and is retried until it succeeds; an event that fails otherwise is retried by
 * itself, lets later ones pass, and is finally set aside.
 */
import sql from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import type { Handler, OutboxEvent } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { isLater } from '../sql/causeOf.ts'
import { prepared } from '../sql/prepared.ts'
import { typesOf } from '../typesOf.ts'

const ENGINE = { role: 'engine' } as const
const BATCH = 100
const POLL_MS = 200
const MAX_TRIES = 12
const LEASE_S = 60
const LONGEST_WAIT_S = 600
/** The interval at which delayed events are retried. */
const HELD_MS = 1000
/** The interval at which events planned too far ahead, by a clock that was fast, are planned again. */
const REPLAN_MS = 60_000
/** The advisory lock for claiming events: two simultaneous claims could divide the events of a key. */
const CLAIM_LOCK = 7_021_001

interface Claimed {
  id: string
  type: string
  key: string | null
  app_id: string | null
  payload: Params
  tries: number
  created_at: string
}

export interface Outbox {
  stop(): Promise<void>
}

/** Runs until stopped. Several processes may run it: rows are claimed by moving their planned time ahead. */
export function startOutbox(ports: Ports, handlers: readonly Handler[]): Outbox {
  const byType = new Map<string, Handler[]>()
  for (const handler of handlers)
    for (const type of typesOf(handler, ports)) byType.set(type, [...(byType.get(type) ?? []), handler])
  let stopped = false
  let wake: (() => void) | null = null
  let replanAt = 0
  const unsubscribe = ports.bus.subscribe('outbox', () => wake?.())
  const loop = (async () => {
    while (!stopped) {
      let handled = 0
      try {
        if (performance.now() >= replanAt) {
          await replan(ports)
          replanAt = performance.now() + REPLAN_MS
        }
        handled = await round(ports, byType)
      } catch (error) {
        ports.log.warn({ error: (error as Error).message }, 'the outbox could not be read')
      }
      if (handled < BATCH)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, POLL_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  })()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      wake?.()
      await loop
    },
  }
}

/** Nothing waits longer than the longest pause; a later time was set by a clock that has been set back since. */
const replan = (ports: Ports): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`update engine.outbox set next_at = now() where next_at > now() + make_interval(secs => ${LONGEST_WAIT_S + LEASE_S})`,
  )

/** Mostly nothing is due, and one statement costs less than a transaction. */
async function isDue(ports: Ports): Promise<boolean> {
  const [row] = await ports.db.query<{ due: boolean }>(
    ENGINE,
    prepared(sql`select exists (select from engine.outbox where next_at <= now() and tries < ${MAX_TRIES}) as due`),
  )
  return row!.due
}

/** Claims what is due, but of a key nothing after an event that is being handled or delayed. */
const claim = (ports: Ports): Promise<Claimed[]> =>
  ports.db.tx(ENGINE, async query => {
    const [lock] = await query<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${CLAIM_LOCK}) as got`)
    if (!lock?.got) return []
    return query<Claimed>(
      sql`with q as materialized (select id from engine.outbox c where next_at <= now() and tries < ${MAX_TRIES}
          and not exists (select from engine.outbox e
          where e.held and e.key = c.key and e.id < c.id and (e.tries < ${MAX_TRIES} or e.next_at > now()))
        order by next_at, id limit ${BATCH} for update skip locked)
      update engine.outbox o set next_at = now() + make_interval(secs => ${LEASE_S}), tries = tries + 1, held = true
      from q where o.id = q.id
      returning o.id, o.type, o.key, o.app_id, o.payload, o.tries, o.created_at`,
    )
  })

async function round(ports: Ports, byType: ReadonlyMap<string, Handler[]>): Promise<number> {
  if (!(await isDue(ports))) return 0
  const claimed = await claim(ports)
  claimed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  const done: string[] = []
  await Promise.all(
    [...Map.groupBy(claimed, row => row.key ?? row.id).values()].map(async chain => {
      for (const [index, row] of chain.entries()) {
        const error = await handle(ports, byType, row)
        if (!error) done.push(row.id)
        else if (isLater(error)) return holdBack(ports, chain.slice(index), error as Error)
        else await putOff(ports, row, error as Error).catch(() => {})
      }
    }),
  )
  if (done.length) await ports.db.query(ENGINE, sql`delete from engine.outbox where id = any(${done}::bigint[])`)
  return claimed.length
}

/** Returns the error, if any. */
async function handle(ports: Ports, byType: ReadonlyMap<string, Handler[]>, row: Claimed): Promise<unknown> {
  const event: OutboxEvent = {
    id: row.id,
    type: row.type,
    key: row.key,
    appId: row.app_id,
    payload: row.payload,
    createdAt: row.created_at,
  }
  try {
    for (const handler of byType.get(row.type) ?? []) await handler.run(ports, event)
    return null
  } catch (error) {
    return error ?? new Error('failed')
  }
}

/** The first event failed temporarily: the others wait behind it, and none of them has used up an attempt. */
async function holdBack(ports: Ports, rows: readonly Claimed[], error: Error): Promise<void> {
  const [first, ...rest] = rows.map(row => row.id)
  ports.log.warn({ event: first, type: rows[0]!.type, error: error.message }, 'an event cannot be handled now')
  // If this fails as well, the lease of all of them expires.
  await ports.db
    .query(
      ENGINE,
      sql`update engine.outbox set next_at = now() + make_interval(secs => ${HELD_MS / 1000}), tries = tries - 1, held = id = ${first},
        error = case when id = ${first} then ${error.message.slice(0, 500)} else error end
      where id = any(${[first, ...rest]}::bigint[])`,
    )
    .catch(() => {})
}

async function putOff(ports: Ports, row: Claimed, error: Error): Promise<void> {
  const waitS = Math.min(LONGEST_WAIT_S, 2 ** row.tries)
  ports.log.warn(
    { event: row.id, type: row.type, tries: row.tries, error: error.message },
    'an event could not be handled',
  )
  await ports.db.query(
    ENGINE,
    sql`update engine.outbox set next_at = now() + make_interval(secs => ${waitS}), held = false, error = ${error.message.slice(0, 500)} where id = ${row.id}`,
  )
}
