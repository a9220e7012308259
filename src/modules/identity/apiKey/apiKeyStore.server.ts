/** Storage of API keys: the account, the digest of the secret, the permission points. In the engine's transaction, audited there. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import { apiKey } from './apiKey.noun.ts'
import { wrongAddress } from './addresses.server.ts'
import { pointNames } from '../role/pointNames.server.ts'
import { digestOf, endSessions } from '../signIn/session.server.ts'

export interface KeyRow {
  id: string
  rev: number
  app_id: string
  source_id: string
  name: string
  client_id: string
  points: string[]
  state: number
}
export interface KeyValues {
  name: string
  points: string[]
  addresses: string | null
  expiresAt: string | null
}
export const newSecret = (): string => `sk_${randomBytes(32).toString('base64url')}`
export const newClientId = (): string => `ak${randomBytes(10).toString('hex')}`

export const sameSecret = (secret: string, hash: Buffer | null): boolean =>
  hash !== null && timingSafeEqual(digestOf(secret), hash)

/** Points that no key may have: only those on pages of an application are allowed, and none that manages keys or the application itself. */
const BEYOND = '^(apiKey:|application:(?!list$|view$))'

export interface Choosable {
  point: string
  name: string
  name_en: string | null
  page: string
  page_en: string | null
}
/** The points that the caller may give to a key, each with its page. */
export const choosable = (ctx: Ctx): Promise<Choosable[]> =>
  ctx.sql<Choosable>(sql`
    with recursive area as (
      select id, 0 as depth from identity.menu where key = 'applyHome'
      union all select m.id, area.depth + 1 from identity.menu m join area on m.parent_id = area.id)
    select distinct on (b.permission) b.permission as point, b.name, b.name_en, p.name as page, p.name_en as page_en
      from area join identity.menu b on b.id = area.id join identity.menu p on p.id = b.parent_id
      where b.permission is not null and b.permission !~ ${BEYOND} and b.permission = any(${[...ctx.user.permissions]}::text[])
      order by b.permission, p.sort, p.id`)

/** Users cannot give a key permissions that they lack, or manage a key that has such. */
export async function judgePoints(ctx: Ctx, points: readonly string[]): Promise<void> {
  const held = new Set((await choosable(ctx)).map(one => one.point))
  const beyond = points.filter(point => !held.has(point))
  const named = pointNames(ctx.ports, beyond)
  if (beyond.length)
    throw invalidFields([
      {
        field: 'points',
        text: [
          `不能授予自己没有的权限：${named.map(one => one[0]).join('、')}`,
          `You cannot grant permissions that you do not have: ${named.map(one => one[1]).join(', ')}`,
        ],
      },
    ])
}

export function judgeKey(values: KeyValues, now: Date): void {
  const wrong = values.addresses ? wrongAddress(values.addresses) : null
  if (wrong)
    throw invalidFields([
      {
        field: 'addresses',
        text: [
          `“${wrong.slice(0, 50)}”不是有效的地址或网段`,
          `"${wrong.slice(0, 50)}" is neither an address nor a network`,
        ],
      },
    ])
  if (values.points.length === 0)
    throw invalidFields([{ field: 'points', text: ['请至少选择一项权限', 'Choose at least one permission'] }])
  if (values.expiresAt && new Date(values.expiresAt) <= now)
    throw invalidFields([{ field: 'expiresAt', text: ['到期时间须在将来', 'It must expire in the future'] }])
}

/** Finds a key of this application only. */
export async function keyOf(ctx: Ctx, id: unknown, appId: string): Promise<KeyRow> {
  const [row] = await ctx.sql<KeyRow>(
    sql`select id, rev, app_id, source_id, name, client_id, points, state from identity.api_key
      where id = ${String(id)} and app_id = ${appId} for update`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** Creates a key and its account. The secret is returned and not stored. */
export async function makeKey(
  ctx: Ctx,
  app: { id: string; sourceId: string },
  values: KeyValues,
  main?: { clientId: string },
): Promise<{ id: string; clientId: string; secret: string }> {
  const [id, clientId, secret] = [ctx.newId(), main?.clientId ?? newClientId(), newSecret()]
  const by = ctx.user.userId
  await ctx.sql(
    sql`insert into identity.account (id, source_id, username, nickname, type, machine, created_by, updated_by)
      values (${id}, ${app.sourceId}, ${clientId}, ${values.name}, ${USER_TYPE.application}, true, ${by}, ${by})`,
  )
  await ctx.sql(sql`insert into identity.account_app (account_id, app_id) values (${id}, ${app.id})`)
  await ctx.sql(
    sql`insert into identity.api_key (id, source_id, app_id, name, client_id, main, secret_hash, points, addresses,
      expires_at, created_by, updated_by)
      values (${id}, ${app.sourceId}, ${app.id}, ${values.name}, ${clientId}, ${main !== undefined}, ${digestOf(secret)}, ${JSON.stringify(values.points)},
        ${values.addresses}, ${values.expiresAt}, ${by}, ${by})`,
  )
  await auditKey(
    ctx,
    'add',
    { id, name: values.name, source_id: app.sourceId },
    { clientId, points: values.points, expiresAt: values.expiresAt },
  )
  return { id, clientId, secret }
}

/** Creates a new secret. The old one stays valid for some hours, or expires at once with every session it opened. */
export async function rotateKey(ctx: Ctx, key: KeyRow, overlapHours: number): Promise<string> {
  const secret = newSecret()
  await ctx.sql(
    sql`update identity.api_key set old_secret_hash = ${overlapHours > 0 ? sql`secret_hash` : null}, old_secret_until = ${overlapHours > 0 ? new Date(ctx.now.getTime() + overlapHours * 3_600_000) : null},
      secret_hash = ${digestOf(secret)}, rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${key.id}`,
  )
  if (overlapHours === 0) await endSessions(ctx.sql, ctx.ports, { accountId: key.id }, 'rotated')
  await auditKey(ctx, 'rotate', key, { overlapHours })
  return secret
}

export const auditKey = (
  ctx: Ctx,
  action: string,
  key: { id: string; name: string; source_id: string },
  changes?: object,
): Promise<void> =>
  ctx.audit({
    action,
    object: apiKey.key,
    objectId: key.id,
    objectName: key.name,
    sourceId: key.source_id,
    ...(changes ? { changes: changes as Input } : {}),
  })
