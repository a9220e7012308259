/**
 * Counts guesses before they are checked, so that parallel ones are all counted and wait for the delay of earlier ones.
 * All sign-in methods are counted here: password, code by SMS, reset, second factor. Guesses at a name are counted per
 * place known for its holder, and once for all other places; a delay only grows by attempts with a right captcha.
 */
import sql from 'sql-template-tag'
import { clientNetwork } from '#base/address.ts'
import { Refusal } from '#model/error.ts'
import { limitList } from '#server/limitList.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { isRandomStr, useCaptcha } from './captcha.server.ts'
import { placeOf } from './knownPlace.server.ts'

const ENGINE = { role: 'engine' } as const
const WINDOW_MINUTES = 15
export const guessLimits = limitList('guess', {
  free: [3, '', '同一账号无需验证码的尝试', 'Guesses at a name without a captcha'],
  quick: [6, '', '同一账号无需等待的尝试', 'Guesses at a name without a wait'],
  wait: [15, 'min', '一次等待的最长时间', 'The longest wait'],
  ofAddress: [30, '/ min', '一个地址的尝试', 'Guesses of one address'],
})
const { most } = guessLimits

const outside =
  (ports: Ports): RunSql =>
  statement =>
    ports.db.query(ENGINE, statement)

async function count(run: RunSql, now: Date, key: string, windowMinutes: number): Promise<number> {
  const until = new Date(now.getTime() + windowMinutes * 60_000)
  const [row] = await run<{ failures: number }>(
    sql`
    insert into identity.attempt as a (key, failures, window_until) values (${key}, 1, ${until})
    on conflict (key) do update set
      failures = case when a.window_until < ${now} then 1 else a.failures + 1 end,
      window_until = case when a.window_until < ${now} then ${until} else a.window_until end
    returning failures`,
  )
  return row!.failures
}

export const tooMany = (retryAfterS: number): Refusal => new Refusal('too_many', { data: { retryAfterS } })

/** The account guessed at, and where from. */
export interface Guess {
  name: string
  accountId: string | undefined
  ip: string
  /** The token of a known browser, see `knownPlace`. */
  device?: unknown
}
/** The captcha of the request; `text` is what the person read in the picture. */
export interface Captcha {
  randomStr: unknown
  text: unknown
}

async function keyOf(ports: Ports, guess: Guess): Promise<string> {
  const place = await placeOf(ports, guess.accountId, guess)
  return `name:${guess.name.toLowerCase().slice(0, 100)}${place ? `@${place}` : ''}`
}

type Look = 'look' | 'captcha' | { waitMs: number }

/**
 * One attempt under a key, in order: the next one waits for the delay set by this one. Without
 * a right captcha only the first three are checked, and later ones change nothing.
 */
export async function tryOnce(query: RunSql, now: Date, key: string, person: boolean): Promise<Look> {
  const windowEnd = new Date(now.getTime() + WINDOW_MINUTES * 60_000)
  // One statement: between two, a sign-in that succeeds or the upkeep may remove the row. The update only locks it.
  const [row] = await query<{ failures: number; window_until: string; blocked_until: string | null }>(
    sql`insert into identity.attempt as a (key, failures, window_until) values (${key}, 0, ${windowEnd})
      on conflict (key) do update set failures = a.failures
      returning failures, window_until, blocked_until`,
  )
  const over = new Date(row!.window_until) < now
  const failures = over ? 0 : row!.failures
  const waitMs = row!.blocked_until ? new Date(row!.blocked_until).getTime() - now.getTime() : 0
  if (!person && (failures >= most.free || waitMs > 0)) return waitMs > 0 ? { waitMs } : 'captcha'
  const next = failures + 1
  const delayMinutes = waitMs <= 0 && next > most.quick ? Math.min(most.wait, 2 ** (next - most.quick - 1)) : 0
  const delayEnd = new Date(now.getTime() + delayMinutes * 60_000)
  const windowUntil = over ? windowEnd : new Date(row!.window_until)
  const until = delayMinutes
    ? new Date(Math.max(windowUntil.getTime(), delayEnd.getTime() + WINDOW_MINUTES * 60_000))
    : windowUntil
  await query(
    sql`update identity.attempt set failures = ${next}, window_until = ${until}, blocked_until = ${waitMs > 0 ? row!.blocked_until : delayMinutes ? delayEnd : null} where key = ${key}`,
  )
  return waitMs > 0 ? { waitMs } : 'look'
}

