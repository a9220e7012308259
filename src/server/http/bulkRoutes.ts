/** For each thing that can be done to several rows: a route that takes it on as a job. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { say, type Text } from '#base/text.ts'
import { VERB_LABELS, type Noun } from '#model/noun.ts'
import { requireProof } from '../auth/requireProof.ts'
import { bulkActsOf } from '../bulk/bulkActs.ts'
import type { Ctx, Principal } from '../ctx.ts'
import { snake, tableOf } from '../crud/columns.ts'
import { actionInput, askedRows } from '../crud/actionInput.ts'
import type { Operations } from '../crud/operations.ts'
import { acceptJob } from '../jobs/acceptJob.ts'
import { ENGINE, jobsOf, namesPlace, type JobPayload } from '../jobs/job.ts'
import { presentJob } from '../jobs/presentJob.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '../ports.ts'

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
    const proof = act === 'remove' ? (noun.proof?.includes('remove') ?? false) : (noun.actions![act]!.proof ?? false)
    app.post(`${noun.api}/${act}/bulk`, { config: { access, proof } }, async request => {
      const user = routing.allow(request, access)
      if (proof) await requireProof(routing.ports, user)
      return { code: 0, msg: null, data: await startBulk(operations, act, routing, request, user) }
    })
  }
}

/** What people call the rows, where that stands in their table in the clear. */
async function namesOf(ctx: Ctx, noun: Noun, ids: readonly string[]): Promise<Record<string, string>> {
  const field = noun.fields[noun.name]
  if ((noun.life ?? 'row') !== 'row' || !field || field.mask || field.virtual || field.computed) return {}
  const rows = await ctx.sql<{ id: string; name: unknown }>(
    sql`select t.id, t.${raw(snake(noun.name))} as name from ${tableOf(noun)} t where t.id = any(${ids}::bigint[])`,
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, String(name ?? id)]))
}

async function startBulk(
  { noun, half }: Operations,
  act: string,
  { ports, inScope }: BulkRouting,
  request: FastifyRequest,
  user: Principal,
) {
  const body = (request.body && typeof request.body === 'object' ? request.body : {}) as Input
  const ids = [...new Set(askedRows(body.ids))]
  const { ids: _ids, appId: _appId, ...rest } = body
  const input = act === 'remove' ? {} : actionInput(half, act, rest)
  const { names, ...scope } = await inScope(request, user, async ctx => ({
    appId: ctx.appId,
    sourceId: 'sourceId' in ctx.actor ? (ctx.actor.sourceId ?? user.sourceId) : user.sourceId,
    names: await namesOf(ctx, noun, ids),
  }))
  const label: Text = act === 'remove' ? VERB_LABELS.remove : noun.actions![act]!.label
  const { language } = request
  const digest = createHash('sha256')
    .update(JSON.stringify([act, ids, input]))
    .digest('base64url')
  const newId = ports.newId()
  const payload: JobPayload = {
    ...{ act, ids, input, columns: [noun.name], digest, language, ip: request.ip, requestId: request.id },
    names: ports.vault.seal(JSON.stringify(names), namesPlace(newId)).toString('base64'),
  }
  const { id } = await ports.db.tx(ENGINE, query =>
    acceptJob(query, {
      id: newId,
      kind: 'bulk',
      noun: noun.key,
      title: say(label, language),
      ...scope,
      userId: user.userId,
      total: ids.length,
      payload,
    }),
  )
  const [job] = await jobsOf(ports, user.userId, { id, limit: 1 })
  return presentJob(job!, noun, language)
}
