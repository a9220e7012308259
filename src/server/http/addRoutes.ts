/**
 * Adds every route of the API, from the nouns' halves and the hand-written endpoints; the server does not start if one
 * has no access rule.
 */

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { verbsOf } from '#model/noun.ts'
import { isPlatform, makeCtx, makeDirectCtx, type Ctx, type DirectCtx } from '../ctx.ts'
import { isLimited, refuseBeyondPlaces } from '../auth/places.ts'
import { requireProof } from '../auth/requireProof.ts'
import { judgeInput } from '../crud/judgeInput.ts'
import { Operations } from '../crud/operations.ts'
import { actionInput, chosenRowIds } from '../crud/actionInput.ts'
import { consequencesOf } from '../crud/consequences.ts'
import { removalKey } from '../crud/keepRemoved.ts'
import { listedBy } from '../crud/listedBy.ts'
import { runAction } from '../crud/possibleRows.ts'
import { restoreRows } from '../crud/restoreRows.ts'
import type { NounIndex } from '../crud/references.ts'
import type { Input } from '#model/row.ts'
import type { Endpoint } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { scriptWith } from './console.ts'
import { pageFor } from './docs.ts'
import { declaredNames } from './declaredNames.ts'
import { idempotent } from './idempotent.ts'
import { addBulkRoutes } from './bulkRoutes.ts'
import { addExportRoutes } from './exportRoutes.ts'
import { addImportRoutes } from './importRoutes.ts'
import { forKeys } from '../describe/forKeys.ts'
import type { Json } from './fieldSchema.ts'
import { openapi } from './openapi.ts'
import { requestContext, inContext, inScope, requirePermission } from './requestContext.ts'
import { appOfKey, requestedApp, touchedBy } from './scope.ts'
import type { HttpOptions } from './serve.ts'

const ok = (data: unknown) => ({ code: 0, msg: null, data: data ?? null })

/** All values of a request besides its body: path parameters override the query. */
const given = (request: FastifyRequest): Input => ({ ...(request.query as Input), ...(request.params as Input) })
const bodyOf = (request: FastifyRequest): Input => {
  if (request.body === undefined || request.body === null) return {}
  if (typeof request.body !== 'object' || Array.isArray(request.body)) throw new Refusal('invalid')
  return request.body as Input
}

export function addRoutes(app: FastifyInstance, options: HttpOptions, nouns: NounIndex): void {
  const halves = options.parts.filter(part => part.part === 'half')
  const followings = options.parts.filter(part => part.part === 'following')
  app.addHook('preHandler', async request => {
    if (!request.user || !isLimited(request.user)) return
    const { access = '', places = false, scope } = request.routeOptions.config
    if (places || access === 'public') return
    const appId = requestedApp(request.query as Input, request.body) ?? appOfKey(request.user)
    refuseBeyondPlaces(request.user, appId, { access, scope }, nouns)
  })
  const document = openapi(options.parts, options.ports.publicUrl)
  refuseUndeclared(app, document)
  // Hand-written endpoints are added first, so that `/tree` is never taken for an id.
  for (const part of options.parts) {
    if (part.part === 'endpoint') addEndpoint(app, options.ports, part)
    if (part.part === 'raw') {
      app.route({
        method: part.method as string[],
        url: part.path,
        config: {
          ...{ access: part.access, budget: part.budget, places: part.places ?? false, scope: 'none' },
          ...{ picture: part.picture ?? false, anyNames: part.access === 'public' },
        },
        handler: async (request, reply) => {
          requirePermission(request, part.access)
          return part.handle(options.ports, request, reply)
        },
      })
    }
  }
  const keyed = forKeys(document)
  app.get('/api/openapi.json', { config: { access: 'public', budget: 'read' } }, async request =>
    (request.query as { for?: unknown }).for === 'key' ? keyed : document,
  )
  const pages = new Map<Language, (nonce: string) => string>()
  app.get('/api/docs', { config: { access: 'public', budget: 'read' } }, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const { lang } = request.query as { lang?: unknown }
    const language = lang === 'en' || lang === 'zh' ? lang : request.language
    const page = pages.get(language) ?? pageFor(document as never, language)
    pages.set(language, page)
    return reply
      .header('content-security-policy', scriptWith(nonce))
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(page(nonce))
  })
  for (const half of halves) {
    const operations = new Operations(half, nouns, followings)
    operations.listed = listedBy(options.parts, half.noun)
    addNoun(app, options.ports, operations, nouns)
  }
}

/** Whoever may not call it is told that first, and nothing of what it takes. */
function refuseUndeclared(app: FastifyInstance, document: Json): void {
  const judge = declaredNames(document)
  app.addHook('preHandler', async request => {
    const { access, anyNames } = request.routeOptions.config
    if (access === undefined || anyNames) return
    requirePermission(request, access)
    judge(request)
  })
}

function addEndpoint(app: FastifyInstance, ports: Ports, part: Endpoint): void {
  const writes = part.method !== 'GET'
  app.route({
    method: part.method,
    url: part.path,
    config: {
      ...{ access: part.access, budget: part.budget, proof: part.proof ?? false },
      // What concerns the caller alone is open to everybody.
      ...{ places: part.places ?? part.own ?? false, scope: part.scope },
    },
    handler: async request => {
      const user = requirePermission(request, part.access)
      if (part.proof) await requireProof(ports, user)
      const source = writes ? { ...given(request), ...bodyOf(request) } : given(request)
      let input: Input = source
      if (part.input) {
        const judged = judgeInput(part.input, source)
        if ('problems' in judged) throw invalidFields(judged.problems)
        input = { ...(request.params as Input), ...judged.ok }
      }
      if (part.scope === 'none') {
        const actor = { role: 'engine' } as const
        const refuse = (): never => {
          throw new Error(`${part.path} has no transaction`)
        }
        const closed = Object.assign(async () => refuse(), { afterCommit: refuse })
        return ok(
          await part.run(
            makeCtx(
              {
                user,
                actor,
                appId: null,
                language: request.language,
                requestId: request.id,
                ip: request.address,
                ports,
              },
              closed,
              ports.now(),
            ),
            input,
          ),
        )
      }
      const scope = part.across ? 'across' : part.scope
      const asked = await requestContext(ports, request, user, scope, writes, part.own ?? false)
      return idempotent(ports, request, asked, () => inContext(asked, async ctx => ok(await part.run(ctx, input))))
    },
  })
}

