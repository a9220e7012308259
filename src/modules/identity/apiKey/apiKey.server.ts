/** API keys of an application: created, changed, rotated, revoked and listed; 重置密钥 for the application's main key. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { integer, text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { makeCtx, type Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'
import { moveAll } from '#server/moves/moveAll.ts'
import { endpoint, implement } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { apiKey } from './apiKey.noun.ts'
import {
  choosable,
  judgeKey,
  judgePoints,
  keyOf,
  makeKey,
  rotateKey,
  auditKey,
  type KeyRow,
  type KeyValues,
} from './apiKeyStore.server.ts'
import { user } from '../account/user.noun.ts'
import { sessionsOf } from '../account/ownAccount.server.ts'
import { endSessions } from '../signIn/session.server.ts'

const API = apiKey.api
const ACTIVE = 1
const MOST_KEYS = 20
const OVERLAP_HOURS = 24
const { name, addresses, expiresAt } = apiKey.fields

export const apiKeyHalf = implement(apiKey, {
  async compute(_ctx, rows) {
    for (const row of rows) row.pointCount = Array.isArray(row.points) ? row.points.length : 0
  },
})

/** The application named by the request; the caller's access to it was already checked. */
function ownApp(ctx: Ctx): string {
  if (!ctx.appId) throw new Refusal('app_required')
  return ctx.appId
}

function valuesOf(input: Input): KeyValues {
  if (!Array.isArray(input.points) || !input.points.every(point => typeof point === 'string' && point.length <= 64))
    throw invalidFields([{ field: 'points', text: ['请选择权限', 'Choose the permissions'] }])
  return {
    name: String(input.name),
    points: [...new Set(input.points as string[])].sort(),
    addresses: (input.addresses as string | null) || null,
    expiresAt: (input.expiresAt as string | null) || null,
  }
}

const still = (key: KeyRow): void => {
  if (key.state !== ACTIVE) throw new Refusal('wrong_state', { text: ['密钥已吊销', 'The key is revoked'] })
}

export const apiKeyPoints = endpoint({
  method: 'GET',
  path: `${API}/points`,
  access: 'apiKey:list',
  scope: 'engine',
  summary: [
    '调用者可授予密钥的权限点，按页面列出',
    'The permission points that the caller may grant to a key, by page',
  ],
  async run(ctx) {
    const english = ctx.language === 'en'
    return (await choosable(ctx)).map(one => ({
      point: one.point,
      label: (english && one.name_en) || one.name,
      page: (english && one.page_en) || one.page,
    }))
  },
})

const input = { name, points: apiKey.fields.points, addresses, expiresAt }

/** Concurrent changes to the keys of one application wait for each other, so that checked conditions stay true. */
async function holdKeys(query: RunSql, appId: string): Promise<void> {
  await query(sql`select pg_advisory_xact_lock(hashtext('keys'), hashtext(${appId}))`)
}

export const addKey = endpoint({
  method: 'POST',
  path: API,
  access: 'apiKey:add',
  scope: 'engine',
  proof: true,
  input,
  summary: [
    '为应用新建接入密钥，密钥内容只在此次应答中返回',
    'Makes a key of the application; answers its secret once',
  ],
  async run(ctx, given) {
    const appId = ownApp(ctx)
    const values = valuesOf(given)
    judgeKey(values, ctx.now)
    await judgePoints(ctx, values.points)
    const app = await ctx.ports.applicationState(appId)
    if (!app) throw new Refusal('not_found')
    await holdKeys(ctx.sql, appId)
    const [found] = await ctx.sql<{ keys: number }>(
      sql`select count(*)::int as keys from identity.api_key where app_id = ${appId} and state = ${ACTIVE}`,
    )
    if (found!.keys >= MOST_KEYS)
      throw new Refusal('full', {
        text: [`每个应用最多${MOST_KEYS}个密钥`, `An application has at most ${MOST_KEYS} keys`],
      })
    return makeKey(ctx, { id: appId, sourceId: app.sourceId }, values)
  },
})

export const editKey = endpoint({
  method: 'PUT',
  path: API,
  access: 'apiKey:edit',
  scope: 'engine',
  proof: true,
  input: { id: text(['编号', 'Id'], { required: true, max: 20 }), rev: integer(['版本', 'Revision']), ...input },
  summary: [
    '修改密钥的权限、允许的地址和到期时间，已打开的会话立即生效',
    'Changes the permissions, addresses and expiry of a key; takes effect at once for open sessions',
  ],
  async run(ctx, given) {
    const key = await keyOf(ctx, given.id, ownApp(ctx))
    still(key)
    if (given.rev !== undefined && given.rev !== null && Number(given.rev) !== key.rev) throw new Refusal('conflict')
    const values = valuesOf(given)
    // A form that was read in English must not change a built-in text.
    if (values.name === readBuiltIn(apiKey, 'name', key.name, 'en')) values.name = key.name
    judgeKey(values, ctx.now)
    await judgePoints(ctx, [...new Set([...values.points, ...key.points])])
    await ctx.sql(
      sql`update identity.api_key set name = ${values.name}, points = ${JSON.stringify(values.points)}, addresses = ${values.addresses}, expires_at = ${values.expiresAt},
        rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${key.id}`,
    )
    await ctx.sql(sql`update identity.account set nickname = ${values.name} where id = ${key.id}`)
    if (values.expiresAt)
      await ctx.sql(
        sql`update identity.session
          set access_until = least(access_until, ${values.expiresAt}::timestamptz),
          refresh_until = least(refresh_until, ${values.expiresAt}::timestamptz)
          where account_id = ${key.id} and revoked_at is null`,
      )
    await auditKey(ctx, 'edit', { ...key, name: values.name }, { before: { points: key.points }, after: { ...values } })
    await ctx.bump('identity')
    return true
  },
})

