/**
 * A job is work that a user starts and returns to: one row, claimed by one worker at a time, advanced in the
 * transactions that do the work.
 */
import sql, { type Sql } from 'sql-template-tag'
import type { Language, Text } from '#base/text.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '../ports.ts'
import type { Actor, Query } from '../sql/db.ts'
import { prepared } from '../sql/prepared.ts'
import type { Format } from '../sheets/tableFile.ts'

export const ENGINE = { role: 'engine' } as const
export const JOB_STATE = { queued: 0, running: 1, done: 2, failed: 3, cancelled: 4 } as const
/** A worker without a sign of life for this long is considered dead, and its job is claimed again. */
const LEASE_S = 30

export interface JobPayload {
  language: Language
  ip: string
  requestId: string
  /** For an import, the fields of its columns; for an export, the requested ones. */
  columns: (string | null)[]
  /** For an import: headings that are not imported. */
  leftOut?: string[]
  /** For an import: headings that the user said the field of. */
  chosen?: string[]
  /** Digest of the request, so that the same request sent twice is one job. */
  digest: string
  /** For an export: the filters and order of its list. */
  filters?: Input
  /** The role that wrote the rows, or that read those of a finished export. */
  reach?: Actor
  /** For an export: that of its file. */
  format?: Format
  /** For a bulk act: the act, its rows and its input. */
  act?: string
  ids?: string[]
  /** Names of the rows at the time of the request, sealed, because a removed row has none any more. */
  names?: string
  input?: Input
}
export interface Job {
  id: string
  kind: string
  noun: string
  title: string
  appId: string | null
  sourceId: string
  userId: string
  dry: boolean
  state: number
  total: number
  ok: number
  failed: number
  claim: number
  /** Number of claims that ended because of a temporary failure of the database. */
  putBacks: number
  fileKey: string | null
  answers: boolean
  /** Keys of the pieces of the file that it makes; numbers of this size are sent as text. */
  fileParts: string[]
  fileBytes: string | null
  payload: JobPayload
  result: { reason?: Text } | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}
const COLUMNS = sql`j.id, j.kind, j.noun, j.title, j.app_id as "appId", j.source_id as "sourceId",
  j.user_id as "userId", j.dry, j.state, j.total, j.ok, j.failed, j.claim, j.put_backs as "putBacks",
  j.file_key as "fileKey", j.file_parts as "fileParts", j.file_bytes as "fileBytes", j.answers, j.payload, j.result,
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`

/** Thrown when the job no longer belongs to this worker, because it was cancelled or claimed by another. The transaction is rolled back. */
export class Superseded extends Error {}

/** Claims the next job that is waiting or was left by a dead worker. */
export async function claimJob(ports: Ports): Promise<Job | null> {
  const [job] = await ports.db.query<Job>(
    ENGINE,
    prepared(sql`with due as materialized (select id from engine.job where state in (${JOB_STATE.queued}, ${JOB_STATE.running}) and planned_at <= now()
    order by planned_at, id limit 1 for update skip locked)
    update engine.job j
    set state = ${JOB_STATE.running}, claim = j.claim + 1, started_at = coalesce(j.started_at, now()),
      planned_at = now() + make_interval(secs => ${LEASE_S})
    from due where j.id = due.id returning ${COLUMNS}`),
  )
  return job ?? null
}

/** Adds to the counts in the transaction `query` and renews the claim. Throws Superseded when the job no longer belongs to this worker. */
export async function stepJob(query: Query, job: Job, ok: number, failed: number): Promise<void> {
  const moved = await query(
    sql`update engine.job set ok = ok + ${ok}, failed = failed + ${failed}, planned_at = now() + make_interval(secs => ${LEASE_S})
    where id = ${job.id} and claim = ${job.claim} and state = ${JOB_STATE.running} returning 1`,
  )
  if (moved.length === 0) throw new Superseded()
}

export async function endJob(
  query: Query,
  job: Job,
  state: 'done' | 'failed',
  options: { reason?: Text; answers?: boolean } = {},
): Promise<void> {
  const moved = await query(
    sql`update engine.job set state = ${JOB_STATE[state]}, finished_at = now(), answers = ${options.answers ?? false},
      result = ${options.reason ? JSON.stringify({ reason: options.reason }) : null}
    where id = ${job.id} and claim = ${job.claim} and state = ${JOB_STATE.running} returning 1`,
  )
  if (moved.length === 0) throw new Superseded()
}

/** Defers the job for `ms`, so that the worker can do others meanwhile; this does not count as an interruption. */
export async function deferJob(query: Query, job: Job, ms: number): Promise<void> {
  const moved = await query(
    sql`update engine.job set planned_at = now() + make_interval(secs => ${ms / 1000}), put_backs = put_backs + 1
      where id = ${job.id} and claim = ${job.claim} and state = ${JOB_STATE.running} returning 1`,
  )
  if (moved.length === 0) throw new Superseded()
}

/**
 * Lets the job be claimed again soon instead of when its lease ends. `later`: a temporary failure of the database,
 * which does not count as an interruption.
 */
export const putBack = (ports: Ports, job: Job, later: boolean): Promise<unknown> =>
  ports.db
    .query(
      ENGINE,
      sql`update engine.job set planned_at = now() + interval '3 seconds', put_backs = put_backs + ${later ? 1 : 0}
        where id = ${job.id} and claim = ${job.claim} and state = ${JOB_STATE.running}`,
    )
    .catch(() => {})

/** Jobs of one user, newest first; `id` selects one of them, `query` reads within a transaction. */
export const jobsOf = (
  ports: Ports,
  userId: string,
  options: { id?: string; limit: number; offset?: number; query?: Query },
): Promise<Job[]> =>
  (options.query ?? (<Row>(text: Sql) => ports.db.query<Row>(ENGINE, text)))<Job>(
    sql`select ${COLUMNS} from engine.job j where j.user_id = ${userId} ${options.id ? sql`and j.id = ${options.id}` : sql``}
    order by j.id desc limit ${options.limit} offset ${options.offset ?? 0}`,
  )

export const filePlace = (jobId: string): string => `engine.job|file|${jobId}`
export const namesPlace = (jobId: string): string => `engine.job|names|${jobId}`
export const rowPlace = (jobId: string, rowNo: number): string => `engine.job_row|sealed|${jobId}:${rowNo}`

/** Removes files that are no longer needed: of imports after a day, of failed exports at once. Removes jobs after thirty days. */
export async function sweepJobs(ports: Ports): Promise<void> {
  const old = await ports.db.query<{ id: string; file_key: string }>(
    ENGINE,
    sql`select id, file_key from engine.job where file_key is not null and finished_at < now() - interval '1 day' limit 100`,
  )
  for (const { id, file_key } of old) {
    await ports.files.remove(file_key)
    await ports.db.query(ENGINE, sql`update engine.job set file_key = null where id = ${id}`)
  }
  const halves = await ports.db.query<{ id: string; file_parts: string[] }>(
    ENGINE,
    sql`select id, file_parts from engine.job
      where file_parts <> '{}' and finished_at < now() - interval '1 minute'
      and state in (${JOB_STATE.failed}, ${JOB_STATE.cancelled})
      limit 100`,
  )
  for (const { id, file_parts } of halves) {
    for (const key of file_parts) await ports.files.remove(key)
    await ports.db.query(ENGINE, sql`update engine.job set file_parts = '{}' where id = ${id}`)
  }
  await ports.db.query(
    ENGINE,
    sql`delete from engine.job where file_key is null and file_parts = '{}' and finished_at < now() - interval '30 days'`,
  )
}
