/**
 * Runs an import: each row by the same operation as the API, in batches that commit together with the job's progress,
 * so that no row is imported twice.
 */
import sql from 'sql-template-tag'
import { Refusal, type FieldProblem } from '#model/error.ts'
import { makeCtx, type Ctx, type Principal, zoned } from '../ctx.ts'
import type { Operations } from '../crud/operations.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import type { NounIndex } from '../crud/references.ts'
import { loggable, refusalOf } from '../http/failure.ts'
import { actorFor, checkApp } from '../http/scope.ts'
import { endJob, ENGINE, filePlace, rowPlace, stepJob, type Job } from '../jobs/job.ts'
import type { Ports } from '../ports.ts'
import type { Actor, Query } from '../sql/db.ts'
import { importColumns } from './columns.ts'
import { FileRows, type FileRow } from './fileRows.ts'
import { ReferenceBook } from './references.ts'
import { problemsOf, rowInput } from './rowInput.ts'

const BATCH = 100

interface Outcome {
  row: FileRow
  problems?: FieldProblem[]
  /** The answer of the operation that is shown only once. */
  answer?: string[]
}
/** Thrown to roll back the transaction of a trial run. */
class Undo extends Error {}

export async function runImport(
  ports: Ports,
  job: Job,
  operations: Operations,
  nouns: NounIndex,
  user: Principal,
): Promise<void> {
  const { noun, half } = operations
  if (!user.permissions.has(`${noun.key}:import`)) throw new Refusal('forbidden')
  const app = job.appId ? await checkApp(ports, user, job.appId) : null
  const actor = actorFor(user, noun.scope, app, true)
  const ctxOf = (query: Query): Ctx =>
    makeCtx({ user, actor, appId: job.appId, ...zoned(app), ports, ...job.payload }, query, ports.now())
  const rows = await openRows(ports, job)
  const heading = job.payload.columns
  const extended = await ports.db.tx(actor, query => extendedNoun(ctxOf(query), half))
  const unique = importColumns(extended).flatMap(({ name, field }) => (field.unique ? [heading.indexOf(name)] : []))
  const run: ImportRun = {
    ...{ ports, job, operations, nouns, ctxOf },
    doubles: await rows.doubles(unique.filter(index => index >= 0)),
    book: new ReferenceBook(),
  }
  const takeAll: TakeAll = (query, batch) => takeBatch(run, query, batch)
  if (job.dry) return tryOut(ports, job, actor, rows, takeAll)
  for (let from = job.ok + job.failed; from < rows.count; from += BATCH)
    await ports.db.tx(actor, async query => {
      const outcomes = await takeAll(query, rows.slice(from, from + BATCH))
      await keep(ports, query, job, actor, outcomes)
      await stepJob(query, job, ...countsOf(outcomes))
    })
  await ports.db.tx(actor, query => finish(run, query))
  await ports.files.remove(job.fileKey!)
}

/** The shared state of the rows of one import. */
interface ImportRun {
  ports: Ports
  job: Job
  operations: Operations
  nouns: NounIndex
  ctxOf: (query: Query) => Ctx
  doubles: Awaited<ReturnType<FileRows['doubles']>>
  book: ReferenceBook
}
type TakeAll = (query: Query, batch: readonly FileRow[]) => Promise<Outcome[]>

/** Imports one row. Throws the refusal of the operation. */
async function takeRow({ job, operations, nouns, doubles, book }: ImportRun, ctx: Ctx, row: FileRow): Promise<Outcome> {
  const { half } = operations
  const heading = job.payload.columns
  const double = doubles.get(row.no)
  if (double)
    return {
      row,
      problems: double.map(({ column, first }) => ({
        field: heading[column]!,
        text: [`与第${first}行重复`, `Duplicate of row ${first}`],
      })),
    }
  const given = await rowInput(ctx, half, nouns, heading, row, book)
  if ('problems' in given) return { row, problems: given.problems }
  const made = await operations.insert(ctx, given.input)
  return half.shownOnce ? { row, answer: half.shownOnce.map(({ name }) => String(made[name] ?? '')) } : { row }
}

/** Imports one row in a savepoint and collects its problems when the operation refuses it. */
async function takeAlone(run: ImportRun, ctx: Ctx, row: FileRow): Promise<Outcome> {
  const taken = await attempt(ctx, () => takeRow(run, ctx, row))
  if ('done' in taken) return taken.done
  const problems = problemsOf(taken.error)
  if (!problems) throw taken.error
  if (!refusalOf(taken.error))
    run.ports.log.error({ job: run.job.id, row: row.no, error: loggable(taken.error) }, 'a row of an import failed')
  return { row, problems }
}

