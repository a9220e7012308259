/** What the console asks first: who am I, what may I do, what do I see; and, before login, under which brand. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { endpoint } from '#server/parts.ts'
import { isPlatform, USER_TYPE } from '#server/ctx.ts'
import { passwordKey, v2PublicKey } from './passwordTransport.server.ts'

interface Brand {
  code: string
  logo: string
  name: string
  title: string
  footer: string
  companyName: string
  accent?: string
}
const DEFAULT_BRAND: Brand = {
  code: 'portico',
  logo: '',
  name: 'Portico 万物通',
  title: 'Portico 万物通',
  footer: '© 2026 Portico 万物通',
  companyName: 'Portico',
}
const brandOf = (row: { code: string; name: string; brand: Partial<Brand> | null } | undefined): Brand =>
  row
    ? {
        ...DEFAULT_BRAND,
        code: row.code,
        name: row.name,
        title: row.name,
        companyName: row.name,
        footer: `© 2026 ${row.name}`,
        ...row.brand,
      }
    : DEFAULT_BRAND

export const config = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  scope: 'engine',
  summary: 'Brand and login settings, before anybody is known',
  async run(ctx, input) {
    const platform = input.platform === undefined || input.platform === '' ? 'portico' : String(input.platform)
    const [row] = await ctx.sql<{ id: string; code: string; name: string; brand: Partial<Brand> | null }>(
      sql`select id, code, name, brand from identity.organisation where code = ${platform.slice(0, 32).replaceAll('\0', '')} and kind in (0, 1)`,
    )
    if (!row) throw new Refusal('not_found')
    const [client] = await ctx.sql<{ id: string; secret: string }>(
      sql`select id, secret from identity.client where source_id is not distinct from ${row.id === '1' ? null : row.id}::bigint order by id limit 1`,
    )
    return {
      brand: row.id === '1' ? DEFAULT_BRAND : brandOf(row),
      login: {
        client: `${client!.id}:${client!.secret}`,
        passwordKey: passwordKey(ctx.ports.vault),
        v2PublicKey: v2PublicKey(ctx.ports.vault),
      },
      zone: 'Asia/Shanghai',
    }
  },
})

export const userInfo = endpoint({
  method: 'GET',
  path: '/api/admin/user/info',
  access: 'login',
  scope: 'engine',
  summary: 'The present user: sysUser, roles, permissions, isMainFlag',
  async run(ctx) {
    const { user } = ctx
    const [account] = await ctx.sql<{ phone_masked: string | null; created_at: string; updated_at: string }>(
      sql`select phone_masked, created_at, updated_at from identity.account where id = ${user.userId}`,
    )
    const [branded] = await ctx.sql<{
      code: string
      name: string
      brand: Partial<Brand> | null
      kind: number
    }>(sql`with recursive up as (
        select id, parent_id, code, name, brand, kind, 0 as step from identity.organisation where id = ${user.sourceId}
        union all select o.id, o.parent_id, o.code, o.name, o.brand, o.kind, up.step + 1 from identity.organisation o join up on o.id = up.parent_id)
      select code, name, brand, kind from up where kind in (0, 1) order by step limit 1`)
    const partner = user.type === USER_TYPE.agency || user.type === USER_TYPE.supplier
    return {
      sysUser: {
        userId: user.userId,
        username: user.username,
        nickname: user.nickname,
        phone: account?.phone_masked ?? null,
        avatar: null,
        deptId: null,
        type: user.type,
        userCode: user.sourceCode,
        sourcePlatformCode: partner ? user.sourceCode : (branded?.code ?? 'portico'),
        lockFlag: '0',
        delFlag: '0',
        createTime: account?.created_at,
        updateTime: account?.updated_at,
      },
      roles: user.roleIds,
      permissions: [...user.permissions].sort(),
      isMainFlag: user.main,
      home: isPlatform(user) || user.main ? '/home' : '/commonHome',
      brand: branded?.kind === 1 ? brandOf(branded) : DEFAULT_BRAND,
    }
  },
})
