/** A new job from one that ended: its failed rows once more, or the act undone on the rows that succeeded. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { requireProof } from '../auth/requireProof.ts'
import type { Ctx, Principal } from '../ctx.ts'
import { acceptJob } from '../jobs/acceptJob.ts'
import { JOB_STATE, jobsOf, namesPlace, type Job } from '../jobs/job.ts'
import { bulkAct, bulkActsOf } from './bulkActs.ts'

/** As long as a removal. */
const UNDO_MS = 10 * 60_000

const isOver = ({ kind, state }: Job): boolean =>
  kind === 'bulk' && state !== JOB_STATE.queued && state !== JOB_STATE.running
const mayDo = (user: Principal, noun: Noun, act: string): boolean =>
  bulkActsOf(noun).includes(act) && user.permissions.has(`${noun.key}:${act}`)
const failedRows = async (ctx: Ctx, job: Job): Promise<number[]> => {
  const rows = await ctx.sql<{ at: number }>(
    sql`select row_no as at from engine.job_row where job_id = ${job.id} and problems is not null order by row_no`,
  )
  return rows.map(({ at }) => at)
}

/** The act that undoes the job, if there is one that the user may do, for ten minutes after it ended. */
export function undoOf(job: Job, noun: Noun, user: Principal, now: Date): string | undefined {
  const { act = '' } = job.payload
  if (!isOver(job) || job.ok === 0 || !bulkActsOf(noun).includes(act)) return undefined
  const { undo } = bulkAct(noun, act)
  const inTime = job.finishedAt !== null && now.getTime() - Date.parse(job.finishedAt) < UNDO_MS
  return undo && inTime && mayDo(user, noun, undo) ? undo : undefined
}

/** Runs in the engine's transaction and returns the new job. Refused while the first job runs, and when none of its rows failed. */
export async function againBulk(ctx: Ctx, job: Job, noun: Noun): Promise<Job> {
  const { act = '', ids = [] } = job.payload
  if (!isOver(job)) throw new Refusal('wrong_state')
  if (!mayDo(ctx.user, noun, act)) throw new Refusal('forbidden')
  const again = (await failedRows(ctx, job)).map(at => ids[at - 1]!)
  return makeJob(ctx, job, noun, { act, ids: again, title: job.title })
}

/** Runs in the engine's transaction and returns the new job. Refused when the job cannot be undone, or no longer. */
export async function undoBulk(ctx: Ctx, job: Job, noun: Noun): Promise<Job> {
  const { ids = [] } = job.payload
  const act = undoOf(job, noun, ctx.user, ctx.now)
  if (!act) throw new Refusal('wrong_state')
  const failed = new Set(await failedRows(ctx, job))
  // A stopped job has come to this row.
  const done = ids.slice(0, job.ok + job.failed).filter((_, index) => !failed.has(index + 1))
  const title = translate(bulkAct(noun, act).label, ctx.language)
  return makeJob(ctx, job, noun, { act, ids: done, title, input: {} })
}

async function makeJob(
  ctx: Ctx,
  job: Job,
  noun: Noun,
  { title, ...more }: { act: string; ids: string[]; title: string; input?: Input },
): Promise<Job> {
  if (more.ids.length === 0) throw new Refusal('wrong_state')
  if (bulkAct(noun, more.act).proof) await requireProof(ctx.ports, ctx.user)
  const { names } = job.payload
  const { vault } = ctx.ports
  const newId = ctx.newId()
  const opened = names && vault.open(Buffer.from(names, 'base64'), namesPlace(job.id)).toString()
  const { id } = await acceptJob(ctx.sql, {
    ...{ id: newId, kind: 'bulk', noun: job.noun, title },
    ...{ appId: job.appId, sourceId: job.sourceId, userId: job.userId, total: more.ids.length },
    payload: {
      ...{ ...job.payload, ...more },
      digest: `${job.payload.digest} ${job.id} ${more.act}`,
      ...(opened ? { names: vault.seal(opened, namesPlace(newId)).toString('base64') } : {}),
    },
  })
  const [made] = await jobsOf(ctx.ports, job.userId, { id, limit: 1, query: ctx.sql })
  return made!
}
