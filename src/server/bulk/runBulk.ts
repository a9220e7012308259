/**
 * Does one act to many rows: each row in a transaction of its own that also advances the job, so that no row is
 * processed twice and a refused one does not affect the others.
 */
import sql from 'sql-template-tag'
import { Refusal, type FieldProblem } from '#model/error.ts'
import { makeCtx, type Ctx, type Principal, zoned } from '../ctx.ts'
import type { Operations } from '../crud/operations.ts'
import { refusalOf } from '../http/failure.ts'
import { actorFor, checkApp, touchedBy } from '../http/scope.ts'
import { deferJob, endJob, namesPlace, rowPlace, stepJob, type Job } from '../jobs/job.ts'
import type { Ports } from '../ports.ts'
import { isLater } from '../sql/causeOf.ts'
import type { Query } from '../sql/db.ts'
import { actOnRow, bulkActsOf } from './bulkActs.ts'

/** How often a job checks whether the outcome of its rows is known. */
const LOOK_MS = 500

export async function runBulk(ports: Ports, job: Job, operations: Operations, user: Principal): Promise<void> {
  const { noun, half } = operations
  const { act = '', ids = [], input = {} } = job.payload
  if (!bulkActsOf(noun).includes(act) || !user.permissions.has(`${noun.key}:${act}`)) throw new Refusal('forbidden')
  const app = job.appId ? await checkApp(ports, user, job.appId) : null
  const actor = actorFor(user, touchedBy(half, user, true), app, true)
  const names = job.payload.names
    ? (JSON.parse(ports.vault.open(Buffer.from(job.payload.names, 'base64'), namesPlace(job.id)).toString()) as Record<
        string,
        string
      >)
    : {}
  const ctxOf = (query: Query): Ctx =>
    makeCtx({ user, actor, appId: job.appId, ...zoned(app), ports, jobId: job.id, ...job.payload }, query, ports.now())

  for (let at = job.ok + job.failed; at < ids.length; at += 1) {
    const id = ids[at]!
    await ports.db.tx(actor, async query => {
      const ctx = ctxOf(query)
      await query(sql`savepoint one`)
      try {
        await actOnRow(operations, ctx, { act, id, input })
        await query(sql`release savepoint one`)
        await stepJob(query, job, 1, 0)
      } catch (error) {
        const refusal = refusalOf(error)
        // The row is not to blame: the job is put back, and continues with this row.
        if (isLater(error)) throw error
        await query(sql`rollback to savepoint one; release savepoint one`)
        if (!refusal)
          ports.log.error({ job: job.id, row: id, error: (error as Error).stack }, 'a row of a bulk act failed')
        await keep(ctx, job, at, names[id] ?? id, { field: noun.name, text: (refusal ?? new Refusal('failed')).text })
        await stepJob(query, job, 0, 1)
      }
    })
  }
  await ports.db.tx(actor, async query => {
    const ctx = ctxOf(query)
    const { open = 0, failed = [] } = (await half.outcomes?.[act]?.(ctx, job.id)) ?? {}
    if (open > 0) return deferJob(query, job, LOOK_MS)
    for (const { id, text } of failed) {
      await keep(ctx, job, ids.indexOf(id), names[id] ?? id, { field: noun.name, text })
      await stepJob(query, job, -1, 1)
    }
    const [counted] = await query<{ ok: number; failed: number }>(
      sql`select ok, failed from engine.job where id = ${job.id}`,
    )
    await ctx.audit({
      action: 'bulk',
      object: noun.key,
      objectId: job.id,
      objectName: job.title,
      changes: { act, rows: ids.length, ok: counted?.ok, failed: counted?.failed },
    })
    await endJob(query, job, 'done')
  })
}

async function keep(ctx: Ctx, job: Job, at: number, name: string, problem: FieldProblem): Promise<void> {
  const { ports } = ctx
  const sourceId = 'sourceId' in ctx.actor ? ctx.actor.sourceId : null
  await ctx.sql(sql`insert into engine.job_row (job_id, app_id, source_id, row_no, problems, sealed)
    values (${job.id}, ${job.appId}, ${sourceId ?? job.sourceId}, ${at + 1}, ${JSON.stringify([problem])},
      ${ports.vault.seal(JSON.stringify([name]), rowPlace(job.id, at + 1))})`)
}