type Route = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  verb: string,
  run: (ctx: Ctx, request: FastifyRequest) => Promise<unknown>,
  proof?: boolean,
  direct?: (ctx: DirectCtx, request: FastifyRequest) => Promise<unknown>,
) => void

/** Adds the derived routes of one noun; a hand-written endpoint replaces the derived one. */
const routeFor =
  (app: FastifyInstance, ports: Ports, { noun, half }: Operations): Route =>
  (method, path, verb, run, proof = noun.proof?.some(one => one === verb) ?? false, direct) => {
    const writes = method !== 'GET'
    if (app.hasRoute({ method, url: noun.api + path })) return
    app.route({
      method,
      url: noun.api + path,
      config: { access: `${noun.key}:${verb}`, proof },
      handler: async request => {
        const user = requirePermission(request, `${noun.key}:${verb}`)
        if (proof) await requireProof(ports, user)
        const scope = touchedBy(half, user, writes)
        const asked = await requestContext(ports, request, user, scope, writes)
        const work = async () =>
          direct
            ? ok(await direct(makeDirectCtx(asked), request))
            : inContext(asked, async ctx => ok(await run(ctx, request)))
        return writes ? idempotent(ports, request, asked, work) : work()
      },
    })
  }

function addNoun(app: FastifyInstance, ports: Ports, operations: Operations, nouns: NounIndex): void {
  const { noun, half } = operations
  const verbs = new Set(verbsOf(noun))
  const route = routeFor(app, ports, operations)
  if (verbs.has('list')) {
    route('GET', '/page', 'list', (ctx, request) => operations.list(ctx, given(request)))
    if (noun.tree) route('GET', '/tree', 'list', (ctx, request) => operations.tree(ctx, given(request)))
  }
  if (verbs.has('export'))
    addExportRoutes(app, operations, {
      ports,
      allow: requirePermission,
      inScope: (request, user, work) => inScope(ports, request, user, touchedBy(half, user, false), false, work),
    })
  if (verbs.has('import'))
    addImportRoutes(app, operations, {
      ports,
      nouns,
      allow: requirePermission,
      inScope: (request, user, work) => inScope(ports, request, user, noun.scope, true, work),
    })
  addActions(route, operations)
  addMoves(route, operations)
  if (verbs.has('view'))
    route('GET', '/:id', 'view', (ctx, request) => operations.view(ctx, (request.params as Input).id))
  if (verbs.has('add')) route('POST', '', 'add', (ctx, request) => operations.add(ctx, bodyOf(request)))
  if (verbs.has('edit')) route('PUT', '', 'edit', (ctx, request) => operations.edit(ctx, bodyOf(request)))
  if (verbs.has('remove')) addRemoval(route, operations)
  addBulkRoutes(app, operations, {
    ports,
    allow: requirePermission,
    inScope: (request, user, work) => inScope(ports, request, user, touchedBy(half, user, true), true, work),
  })
}

function addActions(route: Route, operations: Operations): void {
  const { noun, half } = operations
  for (const [name, action] of Object.entries(noun.actions ?? {})) {
    const method = action.method ?? 'POST'
    const path = action.on === 'row' ? `/:id/${name}` : `/${name}`
    const source = (request: FastifyRequest): Input => ({
      ...given(request),
      ...(method === 'POST' ? bodyOf(request) : {}),
      ...(request.params as Input),
    })
    const direct = half.direct?.[name]
    route(
      method,
      path,
      name,
      (ctx, request) => act(ctx, operations, name, source(request)),
      action.proof,
      direct && (async (ctx, request) => direct(ctx, actionInput(half, name, source(request)))),
    )
  }
}

function addMoves(route: Route, operations: Operations): void {
  for (const machine of Object.values(operations.noun.states ?? {}))
    for (const [name, move] of Object.entries(machine.moves)) {
      if (move.by === 'system') continue
      route(
        'POST',
        `/:id/${name}`,
        name,
        (ctx, request) => operations.move(ctx, name, (request.params as Input).id, bodyOf(request)),
        move.proof,
      )
    }
}

function addRemoval(route: Route, operations: Operations): void {
  route('DELETE', '/:id', 'remove', (ctx, request) => {
    const { id, together } = given(request)
    return operations.remove(ctx, id, removalKey(together))
  })
  route('POST', '/remove/consequences', 'remove', (ctx, request) => consequencesOf(operations, ctx, bodyOf(request)))
  if (!operations.noun.final)
    route('POST', '/remove/undo', 'remove', (ctx, request) => restoreRows(operations, ctx, bodyOf(request)))
}

function act(ctx: Ctx, operations: Operations, name: string, source: Input): Promise<unknown> {
  const { on } = operations.noun.actions![name]!
  const input = actionInput(operations.half, name, source)
  const ids = on === 'row' ? [String(source.id)] : on === 'rows' ? chosenRowIds(operations.noun, source.ids) : []
  return runAction(operations, ctx, name, input, ids)
}
