/** The result of one delivery attempt: the next step of the delivery, of its line, and the state of the endpoint. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { moveAll } from '#server/moves/moveAll.ts'
import { systemCtx } from '#server/moves/systemCtx.ts'
import { toState } from '#server/moves/toState.ts'
import type { Outcome } from '#server/outbound/safeFetch.ts'
import { isLater } from '#server/sql/causeOf.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { MAX_TRIES, nextTryS, PROBE_FIRST_S, REFUSALS_ASIDE, refusesThisOne } from './callback.rules.ts'
import { callback, delivery } from './callback.noun.ts'
import { bringForward, nextInLine, wakeNext } from './deliveryLine.server.ts'

const ENGINE = { role: 'engine' } as const
const DISABLE_AFTER_DAYS = 5
/** The database may be unavailable when the receiver answers: the result is written as soon as possible. */
const WRITE_TRIES = 20
const WRITE_PAUSE_MS = 500

export interface Claimed {
  id: string
  app_id: string
  source_id: string
  device_class: string
  event_type: string
  /** Who last saved the callback. */
  updated_by: string | null
  callback_id: string
  message_id: string
  body: string
  tries: number
  failures: number
  /** When the first attempt failed. */
  failed_at: string | null
  device_id: string | null
  aside: boolean
  /** Whether it was tried before its time: such an attempt counts only when it succeeds. */
  early: boolean
  claimed_until: string
  began_at: string
  /** Whether the endpoint was failing at that moment. */
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

/**
 * Returns null when the claim was lost. `trial` is a row of the same line to be tried at once, because this one may be
 * refused for its content.
 */
export async function settleAttempt(
  ports: Ports,
  row: Claimed,
  answer: Answer,
  options: {
    /** The row before it in the line: when this one is accepted, that one is set aside. */ insteadOf?: string
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
  // A probe of an endpoint that is still failing is not recorded, because the list of attempts would fill up.
  const entry = counts ? [{ at, status: outcome?.status ?? null, costMs: outcome?.costMs ?? null, error }] : []
  const [claimed] = await query<{ parked: boolean }>(
    prepared(sql`update callbacks.delivery
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
      where id = ${row.id} and claimed_until = ${row.claimed_until} returning next_at is null as parked`),
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

export const WITHHELD: Text = [
  '最后保存回调的账号没有读取这类记录的权限，未推送',
  'Who last saved the callback may not read such records; it was not sent',
]
/** Ends the delivery without an attempt, and the next of its line is due. It can be sent again, as one that failed. */
export const withhold = (ports: Ports, row: Claimed): Promise<void> =>
  ports.db.tx(ENGINE, async query => {
    const [ended] = await query(
      sql`update callbacks.delivery set ${toState(delivery.fields.state.values, 'failed')}, next_at = null, forward_at = null, claimed_until = null,
          error = ${WITHHELD[0]}, finished_at = now()
        where id = ${row.id} and claimed_until = ${row.claimed_until} returning 1`,
    )
    if (ended && row.device_id) await wakeNext(query, row.callback_id, row.device_id)
  })

/** The endpoint accepted a delivery: it is no longer failing, and what waits for it is sent now. */
async function took(query: Query, row: Claimed): Promise<void> {
  // Not at each delivery, because all of them would wait for this one row.
  if (!row.failing && row.took_just_now) return
  const [before] = await query<{ failing: boolean }>(
    prepared(sql`update callbacks.callback c set last_ok_at = clock_timestamp(), failing_since = null, probe_at = null
      from (select id, failing_since is not null as failing from callbacks.callback where id = ${row.callback_id}
      for update) b
      where c.id = b.id returning b.failing`),
  )
  if (before?.failing) await bringForward(query, row.callback_id)
}

async function failed(
  ports: Ports,
  query: Query,
  row: Claimed,
  { gone, retryAfterS }: { gone: boolean; retryAfterS: number | null },
): Promise<{ last_ok_at: string | null } | undefined> {
  // A delivery outside its line proves nothing about the endpoint.
  const [endpoint] = await query<{ last_ok_at: string | null; worn: boolean }>(
    row.aside
      ? sql`select last_ok_at, false as worn from callbacks.callback where id = ${row.callback_id}`
      : prepared(sql`update callbacks.callback set failing_since = coalesce(failing_since, now()),
          probe_at = greatest(coalesce(probe_at, now() + make_interval(secs => ${PROBE_FIRST_S})), now() + make_interval(secs => ${retryAfterS ?? 0}))
          where id = ${row.callback_id} returning last_ok_at, failing_since < now() - make_interval(days => ${DISABLE_AFTER_DAYS}) as worn`),
  )
  const reason = gone
    ? '接收方答复 410：不再需要'
    : endpoint?.worn
      ? `连续失败 ${DISABLE_AFTER_DAYS} 天，已自动停用`
      : null
  if (!reason) return endpoint
  await moveAll(systemCtx(ports, query, { appId: row.app_id }), callback, 'stop', sql`t.id = ${row.callback_id}`, {
    set: sql`, disabled_reason = ${reason}`,
    reason,
  })
  return endpoint
}

/** Refused repeatedly while others are accepted: it is retried outside its line on its schedule, and the next in line is sent. */
async function stepAside(query: Query, { callback_id, device_id }: Claimed, id: string): Promise<void> {
  await query(sql`update callbacks.delivery set aside = true where id = ${id} and state in (0, 1)`)
  await wakeNext(query, callback_id, device_id!)
}

/**
 * Finds a row that shows whether the endpoint or this row is at fault: the first of another device's line, which
 * disturbs no order; if there is none, the next of the same line.
 */
async function evidence(query: Query, row: Claimed): Promise<string | null> {
  const [other] = await query<{ id: string }>(
    sql`select id from callbacks.delivery
      where callback_id = ${row.callback_id} and device_id <> ${row.device_id} and state in (0, 1)
      and next_at is not null and not aside
      limit 1`,
  )
  if (!other) return nextInLine(query, row.callback_id, row.device_id!)
  // Only after an attempt at its own time: otherwise two refused rows would trigger each other endlessly.
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
