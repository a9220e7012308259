/** The open alarms that the caller may see, for the bell of every page: the worst and newest first, and their number by state. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { ref } from '#model/field.ts'
import { endpoint } from '#server/parts.ts'

const MOST = 20

interface OpenAlarm {
  id: string
  appId: string
  name: string
  level: number
  state: number
  kind: string
  component: string
  deviceId: string
  deviceName: string
  deviceClass: string
  siteName: string | null
  repeats: number
  openedAt: string
  lastAt: string
  announcedAt: string
  clearedAt: string | null
  assigneeId: string | null
}

/** People who may list alarms are shown new ones: a point of its own would leave a guard with a list and a silent bell. */
export const openAlarms = endpoint({
  method: 'GET',
  path: '/api/device/alarm/open',
  access: 'deviceAlarm:list',
  scope: 'application',
  input: { siteId: ref(['站点', 'Site'], 'site') },
  summary: [
    '未结束的告警：按严重程度最多 20 条，加上最新的一条，及其数量',
    'Open alarms: the worst first, at most 20, besides them the newest, and their number',
  ],
  async run(ctx, { siteId }) {
    const at = siteId ?? null
    const [counts] = await ctx.sql<{ active: number; total: number }>(
      sql`select count(*) filter (where state = 0)::int as active, count(*)::int as total
      from devices.alarm where state < 3 and (${at}::bigint is null or site_id = ${at})`,
    )
    const rows = await ctx.sql<OpenAlarm>(
      sql`select a.id, a.app_id as "appId", a.name, a.level, a.state, a.kind, a.component, a.device_id as "deviceId",
        a.device_name as "deviceName", a.device_class as "deviceClass", s.name as "siteName", a.repeats,
        a.opened_at as "openedAt", a.last_at as "lastAt", a.announced_at as "announcedAt", a.cleared_at as "clearedAt",
        a.assignee_id as "assigneeId"
      from (select *, row_number() over (order by state, level desc, announced_at desc, id) as place,
          row_number() over (order by announced_at desc, id desc) as age
        from devices.alarm where state < 3 and (${at}::bigint is null or site_id = ${at})) a
      left join applications.site s on s.id = a.site_id
      where a.place <= ${MOST} or a.age = 1
      order by a.place`,
    )
    for (const row of rows) {
      const label = ctx.ports.classes.get(row.deviceClass)?.events[row.kind]?.label
      if (label) row.name = translate(label, ctx.language)
    }
    return { ...counts!, alarms: rows }
  },
})
