/** Asks the servers of a database which of them is the primary. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Host } from './databaseUrl.ts'

/** Time limit of an answer: a frozen server still accepts connections. */
const ANSWER_MS = 2000
/** After the first primary has answered, others have this long to answer: a former primary may think it still is one. */
const GRACE_MS = 300
const AGAIN_MS = 200

export interface Primary {
  /** Null where the database has one server only. */
  at: Host | null
  /** The timeline of the database, which each promotion increases. */
  timeline: number
  /** Those of the given connections that this server knows; null when unknown, as behind a pooler. */
  pids: ReadonlySet<number> | null
}
interface Answer extends Primary {
  writes: boolean
}

/** There is no primary. `away`: no server can be reached, or only standbys. The cause is set when every server refuses. */
export class NoPrimary extends Error {
  readonly away: boolean
  readonly code = 'NO_PRIMARY'
  constructor(reason: string, away: boolean, cause?: unknown) {
    super(reason, { cause })
    this.away = away
  }
}

/** Waits `ANSWER_MS` at most. `since` is the highest timeline seen so far: a server with a lower one was replaced. Throws NoPrimary. */
export async function findPrimary(
  database: Database,
  { pids = [], since = 0 }: { pids?: readonly number[]; since?: number } = {},
): Promise<Primary> {
  const hosts = database.hosts ?? [null]
  const answers: Answer[] = []
  const problems = new Map<Host | null, string>()
  const refused = new Map<Host | null, unknown>()
  const end = performance.now() + ANSWER_MS
  const { promise: first, resolve: found } = Promise.withResolvers<void>()
  const one = async (host: Host | null): Promise<void> => {
    // While one of them does not answer, another may be promoted.
    for (let again = false; !again || (problems.size < hosts.length && performance.now() < end); again = true) {
      if (again) await sleep(AGAIN_MS)
      if (answers.length) return
      try {
        const answer = await ask(database, host, pids)
        if (answer.writes && answer.timeline >= since) {
          answers.push(answer)
          return found()
        }
        problems.set(host, answer.writes ? 'was replaced by another' : 'takes no writes')
      } catch (error) {
        // A server that refuses this connection is running; existing connections may still work.
        if (isServed(error)) refused.set(host, error)
        problems.set(host, reasonOf(error))
      }
    }
  }
  await Promise.race([Promise.all(hosts.map(one)), first.then(() => sleep(hosts.length > 1 ? GRACE_MS : 0))])
  const [best] = answers.sort((a, b) => b.timeline - a.timeline)
  if (best) return best
  const reasons = hosts.map(host => `${host ? `${host.host}:${host.port}: ` : ''}${problems.get(host)}`)
  throw new NoPrimary(
    reasons.join('; '),
    !refused.size,
    refused.size === hosts.length ? refused.get(hosts[0]!) : undefined,
  )
}

async function ask(database: Database, host: Host | null, pids: readonly number[]): Promise<Answer> {
  const client = new pg.Client({ ...database, application_name: 'portico', connectionTimeoutMillis: ANSWER_MS })
  if (host) Object.assign(client, host)
  client.on('error', () => {})
  const late = setTimeout(() => destroy(client), ANSWER_MS)
  try {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean; own: number; pids: number[]; timeline: string | null }>(
      `select current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery() as writes, pg_backend_pid() as own,
         array(select pid from pg_stat_activity where pid = any($1::int[])) as pids,
         ${host ? 'case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end' : 'null'} as timeline`,
      [pids],
    )
    const { writes, own, pids: known, timeline } = rows[0]!
    return {
      at: host,
      writes: writes || !host,
      timeline: Number.parseInt(timeline ?? '0', 16),
      // A pooler reports process numbers of its own.
      pids: own === pidOf(client) ? new Set(known) : null,
    }
  } finally {
    clearTimeout(late)
    void client.end().catch(() => {})
  }
}

/** The process number of the server's end of a connection. */
export const pidOf = (client: pg.ClientBase): number | null =>
  (client as unknown as { processID: number | null }).processID

/** Destroys a connection at once: nothing on it is waited for any more. */
export const destroy = (client: pg.ClientBase): void =>
  void (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** An error reported by the server itself, other than that it is starting or stopping. */
const isServed = (error: unknown): boolean => error instanceof pg.DatabaseError && !/^57P/.test(error.code ?? '')
const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return /terminated|timeout expired/.test(message ?? '') ? 'no answer' : message || code || 'no reason given'
}
