/** Stored results of a job's rows, for its owner: failures as a list and as a file, and answers that are shown once. */
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import { Refusal, type FieldProblem } from '#model/error.ts'
import { PAGING } from '#model/list/paging.ts'
import type { Input } from '#model/row.ts'
import { bulkFailureSheet } from '../bulk/bulkFailureSheet.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import { pageRequest } from '../crud/filters.ts'
import { sendWorkbook } from '../http/sendWorkbook.ts'
import { importColumns } from '../imports/columns.ts'
import { failureSheet } from '../imports/template.ts'
import { endpoint, raw, type ServerPart } from '../parts.ts'
import type { Ctx } from '../ctx.ts'
import type { Missing } from '../imports/references.ts'
import type { Ports } from '../ports.ts'
import { ENGINE, rowPlace, type Job } from './job.ts'
import type { OwnJobs } from './ownJobs.ts'

interface JobRow {
  row_no: number
  problems: FieldProblem[] | null
  sealed: Buffer
}

const cellsOf = (ports: Ports, job: Job, row: JobRow): string[] =>
  JSON.parse(ports.vault.open(row.sealed, rowPlace(job.id, row.row_no)).toString()) as string[]

const failures = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'GET',
    path: '/api/job/:id/failures',
    access: 'login',
    places: true,
    scope: 'engine',
    input: PAGING,
    summary: [
      '任务中失败的行：行号，以及每个问题的列、所填内容和原因',
      'The failed rows of a job: their number, and for each problem the column, the input and the reason',
    ],
    async run(ctx, input) {
      const job = await own.open(ctx.ports, ctx.user, input.id)
      const { current, size } = pageRequest(input)
      const rows = await ctx.sql<JobRow>(
        sql`select row_no, problems, sealed from engine.job_row where job_id = ${job.id} and problems is not null
          order by row_no limit ${size} offset ${(current - 1) * size}`,
      )
      const columnOf = await columnsOf(ctx, own, job)
      const records = rows.map(row => {
        const cells = cellsOf(ctx.ports, job, row)
        return {
          row: row.row_no,
          problems: (row.problems ?? []).map(({ field, text }) => ({
            field,
            column: columnOf(field),
            given: cells[job.payload.columns.indexOf(field)] ?? null,
            reason: translate(text, ctx.language),
          })),
        }
      })
      return { records, total: job.failed, size, current, pages: Math.ceil(job.failed / size) }
    },
  })

/** Groups of this size and more are what somebody mends at once; the others are in the list of rows. */
const MOST_CAUSES = 100
const FIRST_ROWS = 5

const causes = (own: OwnJobs): ServerPart =>
  endpoint({
    method: 'GET',
    path: '/api/job/:id/causes',
    access: 'login',
    places: true,
    scope: 'engine',
    summary: [
      '导入失败的原因，最多的在前：列、原因、行数、最初几行，以及缺少的记录',
      'Why rows of an import failed, the most frequent first: column, reason, number of rows, the first of them, and what is missing',
    ],
    async run(ctx, input) {
      const job = await own.open(ctx.ports, ctx.user, input.id)
      const found = await ctx.sql<{
        field: string
        text: Text
        missing: Missing | null
        count: number
        rows: number[]
      }>(
        sql`select p->>'field' as field, p->'text' as text, p->'missing' as missing, count(*)::int as count,
            (array_agg(row_no order by row_no))[1:${FIRST_ROWS}] as rows
          from engine.job_row, jsonb_array_elements(problems) p where job_id = ${job.id} and problems is not null
          group by 1, 2, 3 order by 4 desc, min(row_no) limit ${MOST_CAUSES}`,
      )
      const columnOf = await columnsOf(ctx, own, job)
      return found.map(({ field, text, missing, count, rows }) => ({
        ...{ field, column: columnOf(field), reason: translate(text, ctx.language), count, rows, missing },
      }))
    },
  })

/** Names the column of a field as the file does. */
async function columnsOf(ctx: Ctx, own: OwnJobs, job: Job): Promise<(field: string) => string | null> {
  const noun = await extendedNoun({ appId: job.appId, sql: ctx.sql }, own.halfOf(job))
  const labels = new Map(importColumns(noun).map(({ name, field }) => [name, field.label]))
  return field => {
    const label = labels.get(field) ?? noun.fields[field]?.label
    return label ? translate(label, ctx.language) : null
  }
}

const failuresFile = (own: OwnJobs): ServerPart =>
  raw({
    method: 'GET',
    path: '/api/job/:id/failures.xlsx',
    access: 'login',
    places: true,
    summary: [
      '任务中失败的行，附原因列，可改正后重新导入',
      'The failed rows of a job, with a column of reasons; can be corrected and imported again',
    ],
    async handle(ports, request, reply) {
      const job = await own.open(ports, request.user!, (request.params as Input).id)
      const rows = await ports.db.query<JobRow>(
        ENGINE,
        sql`select row_no, problems, sealed from engine.job_row where job_id = ${job.id} and problems is not null
              order by row_no`,
      )
      if (rows.length === 0) throw new Refusal('not_found')
      const rejected = rows.map(row => ({ cells: cellsOf(ports, job, row), problems: row.problems ?? [] }))
      const noun = await ports.db.tx(ENGINE, query => extendedNoun({ appId: job.appId, sql: query }, own.halfOf(job)))
      const sheet =
        job.kind === 'bulk'
          ? bulkFailureSheet(noun, rejected, request.language)
          : failureSheet(noun, job.payload.columns, rejected, request.language)
      return sendWorkbook(reply, 'failures', await ports.sheets.write([sheet]))
    },
  })

const answersFile = (own: OwnJobs): ServerPart =>
  raw({
    method: 'GET',
    path: '/api/job/:id/answers.xlsx',
    access: 'login',
    places: true,
    summary: [
      '导入产生的一次性内容（如设备密钥），只能下载一次',
      'Results of an import that are shown once, such as device secrets; can be downloaded once',
    ],
    async handle(ports, request, reply) {
      const job = await own.open(ports, request.user!, (request.params as Input).id)
      const rows = await ports.db.query<JobRow>(
        ENGINE,
        sql`select row_no, problems, sealed from engine.job_row
              where job_id = ${job.id} and problems is null and ${job.answers} order by row_no`,
      )
      const { noun, shownOnce = [] } = own.halfOf(job)
      const heading = shownOnce.map(({ label }) => ({
        text: translate(label, request.language),
        look: 'heading' as const,
      }))
      const book = await ports.sheets.write([
        {
          name: translate(noun.label, request.language),
          widths: shownOnce.map(() => 28),
          fixedRows: 1,
          rows: [heading, ...rows.map(row => cellsOf(ports, job, row))],
        },
      ])
      // Deleted only when the file is ready; of two simultaneous requests, one gets it.
      const forgotten = await ports.db.query(
        ENGINE,
        sql`with asked as (update engine.job set answers = false where id = ${job.id} and answers returning id)
        delete from engine.job_row r using asked where r.job_id = asked.id and r.problems is null returning 1`,
      )
      if (forgotten.length === 0) throw new Refusal('not_found')
      return sendWorkbook(reply, 'answers', book)
    },
  })

export const jobRows = (own: OwnJobs): ServerPart[] => [failures(own), causes(own), failuresFile(own), answersFile(own)]
