/** The sites on the map of the data centre, those with the most devices offline first. */
import sql, { empty } from 'sql-template-tag'
import { mayRead } from '#server/auth/mayRead.ts'
import { narrowToOrganisation, ORGANISATION } from './below.server.ts'
import { inRegion, narrowToRegion, REGION, regionOf } from './region.server.ts'
import { endpoint } from '#server/parts.ts'

/** The number that a browser draws without delay; the answer says how many there are. */
const MOST = 5000

interface SiteFigures {
  id: string
  name: string
  appId: string
  position: { lng: number; lat: number } | null
  total: number
  online: number
}
export const sites = endpoint({
  method: 'GET',
  path: '/api/insight/sites',
  access: 'login',
  scope: 'application',
  across: true,
  input: { sourceId: ORGANISATION, region: REGION },
  summary: [
    '站点及其设备总数和在线数，限调用者范围；最多 5000 处，total 为全部；无权查看的为 null',
    'Sites with their devices, in all and online, in the scope of the caller; at most 5000 of `total`; null for a caller who may not read them',
  ],
  async run(ctx, input) {
    if (input.sourceId) await narrowToOrganisation(ctx, String(input.sourceId))
    const region = regionOf(input.region)
    if (region) await narrowToRegion(ctx, region)
    const may = mayRead(ctx.user, 'site') && ['deviceBind', 'device'].some(noun => mayRead(ctx.user, noun))
    if (!may) return { asOf: ctx.now.toISOString(), total: 0, sites: null }
    const rows = await ctx.sql<SiteFigures & { all: number }>(
      sql`select st.id, st.name, st.app_id as "appId", st.position, count(d.id)::int as total,
        count(d.id) filter (where s.online)::int as online, count(*) over ()::int as all
        from applications.site st left join devices.device d on d.site_id = st.id and d.deleted_at is null
        left join devices.session s on s.device_id = d.id
        ${region ? sql`where ${inRegion(region)}` : empty}
        group by st.id, st.name, st.app_id, st.position
        order by count(d.id) - count(d.id) filter (where s.online) desc, st.id desc limit ${MOST}`,
    )
    return { asOf: ctx.now.toISOString(), total: rows[0]?.all ?? 0, sites: rows.map(({ all: _all, ...site }) => site) }
  },
})
