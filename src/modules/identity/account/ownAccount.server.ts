/** The user's own account: sessions, phone, second factors. Users see and end only their own. */
import sql from 'sql-template-tag'
import { maskPhone } from '#base/mask.ts'
import { isId } from '#base/id.ts'
import { CODE_WRONG, NO_PHONE } from '#base/signInTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import type { Ctx } from '#server/ctx.ts'
import { endpoint, raw } from '#server/parts.ts'
import { SOCIAL_PROVIDERS } from '#server/ports.ts'
import { brandAbove, brandSourceOf } from '../organisation/brandOf.server.ts'
import {
  beginTotp,
  factorRequired,
  firstRecoveryCodes,
  keepTotp,
  KIND,
  newRecoveryCodes,
} from '../signIn/factor.server.ts'
import { beginPasskey, keepPasskey } from '../signIn/passkey.server.ts'
import { endSessions } from '../signIn/session.server.ts'
import { phoneIn, phoneIndex, useCode } from '../signIn/smsCode.server.ts'

const ENGINE = { role: 'engine' } as const

interface SessionRow {
  id: string
  ip: string | null
  agent: string | null
  way: number
  createdAt: string
  lastSeenAt: string
}
/** Open sessions of an account, newest first. */
export const sessionsOf = (run: Ctx['sql'], accountId: string, now: Date) =>
  run<SessionRow>(
    sql`select id, ip, agent, way, created_at as "createdAt", greatest(last_seen_at, created_at) as "lastSeenAt"
      from identity.session
      where account_id = ${accountId} and revoked_at is null and refresh_until > ${now} order by id desc limit 20`,
  )

export const security = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  access: 'login',
  places: true,
  scope: 'engine',
  summary: [
    '当前用户的手机号、第二步验证、关联账号和会话',
    "The present user's phone, second factors, linked accounts and open sessions",
  ],
  async run(ctx) {
    const { user, ports } = ctx
    const [account] = await ctx.sql<{ phone_masked: string | null }>(
      sql`select phone_masked from identity.account where id = ${user.userId}`,
    )
    const factors = await ctx.sql<{
      id: string
      kind: number
      name: string | null
      createdAt: string
      lastUsedAt: string | null
    }>(
      sql`select id, kind, name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.factor
        where account_id = ${user.userId} order by id`,
    )
    const links = await ctx.sql<{ provider: string; createdAt: string }>(
      sql`select provider, created_at as "createdAt" from identity.social_link where account_id = ${user.userId}`,
    )
    const sessions = await sessionsOf(ctx.sql, user.userId, ctx.now)
    return {
      username: user.username,
      phone: account?.phone_masked ?? null,
      required: await factorRequired(ports, { id: user.userId, source_id: user.sourceId }),
      factors: factors.filter(factor => factor.kind !== KIND.recovery),
      recoveryLeft: factors.filter(factor => factor.kind === KIND.recovery).length,
      social: SOCIAL_PROVIDERS.filter(provider => ports.social[provider] && provider !== 'MINI').map(provider => ({
        provider,
        linkedAt: links.find(link => link.provider === provider)?.createdAt ?? null,
      })),
      sessions: sessions.map(session => ({ ...session, current: session.id === user.sessionId })),
    }
  },
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/session/:id',
  access: 'login',
  places: true,
  scope: 'engine',
  summary: ['结束自己的一个会话', 'Ends one of the own sessions'],
  async run(ctx, input) {
    if (!isId(input.id)) throw new Refusal('not_found')
    const which = { sessionId: input.id, accountId: ctx.user.userId }
    if ((await endSessions(ctx.sql, ctx.ports, which, 'ended')) === 0) throw new Refusal('not_found')
    await ctx.audit({ action: 'endSession', object: 'user', objectId: ctx.user.userId, objectName: ctx.user.username })
    return true
  },
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/session/endOthers',
  access: 'login',
  places: true,
  scope: 'engine',
  summary: ['结束自己除当前以外的全部会话，返回数量', 'Ends all own sessions but the present one; answers how many'],
  async run(ctx) {
    const { userId, sessionId, username } = ctx.user
    const ended = await endSessions(ctx.sql, ctx.ports, { accountId: userId, except: sessionId }, 'ended')
    await ctx.audit({ action: 'endSession', object: 'user', objectId: userId, objectName: username })
    return ended
  },
})

