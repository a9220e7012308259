/** What follows from one attempt at a delivery: its own next step, that of its line, and what it says of the endpoint. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Outcome } from '#server/outbound/safeFetch.ts'
import { isLater } from '#server/sql/causeOf.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { MAX_TRIES, nextTryS, PROBE_FIRST_S, REFUSALS_ASIDE, refusesThisOne } from './callback.rules.ts'
import { bringForward, nextInLine, wakeNext } from './deliveryLine.server.ts'

const ENGINE = { role: 'engine' } as const
const DISABLE_AFTER_DAYS = 5
/** The database may be away while the receiver answers: what it said is written down as soon as it can be. */
const WRITE_TRIES = 20
const WRITE_PAUSE_MS = 500

export interface Claimed {
  id: string
  app_id: string
  callback_id: string
  message_id: string
  body: string
  tries: number
  failures: number
  /** Of the first failure. */
  failed_at: string | null
  device_id: string | null
  aside: boolean
  /** Before its time: such an attempt counts as a try only when it succeeds. */
  early: boolean
  claimed_until: string
  began_at: string
  /** Of the endpoint, at that moment. */
  failing: boolean
  took_just_now: boolean | null
  url: string
  secret_sealed: Buffer
  old_secret_sealed: Buffer | null
  old_alive: boolean
}
export interface Answer {
  outcome: Outcome | null
  error: string | null
  at: string
}

/** Answers null when the claim was lost. `trial` is a row of the same line to try at once, for this one may be refused for what is in it. */
export async function settleAttempt(
  ports: Ports,
  row: Claimed,
  answer: Answer,
  options: {
    /** The row that stands before it in its line: when this one is taken, that one steps aside. */ insteadOf?: string
  },
): Promise<{ trial: string | null } | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ports.db.tx(ENGINE, query => settle(ports, query, row, answer, options.insteadOf ?? null))
    } catch (error) {
      if (!isLater(error) || tries === WRITE_TRIES || ports.stopping.aborted) throw error
      await sleep(WRITE_PAUSE_MS)
    }
  }
}

async function settle(
  ports: Ports,
  query: Query,
  row: Claimed,
  { outcome, error, at }: Answer,
  insteadOf: string | null,
): Promise<{ trial: string | null } | null> {
  const ok = outcome !== null && outcome.status >= 200 && outcome.status < 300
  const gone = outcome?.status === 410
  const counts = ok || gone || !row.early
  const tries = row.tries + (counts ? 1 : 0)
  const over = ok || gone || (counts && tries >= MAX_TRIES)
  const retryAfterS = outcome?.retryAfterS ?? null
  const waitS = over ? null : counts ? nextTryS(tries, randomInt(1000) / 999, retryAfterS) : (retryAfterS ?? 0)
  const failures = row.failures + (ok ? 0 : 1)
  // A look at an endpoint that is still away is no try, and would fill the list of them.
  const entry = counts ? [{ at, status: outcome?.status ?? null, costMs: outcome?.costMs ?? null, error }] : []
  const [claimed] = await query<{ parked: boolean }>(
    sql`update callbacks.delivery
      set claimed_until = null, forward_at = null, tries = ${tries}, failures = ${failures},
      failed_at = coalesce(failed_at, case when ${ok}::boolean then null else now() end),
      state = case when ${ok}::boolean then 2 when ${over}::boolean then 3 when ${tries}::int > 0 then 1 else state end,
      next_at = case when ${over}::boolean then null
        when ${counts}::boolean then now() + make_interval(secs => ${waitS ?? 0})
        else greatest(next_at,
          case when next_at is null then null else now() + make_interval(secs => ${waitS ?? 0}) end) end,
      response_status = ${outcome?.status ?? null}, response_body = ${outcome?.body ?? null},
      cost_ms = ${outcome?.costMs ?? null}, error = ${error}, attempts = attempts || ${JSON.stringify(entry)}::jsonb,
      finished_at = case when ${over}::boolean then now() end
      where id = ${row.id} and claimed_until = ${row.claimed_until} returning next_at is null as parked`,
  )
  if (!claimed) return null
  if (over && row.device_id) await wakeNext(query, row.callback_id, row.device_id)
  if (ok) {
    if (insteadOf) await stepAside(query, row, insteadOf)
    await took(query, row)
    return { trial: null }
  }
  const endpoint = await failed(ports, query, row, { gone, retryAfterS })
  if (over || insteadOf || row.aside || !row.device_id || failures < REFUSALS_ASIDE) return { trial: null }
  const othersPass =
    endpoint?.last_ok_at != null &&
    row.failed_at !== null &&
    row.failed_at < endpoint.last_ok_at &&
    endpoint.last_ok_at < row.began_at
  if (othersPass) {
    await stepAside(query, row, row.id)
    return { trial: null }
  }
  return { trial: outcome && refusesThisOne(outcome.status) ? await evidence(query, row) : null }
}