/** Most batches have no refused row: one savepoint for the whole batch, and one for each row only when that fails. */
async function takeBatch(run: ImportRun, query: Query, batch: readonly FileRow[]): Promise<Outcome[]> {
  const inTurn = async (take: (row: FileRow) => Promise<Outcome>): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    for (const row of batch) outcomes.push(await take(row))
    return outcomes
  }
  const ctx = run.ctxOf(query)
  const taken = await attempt(ctx, () => inTurn(row => takeRow(run, ctx, row)))
  if ('done' in taken) return taken.done
  // Cached references may have been created by the batch that was rolled back.
  run.book.forget()
  const anew = run.ctxOf(query)
  return inTurn(row => takeAlone(run, anew, row))
}

async function finish({ job, operations, ctxOf }: ImportRun, query: Query): Promise<void> {
  const [counted] = await query<{ ok: number; failed: number; answers: boolean }>(
    sql`select ok, failed,
      exists (select from engine.job_row where job_id = j.id and problems is null) as answers
      from engine.job j where id = ${job.id}`,
  )
  await ctxOf(query).audit({
    action: 'import',
    object: operations.noun.key,
    objectId: job.id,
    objectName: job.title,
    changes: { rows: job.total, ok: counted?.ok, failed: counted?.failed },
  })
  await endJob(query, job, 'done', { answers: counted?.answers ?? false })
}

/** Runs `work` in a savepoint, which is rolled back when it throws. */
async function attempt<T>(ctx: Ctx, work: () => Promise<T>): Promise<{ done: T } | { error: unknown }> {
  await ctx.sql(sql`savepoint attempt`)
  try {
    const done = await work()
    await ctx.sql(sql`release savepoint attempt`)
    return { done }
  } catch (error) {
    await ctx.sql(sql`rollback to savepoint attempt`)
    await ctx.sql(sql`release savepoint attempt`)
    return { error }
  }
}

async function openRows(ports: Ports, job: Job): Promise<FileRows> {
  const sealed = job.fileKey ? await ports.files.get(job.fileKey) : null
  if (!sealed)
    throw new Refusal('not_found', {
      text: ['文件已不在，请重新上传', 'The file no longer exists; please upload it again'],
    })
  return new FileRows(ports.vault.open(sealed, filePlace(job.id)))
}

/** Imports all rows in one transaction that is rolled back, so that later rows see the effects of earlier ones. */
async function tryOut(ports: Ports, job: Job, actor: Actor, rows: FileRows, takeAll: TakeAll): Promise<void> {
  // An interrupted trial starts again: nothing of it was kept.
  await ports.db.query(
    ENGINE,
    sql`update engine.job set ok = 0, failed = 0 where id = ${job.id} and claim = ${job.claim}`,
  )
  const bad: Outcome[] = []
  await ports.db
    .tx(actor, async query => {
      for (let from = 0; from < rows.count; from += BATCH) {
        const outcomes = await takeAll(query, rows.slice(from, from + BATCH))
        bad.push(...outcomes.filter(({ problems }) => problems))
        await ports.db.tx(ENGINE, engine => stepJob(engine, job, ...countsOf(outcomes)))
      }
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  await ports.db.tx(ENGINE, async query => {
    await query(sql`delete from engine.job_row where job_id = ${job.id}`)
    for (let from = 0; from < bad.length; from += BATCH)
      await keep(ports, query, job, actor, bad.slice(from, from + BATCH))
    await endJob(query, job, 'done')
  })
}

const countsOf = (outcomes: readonly Outcome[]): [ok: number, failed: number] => {
  const failed = outcomes.filter(({ problems }) => problems).length
  return [outcomes.length - failed, failed]
}

/** Stores the results of rows: failures with their input, and answers that are shown once. Both are sealed. */
async function keep(ports: Ports, query: Query, job: Job, actor: Actor, outcomes: readonly Outcome[]): Promise<void> {
  const kept = outcomes
    .filter(({ problems, answer }) => problems || answer)
    .map(({ row, problems, answer }) => ({
      no: row.no,
      problems: problems ?? null,
      sealed: ports.vault.seal(JSON.stringify(answer ?? row.cells), rowPlace(job.id, row.no)).toString('base64'),
    }))
  if (kept.length === 0) return
  const sourceId = 'sourceId' in actor ? actor.sourceId : null
  await query(sql`insert into engine.job_row (job_id, app_id, source_id, row_no, problems, sealed)
    select ${job.id}, ${job.appId}, ${sourceId ?? job.sourceId}, r.no, r.problems, decode(r.sealed, 'base64')
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r (no int, problems jsonb, sealed text)`)
}
