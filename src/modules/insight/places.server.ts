/** What the data centre can be narrowed to: organisations that own applications, with those above them, applications, and regions with sites. */
import sql from 'sql-template-tag'
import { mayRead } from '#server/auth/mayRead.ts'
import { endpoint } from '#server/parts.ts'

const MOST = 1000

export const places = endpoint({
  method: 'GET',
  path: '/api/insight/places',
  access: 'login',
  scope: 'application',
  across: true,
  summary: [
    '数据中心可选的机构、应用和地区，限调用者范围；各最多 1000 个',
    'Organisations, applications and regions that the data centre can be narrowed to, in the scope of the caller; at most 1000 of each',
  ],
  async run(ctx) {
    if (!mayRead(ctx.user, 'application')) return { organisations: [], applications: [], regions: [] }
    const applications = await ctx.sql<{ id: string; name: string; sourceId: string }>(
      sql`select id, name, source_id as "sourceId" from applications.application order by name limit ${MOST}`,
    )
    const owners = [...new Set(applications.map(one => one.sourceId))]
    const above = await ctx.ports.db.query<{ id: string; name: string; parentId: string | null }>(
      { role: 'engine' },
      sql`with recursive above as (
          select id, name, parent_id from identity.organisation where id = any(${owners}::bigint[])
          union select o.id, o.name, o.parent_id from identity.organisation o join above a on o.id = a.parent_id)
        select id, name, parent_id as "parentId" from above order by id limit ${MOST}`,
    )
    const { apps, sources } = ctx.user
    const seen = above.filter(
      one => !(apps instanceof Set) && (sources === 'all' ? owners.length > 1 : sources.includes(one.id)),
    )
    const regions = mayRead(ctx.user, 'site')
      ? await ctx.sql<{ province: number; city: string | null; n: number }>(
          sql`select province, city, count(*)::int as n from applications.site where province is not null
            group by 1, 2 order by 1, 3 desc, 2 limit ${MOST}`,
        )
      : []
    return { regions, organisations: seen.length > 1 ? seen : [], applications }
  },
})
