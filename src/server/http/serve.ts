/** The HTTP server: request ids, security headers, envelope, refusals, and the routes derived from the parts. */
import { viewedBy } from './viewedBy.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import type { Language } from '#base/text.ts'
import { Refusal, refusalBody } from '#model/error.ts'
import type { Principal } from '../ctx.ts'
import type { Ports } from '../ports.ts'
import type { ServerPart } from '../parts.ts'
import { loggable, refusalOf, statusOf } from './failure.ts'
import { canonicalAddress } from '#base/address.ts'
import { cspWith, serveConsole } from './console.ts'
import { endWithSession } from './endWithSession.ts'
import { makeBudgets, requestLimits, type BudgetName } from './limits.ts'
import { missingRight } from '../auth/missingRight.ts'
import { isLimited } from '../auth/places.ts'
import type { NounIndex } from '../crud/references.ts'
import { addRoutes } from './addRoutes.ts'
import { trusted } from './trusted.ts'

export interface HttpOptions {
  ports: Ports
  parts: readonly ServerPart[]
  /** Returns the principal of a token, or null. */
  /** `viewAs`: the id of a role; the principal is narrowed to what the role may read. Refuses roles beyond the caller's reach. */
  authenticate(token: string, viewAs?: string): Promise<Principal | null>
  /** Which proxies' X-Forwarded-* to trust, in Fastify's terms. */
  trustProxy: boolean | number | string[]
  /** Folder of the built console, if it is to be served. */
  consoleFolder?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the client, in its one form; empty where a proxy named none. Never `ip`, which is as it was written. */
    address: string
    user: Principal | null
    language: Language
  }
  interface FastifyInstance {
    /** Every route of the API with its access rule. */
    rules: { method: string; url: string; access: string; proof: boolean }[]
  }
  interface FastifyContextConfig {
    /** The access rule of a route: `public`, `login` or a permission point. */
    access?: string
    /** Requires a new proof of identity, whatever is sent. */
    proof?: boolean
    /** For a public route: the budget of one address. */
    budget?: BudgetName | undefined
    /** Open to accounts that are limited to sites and groups. */
    places?: boolean
    /** The body may be a picture. */
    picture?: boolean
    /** Speaks a protocol whose clients may send more than it reads (RFC 6749 §3.2). */
    anyNames?: boolean
    /** Which rows it accesses, where it is not a noun's own. */
    scope?: string
  }
}

const languageOf = (header: string | undefined): Language => (header && /^en\b/i.test(header.trim()) ? 'en' : 'zh')

const { most } = requestLimits

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** Sends a refusal in the caller's language; anything unexpected is logged with its request id and answered without detail. */
function sendFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { ports, nouns }: { ports: Ports; nouns: NounIndex },
): FastifyReply {
  let refusal = refusalOf(thrown)
  if (refusal?.point) refusal = new Refusal(refusal.failure, { text: missingRight(refusal.point, nouns) })
  // A table that is closed to accounts with places, behind a route that is open to them.
  if (request.user && isLimited(request.user) && (thrown as { code?: string } | null)?.code === '42501')
    refusal = new Refusal('beyond_places')
  if (!refusal) {
    ports.log.error(
      { requestId: request.id, path: request.routeOptions.url, error: loggable(thrown) },
      'request failed',
    )
    refusal = new Refusal('failed')
  }
  if (refusal.failure === 'too_many')
    reply.header('retry-after', String((refusal.data as { retryAfterS?: number } | null)?.retryAfterS ?? 60))
  // A connection closed while a body still arrives is reset, and the answer is lost; left open, the remaining body is read and discarded.
  if (refusal.failure === 'too_large') reply.removeHeader('connection')
  return reply.code(statusOf(refusal)).send(refusalBody(refusal, request.language ?? 'zh'))
}