/** The endpoint took something: it works again if it did not, and what waits for it goes now. */
async function took(query: Query, row: Claimed): Promise<void> {
  // Not at each delivery: all of them would wait for this one row.
  if (!row.failing && row.took_just_now) return
  const [before] = await query<{ failing: boolean }>(
    sql`update callbacks.callback c set last_ok_at = clock_timestamp(), failing_since = null, probe_at = null
      from (select id, failing_since is not null as failing from callbacks.callback where id = ${row.callback_id}
      for update) b
      where c.id = b.id returning b.failing`,
  )
  if (before?.failing) await bringForward(query, row.callback_id)
}

async function failed(
  ports: Ports,
  query: Query,
  row: Claimed,
  { gone, retryAfterS }: { gone: boolean; retryAfterS: number | null },
): Promise<{ last_ok_at: string | null } | undefined> {
  // What is tried apart says nothing of the endpoint.
  const [endpoint] = await query<{ last_ok_at: string | null; worn: boolean }>(
    row.aside
      ? sql`select last_ok_at, false as worn from callbacks.callback where id = ${row.callback_id}`
      : sql`update callbacks.callback set failing_since = coalesce(failing_since, now()),
          probe_at = greatest(coalesce(probe_at, now() + make_interval(secs => ${PROBE_FIRST_S})), now() + make_interval(secs => ${retryAfterS ?? 0}))
          where id = ${row.callback_id} returning last_ok_at, failing_since < now() - make_interval(days => ${DISABLE_AFTER_DAYS}) as worn`,
  )
  const reason = gone
    ? '接收方答复 410：不再需要'
    : endpoint?.worn
      ? `连续失败 ${DISABLE_AFTER_DAYS} 天，已自动停用`
      : null
  if (!reason) return endpoint
  const [off] = await query(
    sql`update callbacks.callback set state = 0, disabled_reason = ${reason} where id = ${row.callback_id} and state = 1 returning 1`,
  )
  if (off)
    await query(
      sql`insert into audit.entry (id, actor_name, app_id, source_id, action, object, object_id, reason)
        select ${ports.newId()}, 'system', app_id, source_id, 'disable', 'callback', id::text, ${reason}
        from callbacks.callback where id = ${row.callback_id}`,
    )
  return endpoint
}

/** Refused again and again while others are taken: it is tried apart on its schedule, and the next of its line goes. */
async function stepAside(query: Query, { callback_id, device_id }: Claimed, id: string): Promise<void> {
  await query(sql`update callbacks.delivery set aside = true where id = ${id} and state in (0, 1)`)
  await wakeNext(query, callback_id, device_id!)
}

/** Whether it is the endpoint or this row: the first of another device's line tells it without harm to any order; where there is none, the next of the same. */
async function evidence(query: Query, row: Claimed): Promise<string | null> {
  const [other] = await query<{ id: string }>(
    sql`select id from callbacks.delivery
      where callback_id = ${row.callback_id} and device_id <> ${row.device_id} and state in (0, 1)
      and next_at is not null and not aside
      limit 1`,
  )
  if (!other) return nextInLine(query, row.callback_id, row.device_id!)
  // Only after a try of its own time: two that are both refused would call each other on and on.
  if (!row.early)
    await query(
      sql`update callbacks.delivery set forward_at = now()
        where id = (select id from callbacks.delivery
        where callback_id = ${row.callback_id} and device_id <> ${row.device_id} and state in (0, 1)
        and next_at > now() and not aside and coalesce(claimed_until, '-infinity') < now() order by failures, place
        limit 1 for update skip locked)`,
    )
  return null
}
