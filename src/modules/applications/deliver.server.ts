/** Delivery: each endpoint by itself, so that a dead one delays no other; what fails is tried again on the schedule. */
import sql from 'sql-template-tag'
import { OutboundFailed, safePost, type Outcome } from '#server/outbound/safeFetch.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { place } from './callback.server.ts'
import { MAX_TRIES, nextTryS, signedHeaders } from './callback.rules.ts'

const ENGINE = { role: 'engine' } as const
const IDLE_MS = 200
const AT_ONCE_PER_ENDPOINT = 8
const CLAIM_S = 30
const DISABLE_AFTER_DAYS = 5
/** Endpoints this process is serving now. */
const busy = new Set<string>()

interface Claimed {
  id: string
  app_id: string
  callback_id: string
  message_id: string
  body: string
  tries: number
  device_id: string | null
  url: string
  secret_sealed: Buffer
  old_secret_sealed: Buffer | null
  old_alive: boolean
  failing_since: string | null
}

export const deliverer = worker({
  name: 'callbacks',
  where: 'worker',
  async run(ports) {
    const due = await ports.db.query<{ callback_id: string }>(
      ENGINE,
      sql`select distinct d.callback_id from applications.delivery d join applications.callback c on c.id = d.callback_id
      where d.state in (0, 1) and d.next_at <= now() and (c.state = 1 or d.event_type = 'test') and coalesce(d.claimed_until, '-infinity') < now() limit 500`,
    )
    for (const { callback_id: id } of due) {
      if (busy.has(id)) continue
      busy.add(id)
      void serve(ports, id)
        .catch((error: Error) =>
          ports.log.warn({ callbackId: id, error: error.message }, 'a callback could not be served'),
        )
        .finally(() => busy.delete(id))
    }
    return IDLE_MS
  },
})

/** Serves one endpoint until nothing is due: in order per device, some devices at once; a failing endpoint gets one try at a time. */
async function serve(ports: Ports, callbackId: string): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const claimed = await ports.db.query<Claimed>(
      ENGINE,
      sql`
      update applications.delivery d set claimed_until = now() + make_interval(secs => ${CLAIM_S}) from applications.callback c
      where c.id = d.callback_id and d.id in (select q.id from applications.delivery q where q.callback_id = ${callbackId} and q.state in (0, 1) and q.next_at <= now() and coalesce(q.claimed_until, '-infinity') < now() order by q.id
        limit (select case when failing_since is null then ${AT_ONCE_PER_ENDPOINT}::int else 1 end from applications.callback where id = ${callbackId}) for update skip locked)
      returning d.id, d.app_id, d.callback_id, d.message_id, d.body, d.tries, d.device_id, c.url, c.secret_sealed, c.old_secret_sealed, c.old_secret_until > now() as old_alive, c.failing_since`,
    )
    if (!claimed.length || ports.stopping.aborted) return
    claimed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    const chains = Map.groupBy(claimed, row => row.device_id ?? row.id)
    await Promise.all(
      [...chains.values()].map(async chain => {
        for (const row of chain) await attempt(ports, row)
      }),
    )
  }
}

async function attempt(ports: Ports, row: Claimed): Promise<void> {
  const keys = [row.secret_sealed, ...(row.old_secret_sealed && row.old_alive ? [row.old_secret_sealed] : [])].map(
    sealed => ports.vault.open(sealed, place(row.callback_id)),
  )
  const now = ports.now()
  const headers = signedHeaders(keys, row.message_id, Math.floor(now.getTime() / 1000), row.body)
  let outcome: Outcome | null = null
  let error: string | null = null
  try {
    outcome = await safePost(row.url, row.body, headers, ports.callbackAllow)
  } catch (thrown) {
    const words = thrown instanceof OutboundFailed ? new Set(thrown.text) : [String(thrown)]
    error = [...words].join(' ').slice(0, 300)
  }
  const ok = outcome !== null && outcome.status >= 200 && outcome.status < 300
  const tries = row.tries + 1
  const waitS =
    ok || outcome?.status === 410 || tries >= MAX_TRIES
      ? null
      : nextTryS(tries, Math.random(), outcome?.retryAfterS ?? null)
  const state = ok ? 2 : waitS === null ? 3 : 1
  const entry = JSON.stringify([
    { at: now.toISOString(), status: outcome?.status ?? null, costMs: outcome?.costMs ?? null, error },
  ])
  await ports.db.tx(ENGINE, async query => {
    await query(sql`update applications.delivery set state = ${state}, tries = ${tries}, claimed_until = null, next_at = ${waitS === null ? null : new Date(now.getTime() + waitS * 1000)}, response_status = ${outcome?.status ?? null}, response_body = ${outcome?.body ?? null},
      cost_ms = ${outcome?.costMs ?? null}, error = ${error}, attempts = attempts || ${entry}::jsonb, finished_at = case when ${state}::int in (2, 3) then now() end where id = ${row.id}`)
    if (ok) {
      if (row.failing_since)
        await query(sql`update applications.callback set failing_since = null where id = ${row.callback_id}`)
      return
    }
    await query(
      sql`update applications.callback set failing_since = coalesce(failing_since, now()) where id = ${row.callback_id}`,
    )
    if (outcome?.status === 410) await disable('接收方答复 410：不再需要')
    else
      await query(
        sql`update applications.callback set state = 0, disabled_reason = ${`连续失败 ${DISABLE_AFTER_DAYS} 天，已自动停用`} where id = ${row.callback_id} and state = 1 and failing_since < now() - make_interval(days => ${DISABLE_AFTER_DAYS})`,
      )

    async function disable(reason: string): Promise<void> {
      await query(
        sql`update applications.callback set state = 0, disabled_reason = ${reason} where id = ${row.callback_id} and state = 1`,
      )
      await query(
        sql`insert into audit.entry (id, actor_name, app_id, source_id, action, object, object_id, reason) select ${ports.newId()}, 'system', app_id, source_id, 'disable', 'callback', id::text, ${reason} from applications.callback where id = ${row.callback_id}`,
      )
    }
  })
  ports.bus.publish('live', { type: 'delivery', appId: row.app_id, callbackId: row.callback_id, at: now.toISOString() })
}
