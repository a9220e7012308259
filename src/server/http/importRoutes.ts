/** The two import routes of a noun: a template to fill in, and the upload of a file, which becomes a job. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Language } from '#base/text.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx, Principal } from '../ctx.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import type { Operations } from '../crud/operations.ts'
import type { NounIndex } from '../crud/references.ts'
import { choicesOf, importColumns, knownHeadings, readHeading, type ColumnChoices } from '../imports/columns.ts'
import { templateSheets } from '../imports/template.ts'
import { MAX_OPEN_JOBS, tooManyJobs } from '../jobs/acceptJob.ts'
import { ENGINE, filePlace, jobsOf, JOB_STATE } from '../jobs/job.ts'
import { presentJob, type ShownJob } from '../jobs/presentJob.ts'
import type { Ports } from '../ports.ts'
import type { Actor } from '../sql/db.ts'
import { sendWorkbook } from './sendWorkbook.ts'
import { sourceOfJob } from './scope.ts'

export interface ImportRouting {
  ports: Ports
  nouns: NounIndex
  allow(request: FastifyRequest, point: string): Principal
  /** Runs in the scope in which the rows will be written. */
  inScope<T>(request: FastifyRequest, user: Principal, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export function addImportRoutes(app: FastifyInstance, operations: Operations, routing: ImportRouting): void {
  const { noun } = operations
  const { ports, nouns } = routing
  const { half } = operations
  const templates = new Map<Language, Promise<Uint8Array>>()
  app.get(`${noun.api}/importTemplate`, { config: { access: `${noun.key}:import` } }, async (request, reply) => {
    const user = routing.allow(request, `${noun.key}:import`)
    const { language } = request
    if (half.extend) {
      const extended = await routing.inScope(request, user, ctx => extendedNoun(ctx, half))
      return sendWorkbook(
        reply,
        `${noun.key}-template`,
        await ports.sheets.write(templateSheets(extended, nouns, language)),
      )
    }
    const made = templates.get(language) ?? ports.sheets.write(templateSheets(noun, nouns, language))
    templates.set(language, made)
    made.catch(() => templates.delete(language))
    return sendWorkbook(reply, `${noun.key}-template`, await made)
  })
  app.post(`${noun.api}/import`, { config: { access: `${noun.key}:import` } }, async request => {
    const user = routing.allow(request, `${noun.key}:import`)
    const scope = await routing.inScope(request, user, async ctx => ({
      noun: await extendedNoun(ctx, half),
      appId: ctx.appId,
      reach: ctx.actor,
      sourceId: sourceOfJob(user, ctx.actor),
    }))
    const job = await startImport(ports, request, user, scope)
    return { code: 0, msg: null, data: job }
  })
}

async function startImport(
  ports: Ports,
  request: FastifyRequest,
  user: Principal,
  scope: { noun: Noun; appId: string | null; reach: Actor; sourceId: string },
): Promise<ShownJob & { choices: ReturnType<typeof choicesOf> }> {
  const { noun, reach } = scope
  const part = request.isMultipart() ? await request.file() : undefined
  // A part without a file name is not a file, even if it was sent as one.
  if (part?.fieldname !== 'file' || !part.filename)
    throw invalidFields([{ field: 'file', text: ['请选择文件', 'Choose a file'] }])
  const title = [...part.filename]
    .slice(-120)
    .join('')
    .replace(/\0|\p{Surrogate}/gu, '')
  const sheet = await ports.sheets.read(await part.toBuffer(), part.filename, knownHeadings(noun))
  const { columns, leftOut, chosen } = readHeading(noun, sheet.heading, chosenColumns(part.fields.columns))
  if (sheet.count === 0)
    throw invalidFields([{ field: 'file', text: ['文件中没有数据行', 'The file contains no data rows'] }])
  const dry = (request.query as { dry?: string }).dry === 'true'
  // The same file with other columns is another import.
  const digest = `${sheet.digest} ${columns.join()}`

  const open = await ports.db.query<{ id: string; same: boolean }>(
    ENGINE,
    sql`select id, (noun = ${noun.key} and dry = ${dry} and app_id is not distinct from ${scope.appId} and payload->>'digest' = ${digest}) as same
    from engine.job where user_id = ${user.userId} and state in (${JOB_STATE.queued}, ${JOB_STATE.running})`,
  )
  // A file that is sent twice is one import.
  const same = open.find(job => job.same)
  if (!same && open.length >= MAX_OPEN_JOBS) throw tooManyJobs()
  const id = same?.id ?? ports.newId()
  if (!same) {
    const fileKey = await ports.files.put(ports.vault.seal(sheet.lines, filePlace(id)))
    const { language, address: ip, id: requestId } = request
    const payload = { columns, leftOut, chosen, digest, reach, language, ip, requestId }
    await ports.db.query(
      ENGINE,
      sql`insert into engine.job (id, kind, noun, title, app_id, source_id, user_id, dry, total, file_key, payload)
      values (${id}, 'import', ${noun.key}, ${title}, ${scope.appId}, ${scope.sourceId}, ${user.userId}, ${dry}, ${sheet.count}, ${fileKey}, ${JSON.stringify(payload)})`,
    )
  }
  const [job] = await jobsOf(ports, user.userId, { id, limit: 1 })
  return { ...presentJob(job!, noun, request.language), choices: choicesOf(importColumns(noun)) }
}

const wrongChoices = (): Refusal =>
  invalidFields([
    {
      field: 'columns',
      text: ['columns 应为 JSON：标题对应字段或 null', 'columns is JSON: a field, or null, by heading'],
    },
  ])
/** The form field `columns`, which stands before the file: JSON with a field, or null, for headings. */
function chosenColumns(part: unknown): ColumnChoices {
  const { value } = ([part].flat()[0] ?? {}) as { value?: unknown }
  if (value === undefined || value === '') return {}
  let chosen: unknown
  try {
    chosen = JSON.parse(String(value))
  } catch {
    throw wrongChoices()
  }
  if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) throw wrongChoices()
  if (!Object.values(chosen).every(name => name === null || typeof name === 'string')) throw wrongChoices()
  return chosen as ColumnChoices
}
