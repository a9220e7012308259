/** Repeats the failed rows of a bulk act as a new job. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import { requireProof } from '../auth/requireProof.ts'
import type { Ctx } from '../ctx.ts'
import { acceptJob } from '../jobs/acceptJob.ts'
import { JOB_STATE, jobsOf, namesPlace, type Job } from '../jobs/job.ts'
import { bulkAct, bulkActsOf } from './bulkActs.ts'

/** Runs in the engine's transaction and returns the new job. Refused while the first job runs, and when none of its rows failed. */
export async function againBulk(ctx: Ctx, job: Job, noun: Noun): Promise<Job> {
  const { act = '', ids = [], names } = job.payload
  if (job.kind !== 'bulk' || job.state === JOB_STATE.queued || job.state === JOB_STATE.running)
    throw new Refusal('wrong_state')
  if (!bulkActsOf(noun).includes(act) || !ctx.user.permissions.has(`${noun.key}:${act}`)) throw new Refusal('forbidden')
  if (bulkAct(noun, act).proof) await requireProof(ctx.ports, ctx.user)
  const failed = await ctx.sql<{ at: number }>(
    sql`select row_no as at from engine.job_row where job_id = ${job.id} and problems is not null order by row_no`,
  )
  const again = failed.map(({ at }) => ids[at - 1]!)
  if (again.length === 0) throw new Refusal('wrong_state')
  const { vault } = ctx.ports
  const newId = ctx.newId()
  const opened = names && vault.open(Buffer.from(names, 'base64'), namesPlace(job.id)).toString()
  const { id } = await acceptJob(ctx.sql, {
    ...{ id: newId, kind: 'bulk', noun: job.noun, title: job.title },
    ...{ appId: job.appId, sourceId: job.sourceId, userId: job.userId, total: again.length },
    payload: {
      ...job.payload,
      ids: again,
      digest: `${job.payload.digest} ${job.id}`,
      ...(opened ? { names: vault.seal(opened, namesPlace(newId)).toString('base64') } : {}),
    },
  })
  const [made] = await jobsOf(ctx.ports, job.userId, { id, limit: 1, query: ctx.sql })
  return made!
}
