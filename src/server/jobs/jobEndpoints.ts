/** What people do with their own jobs: find them again, read what failed, fetch it or what they made as a file, start what was checked, stop. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { say, type Language } from '#base/text.ts'
import { Refusal, type FieldProblem } from '#model/error.ts'
import { againBulk } from '../bulk/againBulk.ts'
import { bulkFailureSheet } from '../bulk/bulkFailureSheet.ts'
import type { Ctx, Principal } from '../ctx.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import { pageRequest } from '../crud/filters.ts'
import { sendWorkbook } from '../http/sendWorkbook.ts'
import { importColumns } from '../imports/columns.ts'
import { failureSheet } from '../imports/template.ts'
import type { Input } from '#model/row.ts'
import { endpoint, raw, type Half, type ServerPart } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { ENGINE, jobsOf, JOB_STATE, rowPlace, type Job } from './job.ts'
import { jobFile } from './jobFile.ts'
import { presentJob, type ShownJob } from './presentJob.ts'

interface KeptRow {
  row_no: number
  problems: FieldProblem[] | null
  sealed: Buffer
}

export function jobEndpoints(
  halves: readonly Half[],
  /** Who a user is now; null when they may no longer act. */
  principalOf: (ports: Ports, userId: string) => Promise<Principal | null>,
): ServerPart[] {
  const halfOf = (job: Job): Half => halves.find(half => half.noun.key === job.noun)!
  const shown = (job: Job, language: Language): ShownJob => presentJob(job, halfOf(job)?.noun, language)

  async function mine(ports: Ports, userId: string, id: unknown): Promise<Job> {
    const [job] = isId(id) ? await jobsOf(ports, userId, { id, limit: 1 }) : []
    if (!job) throw new Refusal('not_found')
    return job
  }
  const openCells = (ports: Ports, job: Job, row: KeptRow): string[] =>
    JSON.parse(ports.vault.open(row.sealed, rowPlace(job.id, row.row_no)).toString()) as string[]

  /** Moves the caller's job on when it is in one of the states; audited. */
  async function move(
    ctx: Ctx,
    input: Input,
    action: string,
    set: (job: Job) => Promise<unknown[]>,
  ): Promise<ShownJob> {
    const job = await mine(ctx.ports, ctx.user.userId, input.id)
    const moved = await set(job)
    if (moved.length === 0) throw new Refusal('wrong_state')
    await ctx.audit({ action, object: 'job', objectId: job.id, objectName: job.title })
    return shown({ ...job, ...(moved[0] as Partial<Job>) }, ctx.language)
  }

  const page = endpoint({
    method: 'GET',
    path: '/api/job/page',
    access: 'login',
    scope: 'engine',
    summary: ['调用者自己的任务，最新在前', "The caller's own jobs, newest first"],
    async run(ctx, input) {
      const { current, size } = pageRequest(input)
      const [counted] = await ctx.sql<{ total: number }>(
        sql`select count(*)::int as total from engine.job where user_id = ${ctx.user.userId}`,
      )
      const jobs = await jobsOf(ctx.ports, ctx.user.userId, { limit: size, offset: (current - 1) * size })
      const total = counted!.total
      return {
        records: jobs.map(job => shown(job, ctx.language)),
        total,
        size,
        current,
        pages: Math.ceil(total / size),
      }
    },
  })
  const view = endpoint({
    method: 'GET',
    path: '/api/job/:id',
    access: 'login',
    scope: 'none',
    summary: ['查看自己的一个任务', 'One of the own jobs'],
    run: async (ctx, input) => shown(await mine(ctx.ports, ctx.user.userId, input.id), ctx.language),
  })
  const failures = endpoint({
    method: 'GET',
    path: '/api/job/:id/failures',
    access: 'login',
    scope: 'engine',
    summary: [
      '任务中失败的行：行号，以及每个问题的列、所填内容和原因',
      'The rows of a job that failed: their number, and for each problem the column, what was given and the reason',
    ],
    async run(ctx, input) {
      const job = await mine(ctx.ports, ctx.user.userId, input.id)
      const { current, size } = pageRequest(input)
      const rows = await ctx.sql<KeptRow>(
        sql`select row_no, problems, sealed from engine.job_row where job_id = ${job.id} and problems is not null
          order by row_no limit ${size} offset ${(current - 1) * size}`,
      )
      const noun = await extendedNoun({ appId: job.appId, sql: ctx.sql }, halfOf(job))
      const labels = new Map(importColumns(noun).map(({ name, field }) => [name, field.label]))
      const columnOf = (field: string): string | null => {
        const label = labels.get(field) ?? noun.fields[field]?.label
        return label ? say(label, ctx.language) : null
      }
      const records = rows.map(row => {
        const cells = openCells(ctx.ports, job, row)
        return {
          row: row.row_no,
          problems: (row.problems ?? []).map(({ field, text }) => ({
            field,
            column: columnOf(field),
            given: cells[job.payload.columns.indexOf(field)] ?? null,
            reason: say(text, ctx.language),
          })),
        }
      })
      return { records, total: job.failed, size, current, pages: Math.ceil(job.failed / size) }
    },
  })
  const failuresFile = raw({
    method: 'GET',
    path: '/api/job/:id/failures.xlsx',
    access: 'login',
    summary: [
      '任务中失败的行，附原因列，可改正后重新导入',
      'The rows of a job that failed, with a column of reasons; to be corrected and imported again',
    ],
    async handle(ports, request, reply) {
      const job = await mine(ports, request.user!.userId, (request.params as Input).id)
      const rows = await ports.db.query<KeptRow>(
        ENGINE,
        sql`select row_no, problems, sealed from engine.job_row where job_id = ${job.id} and problems is not null order by row_no`,
      )
      if (rows.length === 0) throw new Refusal('not_found')
      const kept = rows.map(row => ({ cells: openCells(ports, job, row), problems: row.problems ?? [] }))
      const noun = await ports.db.tx(ENGINE, query => extendedNoun({ appId: job.appId, sql: query }, halfOf(job)))
      const sheet =
        job.kind === 'bulk'
          ? bulkFailureSheet(noun, kept, request.language)
          : failureSheet(noun, job.payload.columns, kept, request.language)
      return sendWorkbook(reply, 'failures', await ports.sheets.write([sheet]))
    },
  })
  const answersFile = raw({
    method: 'GET',
    path: '/api/job/:id/answers.xlsx',
    access: 'login',
    summary: [
      '导入产生的一次性内容（如设备密钥），只能下载一次',
      'What an import answered that cannot be read again, such as device secrets; it can be fetched once',
    ],
    async handle(ports, request, reply) {
      const job = await mine(ports, request.user!.userId, (request.params as Input).id)
      const rows = await ports.db.query<KeptRow>(
        ENGINE,
        sql`select row_no, problems, sealed from engine.job_row where job_id = ${job.id} and problems is null and ${job.answers} order by row_no`,
      )
      const { noun, shownOnce = [] } = halfOf(job)
      const heading = shownOnce.map(({ label }) => ({ text: say(label, request.language), look: 'heading' as const }))
      const book = await ports.sheets.write([
        {
          name: say(noun.label, request.language),
          widths: shownOnce.map(() => 28),
          fixedRows: 1,
          rows: [heading, ...rows.map(row => openCells(ports, job, row))],
        },
      ])
      // Forgotten only when the file is ready; of two who ask at once, one gets it.
      const forgotten = await ports.db.query(
        ENGINE,
        sql`with asked as (update engine.job set answers = false where id = ${job.id} and answers returning id)
        delete from engine.job_row r using asked where r.job_id = asked.id and r.problems is null returning 1`,
      )
      if (forgotten.length === 0) throw new Refusal('not_found')
      return sendWorkbook(reply, 'answers', book)
    },
  })
  const cancel = endpoint({
    method: 'POST',
    path: '/api/job/:id/cancel',
    access: 'login',
    scope: 'engine',
    summary: ['停止自己的任务，已完成的行保留', 'Stops an own job; rows that were done stay'],
    run: (ctx, input) =>
      move(ctx, input, 'cancelJob', job =>
        ctx.sql<Pick<Job, 'state' | 'ok' | 'failed' | 'finishedAt'>>(
          sql`update engine.job set state = ${JOB_STATE.cancelled}, finished_at = now() where id = ${job.id} and state in (${JOB_STATE.queued}, ${JOB_STATE.running})
          returning state, ok, failed, finished_at as "finishedAt"`,
        ),
      ),
  })
  const start = endpoint({
    method: 'POST',
    path: '/api/job/:id/import',
    access: 'login',
    scope: 'engine',
    summary: ['导入自己已校验的任务', 'Imports what an own job has checked'],
    run: (ctx, input) =>
      move(ctx, input, 'importChecked', async job => {
        if (!ctx.user.permissions.has(`${job.noun}:import`)) throw new Refusal('forbidden')
        const moved = await ctx.sql<Pick<Job, 'dry' | 'state' | 'ok' | 'failed' | 'startedAt' | 'finishedAt'>>(
          sql`update engine.job
            set dry = false, state = ${JOB_STATE.queued}, ok = 0, failed = 0, planned_at = now(), started_at = null,
            finished_at = null
          where id = ${job.id} and dry and state = ${JOB_STATE.done} and file_key is not null
          returning dry, state, ok, failed, null as "startedAt", null as "finishedAt"`,
        )
        if (moved.length) await ctx.sql(sql`delete from engine.job_row where job_id = ${job.id}`)
        return moved
      }),
  })
  const again = endpoint({
    method: 'POST',
    path: '/api/job/:id/again',
    access: 'login',
    scope: 'engine',
    summary: [
      '对自己批量任务中未完成的项再执行一次，返回新任务',
      'Does once more what an own bulk act could not do; answers a new job',
    ],
    async run(ctx, input) {
      const job = await mine(ctx.ports, ctx.user.userId, input.id)
      return shown(await againBulk(ctx, job, halfOf(job).noun), ctx.language)
    },
  })
  return [page, failures, failuresFile, answersFile, view, cancel, start, again, ...jobFile(principalOf)]
}