/** An API key may call from its own addresses only, and cannot use the pages of a personal account. */
function holdKey(request: FastifyRequest, key: NonNullable<Principal['key']>): void {
  const path = request.url.split('?', 1)[0]!
  if (!key.holds(request.address))
    throw new Refusal('forbidden', { text: ['密钥不允许从该地址使用', 'The key may not be used from this address'] })
  if (path.startsWith('/api/auth/') && !path.startsWith('/api/auth/token/'))
    throw new Refusal('forbidden', { text: ['接入密钥不能执行此操作', 'An API key cannot do this'] })
}

/** The server does not start if a route of the API has no access rule. */
function recordRules(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api')) return
    if (!config?.access) throw new Error(`${String(method)} ${url} does not say who may call it; give it config.access`)
    if (config.access === 'public' && !config.budget)
      throw new Error(`${String(method)} ${url} is public and names no budget; give it one of server/http/limits.ts`)
    for (const one of [method].flat())
      if (one !== 'HEAD') app.rules.push({ method: one, url, access: config.access, proof: config.proof ?? false })
  })
}

/** Only where the route takes one: every other route would read more than its own limit for strangers. */
async function readPicture({ routeOptions }: FastifyRequest, body: IncomingMessage): Promise<Buffer> {
  if (!routeOptions.config.picture) throw new Refusal('unsupported_media')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > most.picture) throw new Refusal('too_large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  app.addContentTypeParser(['image/jpeg', 'image/png'], readPicture)
  // Clients may send the JSON content type without a body, for example with DELETE; that is not an error.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else readJson(request, body as string, done)
  })
}

const nounsOf = (parts: readonly ServerPart[]): NounIndex =>
  new Map(parts.filter(part => part.part === 'half').map(half => [half.noun.key, half.noun]))

/** Builds the server; the caller listens and closes it. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { ports } = options
  const known = { ports, nouns: nounsOf(options.parts) }
  const app = Fastify({
    logger: false,
    trustProxy: trusted(options.trustProxy),
    bodyLimit: most.body,
    requestTimeout: most.whole,
    keepAliveTimeout: most.idle,
    // The interval at which Node checks for slow requests; with its default of half a minute they would last three times as long.
    http: { headersTimeout: most.headers, connectionsCheckingInterval: 1000 },
    forceCloseConnections: 'idle',
    genReqId: () => randomBytes(9).toString('base64url'),
    routerOptions: { maxParamLength: most.parameter },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply as FastifyReply, known),
  })
  const budgets = makeBudgets()
  app.decorate('rules', [])
  recordRules(app)
  app.decorateRequest('user', null).decorateRequest('language', 'zh').decorateRequest('address', '')

  readBodies(app)
  await app.register(multipart, {
    // Routes with a session read one file and ignore further fields; a public route sets its own limits.
    limits: { fileSize: most.file, files: 1, fields: 20 },
    throwFileSizeLimit: true,
  })

  app.addHook('onRequest', async (request, reply) => {
    request.address = canonicalAddress(request.ip) ?? ''
    request.language = languageOf(request.headers['accept-language'])
    reply.header('x-request-id', request.id)
    for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value)
    reply.header('content-security-policy', cspWith('none'))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    const header = request.headers.authorization
    if (header?.startsWith('Bearer ')) request.user = await options.authenticate(header.slice(7), viewedBy(request))
    if (request.user?.viewing && request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('view_only')
    if (request.user?.key) holdKey(request, request.user.key)
    if (request.user) return
    const { access, budget } = request.routeOptions.config
    // Refused before the body is read, so that anonymous requests cost nothing more.
    if (access && access !== 'public') throw new Refusal('unauthorized')
    if (budget) budgets.spend(budget, request.address, Date.now())
  })
  endWithSession(app, options)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, known))
  // The console's page, if there is one, answers every path that is neither API nor file.
  const page = options.consoleFolder ? await serveConsole(app, options.consoleFolder) : null
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api')) return sendFailure(new Refusal('not_found'), request, reply, known)
    return page && !request.url.startsWith('/assets/')
      ? page(reply)
      : reply.code(404).type('text/plain').send('Not found')
  })

  addRoutes(app, options, known.nouns)
  return app
}