export const bindPhone = endpoint({
  method: 'POST',
  path: '/api/auth/phone',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: [
    '设置自己的手机号：phone 和验证码（purpose bind）',
    'Sets the own phone: phone, and the code sent to it (purpose bind)',
  ],
  async run(ctx, input) {
    const { user, ports } = ctx
    const phone = phoneIn(input.phone)
    if (!phone) throw invalidFields([{ field: 'phone', text: NO_PHONE }])
    const brand = await brandSourceOf(ports, user.sourceId)
    if (!(await useCode(ports, phone, 'bind', brand, input.code)))
      throw invalidFields([{ field: 'code', text: CODE_WRONG }])
    const [other] = await ctx.sql(
      sql`select 1 from identity.account where phone_index = ${phoneIndex(ports, phone)} and deleted_at is null and id <> ${user.userId}`,
    )
    if (other) throw invalidFields([{ field: 'phone', text: ['该手机号已被使用', 'This number is in use'] }])
    await ctx.sql(
      sql`update identity.account set phone_sealed = ${ports.vault.seal(phone, `identity.account|phone|${user.userId}`)}, phone_index = ${phoneIndex(ports, phone)},
        phone_masked = ${maskPhone(phone)}, rev = rev + 1 where id = ${user.userId}`,
    )
    await ctx.audit({ action: 'bindPhone', object: 'user', objectId: user.userId, objectName: user.username })
    return maskPhone(phone)
  },
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/begin',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: [
    '生成验证器密钥，带 `setup` 提交首个动态码后才保存',
    'A secret for an authenticator app; stored only when a first code is sent with `setup`',
  ],
  async run(ctx) {
    const brand = await brandAbove(ctx.sql, ctx.user.sourceId)
    const holder = { id: ctx.user.userId, source_id: ctx.user.sourceId, username: ctx.user.username }
    return beginTotp(ctx.ports, holder, brand?.name ?? 'Portico')
  },
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: [
    '保存验证器（setup、code），首次返回恢复码',
    'Keeps the authenticator app (setup, code); answers the first recovery codes',
  ],
  async run(ctx, input) {
    const { userId, username } = ctx.user
    const recovery = await keepTotp(ctx.sql, ctx.ports, userId, input.setup, input.code)
    await ctx.audit({ action: 'addFactor', object: 'user', objectId: userId, objectName: username })
    return { recovery }
  },
})

export const startPasskey = raw({
  method: 'POST',
  path: '/api/auth/passkey/begin',
  access: 'login',
  places: true,
  summary: ['浏览器生成通行密钥所需的参数', 'What the browser needs to make a passkey'],
  async handle(ports, request, reply) {
    const user = request.user!
    await requireProof(ports, user)
    const brand = await brandAbove(query => ports.db.query(ENGINE, query), user.sourceId)
    const holder = { id: user.userId, username: user.username, nickname: user.nickname }
    const options = await beginPasskey(ports, request, holder, brand?.name ?? 'Portico')
    return reply.send({ code: 0, msg: null, data: options })
  },
})

export const confirmPasskey = raw({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'login',
  places: true,
  summary: [
    '保存浏览器生成的通行密钥（credential、name），首次返回恢复码',
    'Keeps a passkey the browser made (credential, name); answers the first recovery codes',
  ],
  async handle(ports, request, reply) {
    const user = request.user!
    await requireProof(ports, user)
    const { credential, name } = (request.body ?? {}) as { credential?: unknown; name?: unknown }
    const recovery = await ports.db.tx(ENGINE, async query => {
      await keepPasskey(
        query,
        ports,
        request,
        user.userId,
        credential,
        String(name ?? '')
          .trim()
          .slice(0, 32),
      )
      await query(sql`insert into audit.entry (id, at, actor_id, actor_name, source_id, ip, request_id, action,
        object, object_id, object_name)
        values (${ports.newId()}, ${ports.now()}, ${user.userId}, ${user.username}, ${user.sourceId}, ${request.address}, ${request.id}, 'addFactor', 'user', ${user.userId}, ${user.username})`)
      return firstRecoveryCodes(query, ports, user.userId)
    })
    return reply.send({ code: 0, msg: null, data: { recovery } })
  },
})

export const renewRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/recovery',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: ['生成十个新恢复码，只显示一次，原有的作废', 'Ten new recovery codes, shown once; those before are void'],
  async run(ctx) {
    const [some] = await ctx.sql(
      sql`select 1 from identity.factor where account_id = ${ctx.user.userId} and kind <> ${KIND.recovery} limit 1`,
    )
    if (!some) throw new Refusal('wrong_state', { text: ['请先设置第二因素', 'Set up a second factor first'] })
    const recovery = await newRecoveryCodes(ctx.sql, ctx.ports, ctx.user.userId)
    await ctx.audit({
      action: 'renewRecovery',
      object: 'user',
      objectId: ctx.user.userId,
      objectName: ctx.user.username,
    })
    return { recovery }
  },
})

export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/api/auth/factor/:id',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: [
    '移除自己的一种第二步验证；单位要求时不能移除最后一种',
    'Removes a second factor of the caller; not the last one where the organisation requires one',
  ],
  async run(ctx, input) {
    const { user, ports } = ctx
    // Of two simultaneous removals one waits here, and sees the result of the other.
    await ctx.sql(sql`select id from identity.account where id = ${user.userId} for update`)
    const factors = await ctx.sql<{ id: string }>(
      sql`select id from identity.factor where account_id = ${user.userId} and kind <> ${KIND.recovery}`,
    )
    if (!factors.some(factor => factor.id === input.id)) throw new Refusal('not_found')
    const last = factors.length === 1
    if (last && (await factorRequired(ports, { id: user.userId, source_id: user.sourceId })))
      throw new Refusal('wrong_state', {
        text: [
          '机构要求两步验证，不能移除最后一个',
          'Your organisation requires a second factor; the last one cannot be removed',
        ],
      })
    await ctx.sql(
      last
        ? sql`delete from identity.factor where account_id = ${user.userId}`
        : sql`delete from identity.factor where account_id = ${user.userId} and id = ${input.id}`,
    )
    await ctx.audit({ action: 'removeFactor', object: 'user', objectId: user.userId, objectName: user.username })
    return true
  },
})
