/** Accepts a job: the same request twice is one job, and one user may have only a limited number of open ones. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Query } from '../sql/db.ts'
import { JOB_STATE, type JobPayload } from './job.ts'

export const MAX_OPEN_JOBS = 5

export const tooManyJobs = (): Refusal =>
  new Refusal('too_many', {
    text: [`同时最多${MAX_OPEN_JOBS}个任务`, `At most ${MAX_OPEN_JOBS} jobs at a time`],
    data: { retryAfterS: 30 },
  })

export interface NewJob {
  id: string
  kind: 'export' | 'bulk'
  noun: string
  title: string
  appId: string | null
  sourceId: string
  userId: string
  total: number
  payload: JobPayload
}

/** In the engine's transaction `query`; `fresh`: the job is new. */
export async function acceptJob(query: Query, job: NewJob): Promise<{ id: string; fresh: boolean }> {
  // Of two simultaneous requests the second waits here, and then finds the job of the first.
  await query(sql`select pg_advisory_xact_lock(hashtextextended('engine.job ' || ${job.userId}, 0))`)
  const open = await query<{ id: string; same: boolean }>(
    sql`select id, (kind = ${job.kind} and noun = ${job.noun} and app_id is not distinct from ${job.appId} and payload->>'digest' = ${job.payload.digest}) as same
    from engine.job where user_id = ${job.userId} and state in (${JOB_STATE.queued}, ${JOB_STATE.running})`,
  )
  const same = open.find(one => one.same)
  if (same) return { id: same.id, fresh: false }
  if (open.length >= MAX_OPEN_JOBS) throw tooManyJobs()
  await query(sql`insert into engine.job (id, kind, noun, title, app_id, source_id, user_id, total, payload)
    values (${job.id}, ${job.kind}, ${job.noun}, ${job.title}, ${job.appId}, ${job.sourceId}, ${job.userId}, ${job.total}, ${JSON.stringify(job.payload)})`)
  return { id: job.id, fresh: true }
}
