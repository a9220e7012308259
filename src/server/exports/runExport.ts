/**
 * Writes an export: the list's own query in the requesting user's role, from one cursor into pieces of a file; started
 * again if its worker died.
 */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { makeCtx, type Principal, zoned } from '../ctx.ts'
import { batches } from '../crud/batches.ts'
import { exportTable } from '../crud/exportTable.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import type { Operations } from '../crud/operations.ts'
import { actorFor, checkApp, touchedBy } from '../http/scope.ts'
import { endJob, ENGINE, stepJob, type Job } from '../jobs/job.ts'
import type { Ports } from '../ports.ts'
import { tableFile } from '../sheets/tableFile.ts'
import { ExportFile, removeParts } from './exportFile.ts'

/** Rows per step: other work of this process runs in between. */
const BATCH = 100
/** The interval at which the job's row is updated with the progress, which also renews the claim. */
const STEP_MS = 400
/** A statement that sorts all rows takes longer than one that reads a page. */
const STATEMENT_MS = 60_000

export async function runExport(ports: Ports, job: Job, operations: Operations, user: Principal): Promise<void> {
  const { noun, half } = operations
  if (!user.permissions.has(`${noun.key}:export`)) throw new Refusal('forbidden')
  const app = job.appId ? await checkApp(ports, user, job.appId) : null
  const actor = actorFor(user, touchedBy(half, user, false), app, false)
  const { filters = {}, columns, language } = job.payload
  await beginAnew(ports, job)

  const file = new ExportFile(ports, job)
  let rows = 0
  let reported = 0
  const reportProgress = async (): Promise<void> => {
    const more = rows - reported
    await ports.db.tx(ENGINE, query => stepJob(query, job, more, 0))
    reported = rows
  }
  try {
    await ports.db.tx(
      actor,
      async query => {
        const ctx = makeCtx({ user, actor, appId: job.appId, ...zoned(app), ports, ...job.payload }, query, ports.now())
        const table = exportTable(
          await extendedNoun(ctx, half),
          columns.filter(name => name !== null),
          { language, zone: ctx.zone, nouns: operations.nouns, classes: ports.classes },
          half.written,
        )
        const written = tableFile(job.payload.format ?? 'csv', bytes => file.write(bytes))
        await written.begin(translate(noun.label, language), table.heading)
        let due = Date.now() + STEP_MS
        for await (const batch of batches(operations, ctx, filters, BATCH)) {
          await written.rows(batch.map(table.cells))
          rows += batch.length
          if (Date.now() < due) continue
          if (ports.stopping.aborted) throw new Error('the process is stopping')
          await reportProgress()
          due = Date.now() + STEP_MS
        }
        await written.end()
      },
      { statementMs: STATEMENT_MS },
    )
    await file.flush()
    await reportProgress()
    await ports.db.tx(ENGINE, async query => {
      await endJob(query, job, 'done')
      await query(sql`update engine.job set total = ok, file_bytes = ${file.bytes},
        payload = payload || ${JSON.stringify({ reach: actor })}::jsonb where id = ${job.id}`)
    })
  } catch (error) {
    await file.discard()
    await forget(ports, job)
    throw error
  }
}

/** First removes what a dead worker had written. */
async function beginAnew(ports: Ports, job: Job): Promise<void> {
  await removeParts(ports, job.id, job.fileParts)
  await ports.db.query(ENGINE, sql`update engine.job set ok = 0 where id = ${job.id} and claim = ${job.claim}`)
}

/** Removes the keys of the removed pieces from the job, unless another worker has begun to write its own. */
const forget = (ports: Ports, job: Job): Promise<unknown> =>
  ports.db
    .query(ENGINE, sql`update engine.job set file_parts = '{}' where id = ${job.id} and claim = ${job.claim}`)
    .catch(() => {})