export const rotate = endpoint({
  method: 'POST',
  path: `${API}/:id/rotate`,
  access: 'apiKey:rotate',
  scope: 'engine',
  proof: true,
  input: { overlapHours: integer(['旧密钥继续有效', 'Old secret works on'], { min: 0, max: 168 }) },
  summary: [
    '更换密钥，新密钥只返回一次；旧密钥在 `overlapHours` 小时内仍有效（0 表示立即失效，默认 24）',
    'A new secret, answered once; the old one works on for `overlapHours` (0: ends at once; default 24)',
  ],
  async run(ctx, given) {
    const key = await keyOf(ctx, given.id, ownApp(ctx))
    still(key)
    await judgePoints(ctx, key.points)
    const secret = await rotateKey(ctx, key, (given.overlapHours as number | null) ?? OVERLAP_HOURS)
    return { id: key.id, clientId: key.client_id, secret }
  },
})

export const revoke = endpoint({
  method: 'POST',
  path: `${API}/:id/revoke`,
  access: 'apiKey:revoke',
  scope: 'engine',
  summary: ['吊销密钥并结束其全部会话，不可恢复', 'Ends a key and every session of it, for good'],
  async run(ctx, given) {
    const key = await keyOf(ctx, given.id, ownApp(ctx))
    still(key)
    await judgePoints(ctx, key.points)
    await moveAll(ctx, apiKey, 'revoke', sql`t.id = ${key.id}`, { set: sql`, old_secret_hash = null` })
    await moveAll(ctx, user, 'lock', sql`t.id = ${key.id}`)
    await endSessions(ctx.sql, ctx.ports, { accountId: key.id }, 'revoked')
    return true
  },
})

export const keySessions = endpoint({
  method: 'GET',
  path: `${API}/:id/sessions`,
  access: 'apiKey:view',
  scope: 'engine',
  summary: ['密钥当前的会话，最新在前', 'Open sessions of a key, newest first'],
  async run(ctx, given) {
    const key = await keyOf(ctx, isId(given.id) ? given.id : '0', ownApp(ctx))
    return sessionsOf(ctx.sql, key.id, ctx.now)
  },
})

export const endKeySessions = endpoint({
  method: 'POST',
  path: `${API}/:id/endSessions`,
  access: 'apiKey:revoke',
  scope: 'engine',
  input: { sessionId: text(['会话', 'Session'], { max: 20 }) },
  summary: [
    '结束密钥的一个或全部会话，密钥本身保留',
    'Ends one session of a key, or all of them; the key itself stays',
  ],
  async run(ctx, given) {
    const key = await keyOf(ctx, given.id, ownApp(ctx))
    await judgePoints(ctx, key.points)
    const which = isId(given.sessionId) ? { sessionId: given.sessionId, accountId: key.id } : { accountId: key.id }
    const ended = await endSessions(ctx.sql, ctx.ports, which, 'kicked')
    await auditKey(ctx, 'endSessions', key)
    return ended
  },
})

/**
 * 重置密钥: the application's AppKey gets a new AppSecret, and the previous one expires at once. The first call creates it, with
 * the permissions that the caller may give. `ctx` is the caller's own; the change and its audit are one engine transaction.
 */
export const resetAppSecret = (
  ctx: Ctx,
  app: { id: string; sourceId: string; appKey: string; name: string },
): Promise<{ appKey: string; appSecret: string }> =>
  ctx.ports.db.tx({ role: 'engine' }, async query => {
    const engine = makeCtx({ ...ctx, appId: app.id, actor: { role: 'engine' } }, query, ctx.now)
    await holdKeys(query, app.id)
    const [known] = await query<{ id: string }>(
      sql`select id from identity.api_key where app_id = ${app.id} and main and state = ${ACTIVE}`,
    )
    if (known) {
      const key = await keyOf(engine, known.id, app.id)
      await judgePoints(engine, key.points)
      return { appKey: key.client_id, appSecret: await rotateKey(engine, key, 0) }
    }
    const points = (await choosable(engine)).map(one => one.point)
    const values = { name: '主密钥', points, addresses: null, expiresAt: null }
    judgeKey(values, ctx.now)
    // A revoked main key keeps its id: the next one gets another.
    const [taken] = await query(sql`select 1 from identity.api_key where client_id = ${app.appKey}`)
    if (taken)
      throw new Refusal('wrong_state', {
        text: ['主密钥已吊销，请新建密钥', 'The main key is revoked; make another key'],
      })
    const made = await makeKey(engine, app, values, { clientId: app.appKey })
    return { appKey: made.clientId, appSecret: made.secret }
  })
