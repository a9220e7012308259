/** The first requests of the console: the user, their permissions and menus; and, before login, the brand. */
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { text } from '#model/field.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { endpoint } from '#server/parts.ts'
import { SOCIAL_PROVIDERS } from '#server/ports.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import { isLimited, limitedIn } from '#server/auth/places.ts'
import { BRAND, brandAbove, presentBrand, type BrandRow } from '../organisation/brandOf.server.ts'
import { passwordKey, v2PublicKey } from '../signIn/passwordTransport.server.ts'
import { PLATFORM_ID } from '../signIn/tokenCall.server.ts'
import { user as accounts } from './user.noun.ts'
import { homeOf } from '../role/ownHome.server.ts'

/** The implicit role of a platform administrator: it is no row, so that it can neither be changed nor revoked. */
const ADMINISTRATOR = 'administrator'

export const config = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  input: { platform: text(['品牌编码', 'Code of the brand'], { max: 100 }) },
  summary: ['品牌与登录设置，无需登录', 'Brand and login settings, before signing in'],
  async run(ctx, input) {
    const platform = input.platform || 'portico'
    const [row] = await ctx.sql<BrandRow>(
      sql`select ${BRAND} from identity.brand b where b.code = ${platform.slice(0, 32).replaceAll('\0', '')} and (b.state = 1 or b.source_id = ${PLATFORM_ID})`,
    )
    if (!row) throw new Refusal('not_found')
    const [client] = await ctx.sql<{ id: string; secret: string }>(
      sql`select id, secret from identity.client where source_id is not distinct from ${row.source_id === PLATFORM_ID ? null : row.source_id}::bigint order by id limit 1`,
    )
    if (!client) throw new Refusal('not_found')
    const { social } = ctx.ports
    return {
      brand: presentBrand(row, ctx.language),
      login: {
        client: `${client.id}:${client.secret}`,
        passwordKey: passwordKey(ctx.ports.vault),
        v2PublicKey: v2PublicKey(ctx.ports.vault),
        social: SOCIAL_PROVIDERS.filter(provider => social[provider] && provider !== 'MINI'),
      },
      zone: DEFAULT_ZONE,
    }
  },
})

/** What is closed to the account in every application is not offered to it. */
const shown = ({ user, ports }: Ctx): ((point: string) => boolean) => {
  const everywhere = user.apps instanceof Set && [...user.apps].every(id => limitedIn(user, id)) && isLimited(user)
  return point => !everywhere || ports.placesPoints.has(point)
}

export const userInfo = endpoint({
  method: 'GET',
  path: '/api/admin/user/info',
  access: 'login',
  places: true,
  scope: 'engine',
  own: true,
  summary: [
    '当前用户：sysUser、roles、permissions、isMainFlag',
    'The present user: sysUser, roles, permissions, isMainFlag',
  ],
  async run(ctx) {
    const { user } = ctx
    const [account] = await ctx.sql<{
      phone_masked: string | null
      department_id: string | null
      user_code: string
      created_at: string
      updated_at: string
    }>(
      sql`select phone_masked, department_id, user_code, created_at, updated_at from identity.account where id = ${user.userId}`,
    )
    const [policy] = await ctx.sql<{ idle_minutes: number }>(
      sql`select idle_minutes from identity.policy where source_id = ${user.sourceId}`,
    )
    const [trial] = await ctx.sql<{ until: string; days: number }>(
      sql`select trial_until::text as until,
        trial_until - (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date as days
        from identity.organisation where id = ${user.sourceId} and trial_until is not null`,
    )
    const brand = await brandAbove(ctx.sql, user.sourceId)
    if (!brand) throw new Error('the platform has no brand')
    const partner = user.type === USER_TYPE.agency || user.type === USER_TYPE.supplier
    return {
      sysUser: {
        userId: user.userId,
        username: user.username,
        nickname: readBuiltIn(accounts, 'nickname', user.nickname, ctx.language),
        phone: account?.phone_masked ?? null,
        avatar: null,
        deptId: account?.department_id ?? null,
        type: user.type,
        userCode: account?.user_code,
        sourcePlatformCode: partner ? user.sourceCode : brand.code,
        lockFlag: '0',
        delFlag: '0',
        createTime: account?.created_at,
        updateTime: account?.updated_at,
      },
      roles: user.roleIds.length || user.type !== USER_TYPE.admin ? user.roleIds : [ADMINISTRATOR],
      permissions: [...user.permissions].filter(shown(ctx)).sort(),
      isMainFlag: user.main,
      /** The applications in which the account is limited to sites or device groups. */
      limitedIn: [...(user.places?.keys() ?? [])],
      home: homeOf(user),
      brand: presentBrand(brand, ctx.language),
      /** The role as which the user looks at the console; null usually. */
      viewing: user.viewing ?? null,
      /** Minutes without input after which the screen locks; 0 means never. */
      idleMinutes: policy?.idle_minutes ?? 0,
      /** For an organisation on trial: its last day, and the days left, negative after its end. */
      trial: trial ? { until: trial.until, daysLeft: trial.days } : null,
    }
  },
})
