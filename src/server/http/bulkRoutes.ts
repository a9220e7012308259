/** A route for each act that can be done to several rows, which accepts it as a job. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { translate } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import { requireProof } from '../auth/requireProof.ts'
import { bulkAct, bulkActsOf, bulkInput } from '../bulk/bulkActs.ts'
import { chosenRows } from '../bulk/chosenRows.ts'
import type { Ctx, Principal } from '../ctx.ts'
import { snake, tableOf } from '../crud/columns.ts'
import type { Operations } from '../crud/operations.ts'
import { acceptJob } from '../jobs/acceptJob.ts'
import { ENGINE, jobsOf, namesPlace, type JobPayload } from '../jobs/job.ts'
import { presentJob } from '../jobs/presentJob.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '../ports.ts'
import { sourceOfJob } from './scope.ts'

export interface BulkRouting {
  ports: Ports
  allow(request: FastifyRequest, point: string): Principal
  /** Runs in the scope in which the rows will be written. */
  inScope<T>(request: FastifyRequest, user: Principal, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export function addBulkRoutes(app: FastifyInstance, operations: Operations, routing: BulkRouting): void {
  const { noun } = operations
  for (const act of bulkActsOf(noun)) {
    const access = `${noun.key}:${act}`
    const { proof } = bulkAct(noun, act)
    app.post(`${noun.api}/${act}/bulk`, { config: { access, proof } }, async request => {
      const user = routing.allow(request, access)
      if (proof) await requireProof(routing.ports, user)
      return { code: 0, msg: null, data: await startBulk(operations, act, routing, request, user) }
    })
  }
}

/** The names of the rows, where their table stores them unencrypted. */
async function namesOf(ctx: Ctx, noun: Noun, ids: readonly string[]): Promise<Record<string, string>> {
  const field = noun.fields[noun.name]
  if ((noun.life ?? 'row') !== 'row' || !field || field.mask || field.virtual || field.computed) return {}
  const rows = await ctx.sql<{ id: string; name: unknown }>(
    sql`select t.id, t.${raw(snake(noun.name))} as name from ${tableOf(noun)} t where t.id = any(${ids}::bigint[])`,
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, String(name ?? id)]))
}

async function startBulk(
  operations: Operations,
  act: string,
  { ports, inScope }: BulkRouting,
  request: FastifyRequest,
  user: Principal,
) {
  const body = (request.body && typeof request.body === 'object' ? request.body : {}) as Input
  const { noun, half } = operations
  const { ids: _ids, filter: _filter, count: _count, appId: _appId, ...rest } = body
  const input = bulkInput(half, act, rest)
  const { ids, names, reach, ...scope } = await inScope(request, user, async ctx => {
    const ids = await chosenRows(operations, ctx, body)
    return {
      appId: ctx.appId,
      reach: ctx.actor,
      sourceId: sourceOfJob(user, ctx.actor),
      ids,
      names: await namesOf(ctx, noun, ids),
    }
  })
  const { label } = bulkAct(noun, act)
  const { language } = request
  const digest = createHash('sha256')
    .update(JSON.stringify([act, ids, input]))
    .digest('base64url')
  const newId = ports.newId()
  const payload: JobPayload = {
    ...{ act, ids, input, columns: [noun.name], digest, reach, language, ip: request.address, requestId: request.id },
    names: ports.vault.seal(JSON.stringify(names), namesPlace(newId)).toString('base64'),
  }
  const { id } = await ports.db.tx(ENGINE, query =>
    acceptJob(query, {
      id: newId,
      kind: 'bulk',
      noun: noun.key,
      title: translate(label, language),
      ...scope,
      userId: user.userId,
      total: ids.length,
      payload,
    }),
  )
  const [job] = await jobsOf(ports, user.userId, { id, limit: 1 })
  return presentJob(job!, noun, language)
}
