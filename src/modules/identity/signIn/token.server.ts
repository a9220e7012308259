/** The token endpoint: password, refresh and client grants, by query or form body, and signing out. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import { spend } from './attempt.server.ts'
import { clientGrant } from './clientGrant.server.ts'
import { passwordGrant } from './passwordGrant.server.ts'
import { endSessions, rotateSession } from './session.server.ts'
import { callerOf, clientOf, paramsOf } from './tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const
/** Refused refresh tokens per address and minute; a valid token is never refused by this limit. */
const BAD_REFRESHES = 30

export const tokenRoute = raw({
  method: 'POST',
  path: '/api/auth/oauth/token',
  access: 'public',
  budget: 'signIn',
  summary: [
    '取令牌：password、refresh_token 和 client_credentials（OAuth 2 格式，不带信封）',
    'Password, refresh and client_credentials grants (OAuth 2 body, outside the envelope)',
  ],
  async handle(ports, request, reply) {
    const params = paramsOf(request)
    const grant = params.grant_type ?? ''
    if (grant === 'client_credentials') return reply.send(await clientGrant(ports, request, params))
    const client = await clientOf(ports, request, grant)
    const caller = callerOf(request, client.id)
    if (grant === 'password') return reply.send(await passwordGrant(ports, params, client, caller))
    if (grant === 'refresh_token') {
      try {
        if (!/^rt_[A-Za-z0-9_-]{43}$/.test(params.refresh_token ?? '')) throw new Refusal('unauthorized')
        return reply.send(await rotateSession(ports, params.refresh_token!))
      } catch (error) {
        if (error instanceof Refusal) await spend(ports, `refresh:${caller.ip}`, BAD_REFRESHES, 1)
        throw error
      }
    }
    throw new Refusal('unsupported_grant')
  },
})

export const logout = raw({
  method: ['GET', 'DELETE'],
  path: '/api/auth/token/logout',
  access: 'public',
  budget: 'signIn',
  summary: ['退出登录，结束令牌的会话', 'Ends the session of the token'],
  async handle(ports, request, reply) {
    if (!request.headers.authorization) throw new Refusal('token_blank')
    if (!request.user) throw new Refusal('unauthorized')
    const { sessionId } = request.user
    await ports.db.tx(ENGINE, query => endSessions(query, ports, { sessionId }, 'logout'))
    return reply.send({ code: 0, msg: null, data: true })
  },
})

export const randomPassword = (): string => randomBytes(9).toString('base64url')