async function countAddress(ports: Ports, ip: string): Promise<void> {
  if ((await count(outside(ports), ports.now(), `ip:${clientNetwork(ip)}`, 1)) > most.ofAddress) throw tooMany(60)
}

/**
 * Counts a guess at a name. Refuses when the address has too many, a captcha is missing or wrong, or the name is being
 * guessed at from here; the delay grows 1, 2, 4 … 15 minutes and always ends. Unknown names are counted in the same way.
 */
export async function countGuess(ports: Ports, guess: Guess, captcha: Captcha): Promise<void> {
  await countAddress(ports, guess.ip)
  const key = await keyOf(ports, guess)
  const once = (person: boolean): Promise<Look> =>
    ports.db.tx(ENGINE, query => tryOnce(query, ports.now(), key, person))
  let look = await once(false)
  if (look !== 'look' && captcha.text) {
    const right = isRandomStr(captcha.randomStr) && (await useCaptcha(ports, captcha.randomStr, String(captcha.text)))
    if (right) look = await once(true)
    else if (look === 'captcha') throw new Refusal('bad_captcha')
  }
  if (look === 'captcha') throw new Refusal('need_captcha', { data: { need: 'captcha' } })
  if (look !== 'look') throw tooMany(Math.ceil(look.waitMs / 1000))
}

/** Counts a guess by a known caller, such as a session or a program at its address: without captcha, and with separate delays. */
export async function countProof(ports: Ports, key: string): Promise<void> {
  const look = await ports.db.tx(ENGINE, query => tryOnce(query, ports.now(), `proof:${key}`, true))
  if (typeof look === 'object') throw tooMany(Math.ceil(look.waitMs / 1000))
}
export const clearProofs = (ports: Ports, key: string): Promise<unknown> =>
  ports.db.query(ENGINE, sql`delete from identity.attempt where key = ${`proof:${key}`}`)

const less = (ports: Ports, keys: readonly string[]): Promise<unknown> =>
  ports.db.query(ENGINE, sql`update identity.attempt set failures = greatest(0, failures - 1) where key = any(${keys})`)

/** Takes back the last count: the attempt was right, but sign-in is not complete, so earlier failures remain. */
export async function uncountGuess(ports: Ports, guess: Guess): Promise<void> {
  await less(ports, [await keyOf(ports, guess), `ip:${clientNetwork(guess.ip)}`])
}

/** A successful sign-in clears the count of its own place; guesses from elsewhere stay counted. */
export async function clearGuesses(ports: Ports, guess: Guess): Promise<void> {
  await ports.db.query(ENGINE, sql`delete from identity.attempt where key = ${await keyOf(ports, guess)}`)
  await less(ports, [`ip:${clientNetwork(guess.ip)}`])
}

/** Allows `limit` uses per key and window; further ones are refused until the window has passed. */
export async function spend(ports: Ports, key: string, limit: number, windowMinutes: number): Promise<void> {
  if ((await count(outside(ports), ports.now(), key, windowMinutes)) > limit) throw tooMany(windowMinutes * 60)
}

/** Whether the uses of a key are used up: for what is only counted where it is refused. */
export async function isSpent(ports: Ports, key: string, limit: number): Promise<boolean> {
  const rows = await ports.db.query(
    ENGINE,
    sql`select 1 from identity.attempt where key = ${key} and failures >= ${limit} and window_until >= ${ports.now()}`,
  )
  return rows.length > 0
}
