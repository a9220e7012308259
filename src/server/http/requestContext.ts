/** The caller of a request: the permission it needs, the application in which it acts, and the transaction it runs in. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { makeCtx, USER_TYPE, zoned, type Ctx, type Principal } from '../ctx.ts'
import type { Ports } from '../ports.ts'
import { repeatDeadlock } from '../sql/repeatDeadlock.ts'
import { actorAcross, actorFor, appOfKey, checkApp, requestedApp, type Touched } from './scope.ts'

/** The principal of public endpoints, which have no session. */
const ANONYMOUS: Principal = {
  userId: '0',
  username: '',
  nickname: '',
  type: USER_TYPE.end,
  sourceId: '1',
  sourceCode: '',
  main: false,
  sessionId: '',
  roleIds: [],
  permissions: new Set(),
  apps: new Set(),
  sources: [],
  provedAt: new Date(0),
}

export function requirePermission(request: FastifyRequest, access: string): Principal {
  if (access === 'public') return request.user ?? ANONYMOUS
  if (!request.user) throw new Refusal('unauthorized')
  if (access !== 'login' && !request.user.permissions.has(access)) throw new Refusal('forbidden', { point: access })
  return request.user
}

export type RequestedContext = Parameters<typeof makeCtx>[0]

/** The caller, and the application of the request; refuses what the caller may not do. */
export async function requestContext(
  ports: Ports,
  request: FastifyRequest,
  user: Principal,
  scope: Touched | 'across',
  writes: boolean,
  own = false,
): Promise<RequestedContext> {
  const appId = own ? null : (requestedApp(request.query as Input, request.body) ?? appOfKey(user))
  const app = appId && user !== ANONYMOUS ? await checkApp(ports, user, appId) : null
  return {
    user,
    actor: scope === 'across' ? await actorAcross(ports, user, app) : actorFor(user, scope, app, writes),
    appId: app?.appId ?? null,
    ...zoned(app),
    language: request.language,
    requestId: request.id,
    ip: request.address,
    ports,
  }
}

export async function inScope<T>(
  ports: Ports,
  request: FastifyRequest,
  user: Principal,
  scope: Touched | 'across',
  writes: boolean,
  work: (ctx: Ctx) => Promise<T>,
  { own = false } = {},
): Promise<T> {
  return inContext(await requestContext(ports, request, user, scope, writes, own), work)
}

/** Runs the work of a request that was judged in one transaction. */
export const inContext = <T>(asked: RequestedContext, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  repeatDeadlock(() => asked.ports.db.tx(asked.actor, query => work(makeCtx(asked, query, asked.ports.now()))))
