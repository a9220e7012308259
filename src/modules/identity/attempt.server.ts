/** Counts guesses before they are looked at: per account name and per address, so that parallel ones all count, and wait for the delay of those before them. */
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const WINDOW_MINUTES = 15
export const FREE_FAILURES = 3
const DELAY_AFTER = 6
const MAX_DELAY_MINUTES = 15
const PER_ADDRESS_PER_MINUTE = 30

interface Counted {
  failures: number
  blocked_until: string | null
}

type RunSql = <Row>(statement: Sql) => Promise<Row[]>
const outside =
  (ports: Ports): RunSql =>
  statement =>
    ports.db.query(ENGINE, statement)

async function count(run: RunSql, now: Date, key: string, windowMinutes: number): Promise<Counted> {
  const until = new Date(now.getTime() + windowMinutes * 60_000)
  const rows = await run<Counted>(
    sql`
    insert into identity.attempt as a (key, failures, window_until) values (${key}, 1, ${until})
    on conflict (key) do update set
      failures = case when a.window_until < ${now} then 1 else a.failures + 1 end,
      window_until = case when a.window_until < ${now} then ${until} else a.window_until end,
      blocked_until = case when a.blocked_until < ${now} then null else a.blocked_until end
    returning failures, blocked_until`,
  )
  return rows[0]!
}

export const tooMany = (retryAfterS: number): Refusal => new Refusal('too_many', { data: { retryAfterS } })
const keyOf = (name: string): string => `name:${name.toLowerCase().slice(0, 100)}`

/**
 * Counts this try and says whether it must carry a captcha. Refuses when the address is too busy or the name is being guessed at;
 * the wait grows 1, 2, 4 … 15 minutes and always ends, so nobody can be locked out for good. Unknown names count alike.
 * Every way in counts here: password, code by SMS, second factor, step-up and lock page, by the account's name.
 */
export async function countAttempt(ports: Ports, name: string, address: string): Promise<{ captcha: boolean }> {
  const at = ports.now()
  const byAddress = await count(outside(ports), at, `ip:${address}`, 1)
  if (byAddress.failures > PER_ADDRESS_PER_MINUTE) throw tooMany(60)
  const key = keyOf(name)
  const now = at.getTime()
  // One transaction: who counts next waits for the delay that this one sets, so a hundred at once do not all slip past it.
  const { failures, waitMs } = await ports.db.tx(ENGINE, async query => {
    const byName = await count(query, at, key, WINDOW_MINUTES)
    const blockedMs = byName.blocked_until ? new Date(byName.blocked_until).getTime() - now : 0
    if (blockedMs <= 0 && byName.failures > DELAY_AFTER) {
      const minutes = Math.min(MAX_DELAY_MINUTES, 2 ** (byName.failures - DELAY_AFTER - 1))
      await query(
        sql`update identity.attempt set blocked_until = ${new Date(now + minutes * 60_000)}, window_until = greatest(window_until, ${new Date(now + (minutes + WINDOW_MINUTES) * 60_000)}) where key = ${key}`,
      )
    }
    return { failures: byName.failures, waitMs: blockedMs }
  })
  if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
  return { captcha: failures > FREE_FAILURES }
}

/** Takes back what the last try counted: it was right, but the person is not in yet, so failures before it stay. */
export async function uncountAttempt(ports: Ports, name: string, address: string): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`update identity.attempt set failures = greatest(0, failures - 1) where key in (${keyOf(name)}, ${`ip:${address}`})`,
  )
}

/** Whoever is in clears the count of their name. */
export async function clearAttempts(ports: Ports, name: string, address: string): Promise<void> {
  await ports.db.query(ENGINE, sql`delete from identity.attempt where key = ${keyOf(name)}`)
  await ports.db.query(
    ENGINE,
    sql`update identity.attempt set failures = greatest(0, failures - 1) where key = ${`ip:${address}`}`,
  )
}

/** So many of something per key and window; one more is refused until the window has passed. */
export async function spend(ports: Ports, key: string, limit: number, windowMinutes: number): Promise<void> {
  const { failures } = await count(outside(ports), ports.now(), key, windowMinutes)
  if (failures > limit) throw tooMany(windowMinutes * 60)
}
