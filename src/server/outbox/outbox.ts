/** Hands the events of the outbox to their handlers, at least once, in order per key; a failing one is tried again and then set aside. */
import sql from 'sql-template-tag'
import type { Handler, OutboxEvent } from '../parts.ts'
import type { Ports } from '../ports.ts'

const ENGINE = { role: 'engine' } as const
const BATCH = 100
const POLL_MS = 200
const MAX_TRIES = 12

interface Claimed {
  id: string
  type: string
  key: string | null
  app_id: string | null
  payload: Record<string, unknown>
  tries: number
  created_at: string
}

export interface Outbox {
  stop(): Promise<void>
}

/** Runs until stopped. Several processes may run it: rows are claimed by pushing their time ahead. */
export function startOutbox(ports: Ports, handlers: readonly Handler[]): Outbox {
  const byType = new Map<string, Handler[]>()
  for (const handler of handlers)
    for (const type of handler.on) byType.set(type, [...(byType.get(type) ?? []), handler])
  let stopped = false
  let wake: (() => void) | null = null
  const unsubscribe = ports.bus.subscribe('outbox', () => wake?.())
  const loop = (async () => {
    while (!stopped) {
      let handled = 0
      try {
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

async function round(ports: Ports, byType: ReadonlyMap<string, Handler[]>): Promise<number> {
  const claimed = await ports.db.query<Claimed>(
    ENGINE,
    sql`update engine.outbox o set next_at = now() + interval '60 seconds', tries = tries + 1
    from (select id from engine.outbox where next_at <= now() and tries < ${MAX_TRIES} order by next_at, id limit ${BATCH} for update skip locked) q where o.id = q.id
    returning o.id, o.type, o.key, o.app_id, o.payload, o.tries, o.created_at`,
  )
  claimed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  const chains = new Map<string, Claimed[]>()
  for (const row of claimed) chains.set(row.key ?? row.id, [...(chains.get(row.key ?? row.id) ?? []), row])
  const done: string[] = []
  await Promise.all(
    [...chains.values()].map(async chain => {
      for (const row of chain) {
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
          done.push(row.id)
        } catch (error) {
          const waitS = Math.min(600, 2 ** row.tries)
          ports.log.warn(
            { event: row.id, type: row.type, tries: row.tries, error: (error as Error).message },
            'an event could not be handled',
          )
          await ports.db.query(
            ENGINE,
            sql`update engine.outbox set next_at = now() + make_interval(secs => ${waitS}), error = ${(error as Error).message.slice(0, 500)} where id = ${row.id}`,
          )
        }
      }
    }),
  )
  if (done.length) await ports.db.query(ENGINE, sql`delete from engine.outbox where id = any(${done}::bigint[])`)
  return claimed.length
}
