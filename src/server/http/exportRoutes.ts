/** The two ways to export a list: directly while it is short, and as a job that writes a file. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { translate } from '#base/text.ts'
import { dayOf } from '#base/zonedTime.ts'
import { Refusal } from '#model/error.ts'
import { hasPersonalData } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { requireProof } from '../auth/requireProof.ts'
import { makeCtx, type Ctx, type Principal } from '../ctx.ts'
import { exportRows } from '../crud/export.ts'
import { askedColumns, exportTable } from '../crud/exportTable.ts'
import { tableOf } from '../crud/columns.ts'
import { ordering } from '../crud/filters.ts'
import { foundBy } from '../crud/foundBy.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import type { Operations } from '../crud/operations.ts'
import { countWithin } from '../crud/total.ts'
import { acceptJob } from '../jobs/acceptJob.ts'
import { ENGINE, jobsOf, type JobPayload } from '../jobs/job.ts'
import { presentJob } from '../jobs/presentJob.ts'
import type { Ports } from '../ports.ts'
import { askedFormat, type Format } from '../sheets/tableFile.ts'
import { sourceOfJob } from './scope.ts'

/** The maximum number of rows of a spreadsheet. */
const MAX_ROWS = 1_000_000
const COUNT_MS = 4000
const MAX_FILTER_CHARS = 20_000

export interface ExportRouting {
  ports: Ports
  allow(request: FastifyRequest, point: string): Principal
  /** Runs in the scope in which the list is read. */
  inScope<T>(request: FastifyRequest, user: Principal, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export function addExportRoutes(app: FastifyInstance, operations: Operations, routing: ExportRouting): void {
  const { noun } = operations
  const access = `${noun.key}:export`
  const proof = hasPersonalData(noun)
  const url = `${noun.api}/export`
  const config = { access, proof }
  const allowed = async (request: FastifyRequest): Promise<Principal> => {
    const user = routing.allow(request, access)
    if (proof) await requireProof(routing.ports, user)
    return user
  }
  app.get(url, { config }, async (request, reply) => {
    const user = await allowed(request)
    return exportRows(operations, request, reply, work => routing.inScope(request, user, work))
  })
  app.post(url, { config }, async request => {
    const user = await allowed(request)
    return { code: 0, msg: null, data: await startExport(operations, routing, request, user) }
  })
}

/** The filters of the list, without paging and scope. */
function askedOf(request: FastifyRequest): { filters: Input; columns: string[]; format: Format } {
  const body = request.body && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {}
  const { columns, format, current, size, appId, ...filters } = { ...(request.query as object), ...body } as Record<
    string,
    unknown
  >
  void [current, size, appId]
  const asked = { filters, columns: askedColumns(columns), format: askedFormat(format) }
  if (JSON.stringify(asked).length > MAX_FILTER_CHARS) throw new Refusal('too_large')
  return asked
}

/** The number of rows of the export; a wrong filter, an unknown order and too many rows are refused here, not in the job. */
async function countOf(ctx: Ctx, operations: Operations, filters: Input): Promise<number> {
  const { noun, half, listed } = operations
  if (listed) return (await listed(ctx, { ...filters, current: 1, size: 1 })).total
  const found = await foundBy(half, ctx, filters)
  ordering(noun, filters)
  const counted = await countWithin(ctx, tableOf(noun), found, MAX_ROWS + 1, COUNT_MS)
  if (counted === null || counted > MAX_ROWS)
    throw new Refusal('too_large', {
      text: [
        `一次最多导出 ${MAX_ROWS.toLocaleString('en-US')} 行，请缩小筛选范围`,
        `At most ${MAX_ROWS.toLocaleString('en-US')} rows are exported at a time; please narrow the filters`,
      ],
    })
  return counted
}

async function startExport(
  operations: Operations,
  { ports, inScope }: ExportRouting,
  request: FastifyRequest,
  user: Principal,
) {
  const { noun, half } = operations
  const { filters, columns, format } = askedOf(request)
  const { language } = request
  const scope = await inScope(request, user, async ctx => ({
    total: await countOf(ctx, operations, filters),
    columns: exportTable(
      await extendedNoun(ctx, half),
      columns,
      { language, zone: ctx.zone, nouns: operations.nouns, classes: ports.classes },
      half.written,
    ).names,
    appId: ctx.appId,
    zone: ctx.zone,
    actor: ctx.actor,
    sourceId: sourceOfJob(user, ctx.actor),
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([filters, columns, format]))
    .digest('base64url')
  const payload: JobPayload = { filters, columns, format, digest, language, ip: request.address, requestId: request.id }
  const id = await ports.db.tx(ENGINE, async query => {
    const accepted = await acceptJob(query, {
      id: ports.newId(),
      kind: 'export',
      noun: noun.key,
      title: `${translate(noun.label, language)} ${dayOf(ports.now(), scope.zone)}.${format}`,
      appId: scope.appId,
      sourceId: scope.sourceId,
      userId: user.userId,
      total: scope.total,
      payload,
    })
    if (accepted.fresh)
      await makeCtx(
        { user, actor: scope.actor, appId: scope.appId, language, requestId: request.id, ip: request.address, ports },
        query,
        ports.now(),
      ).audit({
        action: 'export',
        object: noun.key,
        objectId: accepted.id,
        changes: { rows: scope.total, filters, columns: scope.columns },
      })
    return accepted.id
  })
  const [job] = await jobsOf(ports, user.userId, { id, limit: 1 })
  return presentJob(job!, noun, language)
}
