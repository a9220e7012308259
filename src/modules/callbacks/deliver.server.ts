/** Delivery: each endpoint separately, so that a dead one delays no other; per device one row at a time, in order. */
import sql, { type Sql } from 'sql-template-tag'
import { worker } from '#server/parts.ts'
import { safePost, OutboundFailed, type Outcome } from '#server/outbound/safeFetch.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { heldBack } from '#modules/identity/api.ts'
import { settleAttempt, withhold, type Claimed } from './attempt.server.ts'
import { place } from './callback.server.ts'
import { probeAfterS } from './callback.rules.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { signedHeaders } from './signature.server.ts'

const ENGINE = { role: 'engine' } as const
const IDLE_MS = 200
const AT_ONCE_PER_ENDPOINT = 8
const CLAIM_S = 30
/** Endpoints that this process is serving at the moment. */
const busy = new Set<string>()

/** Rows that can be claimed. A claim further ahead than any claim lasts was made by a clock that has been set back since. */
const FREE: Sql = sql`(d.claimed_until is null or d.claimed_until < now() or d.claimed_until > now() + ${2 * CLAIM_S} * interval '1 second')`
const DUE: Sql = sql`d.state in (0, 1) and (d.next_at <= now() or d.forward_at <= now()) and (c.state = 1 or d.event_type = 'test') and ${FREE}`

export const deliverer = worker({
  name: 'callbacks',
  where: 'worker',
  async run(ports) {
    await probe(ports)
    const due = await ports.db.query<{ id: string }>(
      ENGINE,
      prepared(sql`select d.callback_id as id from callbacks.delivery d join callbacks.callback c on c.id = d.callback_id
        where d.next_at <= now() and ${DUE}
        union select d.callback_id from callbacks.delivery d join callbacks.callback c on c.id = d.callback_id
        where d.forward_at is not null and ${DUE} limit 500`),
    )
    for (const { id } of due) {
      if (busy.has(id)) continue
      busy.add(id)
      void serve(ports, id, AT_ONCE_PER_ENDPOINT)
        .catch((error: Error) =>
          ports.log.warn({ callbackId: id, error: error.message }, 'a callback could not be served'),
        )
        .finally(() => busy.delete(id))
    }
    return IDLE_MS
  },
})

/** Probes failing endpoints: the longest waiting delivery is tried before its time, which does not count as an attempt. */
async function probe(ports: Ports): Promise<void> {
  const failing = await ports.db.query<{ id: string; failing_s: number }>(
    ENGINE,
    prepared(sql`select id, extract(epoch from now() - failing_since)::float8 as failing_s from callbacks.callback
      where probe_at <= now() and failing_since is not null and state = 1 limit 100`),
  )
  for (const { id, failing_s: failingS } of failing)
    await ports.db.tx(ENGINE, async query => {
      const [claimed] = await query(
        sql`update callbacks.callback set probe_at = now() + make_interval(secs => ${probeAfterS(failingS)})
          where id = ${id} and probe_at <= now() returning 1`,
      )
      if (claimed)
        await query(sql`update callbacks.delivery set forward_at = now() where id = (
          select d.id from callbacks.delivery d
          where d.callback_id = ${id} and d.state in (0, 1) and d.next_at > now() and not d.aside and ${FREE}
          order by d.place, d.id limit 1 for update skip locked)`)
    })
}

/** Serves one endpoint until nothing is due, several devices at a time; a failing endpoint gets one attempt at a time. */
async function serve(ports: Ports, callbackId: string, slots: number): Promise<void> {
  let beside: Promise<void> | null = null
  while (!ports.stopping.aborted) {
    const row = await claim(
      ports,
      sql`d.id = (select d.id from callbacks.delivery d join callbacks.callback c on c.id = d.callback_id
        where d.callback_id = ${callbackId} and ${DUE} and (${slots === AT_ONCE_PER_ENDPOINT}::boolean or c.failing_since is null)
        order by least(d.next_at, d.forward_at), d.place limit 1 for update of d skip locked)`,
    )
    if (!row) break
    if (slots > 1)
      beside ??= serve(ports, callbackId, slots - 1).finally(() => {
        beside = null
      })
    await attempt(ports, row)
  }
  if (beside) await beside
}

async function claim(ports: Ports, which: Sql): Promise<Claimed | undefined> {
  const [row] = await ports.db.query<Claimed>(
    ENGINE,
    // In milliseconds, the precision in which it is read back, because the claim is identified by it.
    prepared(sql`update callbacks.delivery d
      set claimed_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${CLAIM_S})
      from callbacks.callback c
      where c.id = d.callback_id and ${which} and ${FREE}
      returning d.id, d.app_id, d.source_id, d.device_class, d.event_type, c.updated_by, d.callback_id,
      d.message_id, d.body, d.tries, d.failures, d.failed_at, d.device_id,
      d.aside, d.next_at is null or d.next_at > now() as early, d.claimed_until, now() as began_at,
        c.url, c.secret_sealed, c.old_secret_sealed, c.old_secret_until > now() as old_alive,
        c.failing_since is not null as failing, c.last_ok_at > now() - interval '1 second'
        and c.last_ok_at <= now() as took_just_now`),
  )
  return row
}

/** Whether who last saved the callback may no longer read what it would carry; then nothing is sent, and the row says so. */
async function isWithheld(ports: Ports, row: Claimed): Promise<boolean> {
  const query: RunSql = text => ports.db.query(ENGINE, text)
  const saver = { userId: row.updated_by, appId: row.app_id, sourceId: row.source_id }
  const needed = neededPoints(ports, row.device_class, [row.event_type])
  if (!(await heldBack(ports, query, saver, needed))) return false
  await withhold(ports, row)
  return true
}

async function attempt(ports: Ports, row: Claimed): Promise<void> {
  if (await isWithheld(ports, row)) return
  const { outcome, error, at } = await send(ports, row)
  const after = await settleAttempt(ports, row, { outcome, error, at }, {})
  ports.bus.publish('live', { type: 'delivery', appId: row.app_id, callbackId: row.callback_id, at })
  if (!after?.trial) return
  // Nothing else can show whether the endpoint fails or only refuses this one: the next delivery of the same device is tried once.
  const next = await claim(ports, sql`d.id = ${after.trial} and d.state in (0, 1)`)
  if (next && !(await isWithheld(ports, next)))
    await settleAttempt(ports, next, await send(ports, next), { insteadOf: row.id })
}

async function send(
  ports: Ports,
  row: Claimed,
): Promise<{ outcome: Outcome | null; error: string | null; at: string }> {
  const keys = [row.secret_sealed, ...(row.old_secret_sealed && row.old_alive ? [row.old_secret_sealed] : [])].map(
    sealed => ports.vault.open(sealed, place(row.callback_id)),
  )
  const now = ports.now()
  const headers = signedHeaders(keys, row.message_id, Math.floor(now.getTime() / 1000), row.body)
  try {
    return {
      outcome: await safePost(row.url, row.body, headers, ports.callbackAllow),
      error: null,
      at: now.toISOString(),
    }
  } catch (thrown) {
    const error = thrown instanceof OutboundFailed ? thrown.text[0] : String(thrown)
    return { outcome: null, error: error.slice(0, 300), at: now.toISOString() }
  }
}
