/** The open alarms that the caller may see, for the bell of every page: the worst and newest first, and their number by state. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import type { Ctx } from '#server/ctx.ts'

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
  clearedAt: string | null
  assigneeId: string | null
}

export async function openAlarms(ctx: Ctx): Promise<unknown> {
  const [counts] = await ctx.sql<{ active: number; total: number; newest: string | null }>(
    sql`select count(*) filter (where state = 0)::int as active, count(*)::int as total,
        max(opened_at) filter (where state = 0) as newest
      from devices.alarm where state < 3`,
  )
  const rows = await ctx.sql<OpenAlarm>(
    sql`select a.id, a.app_id as "appId", a.name, a.level, a.state, a.kind, a.component, a.device_id as "deviceId",
        a.device_name as "deviceName", a.device_class as "deviceClass", s.name as "siteName", a.repeats,
        a.opened_at as "openedAt", a.last_at as "lastAt", a.cleared_at as "clearedAt", a.assignee_id as "assigneeId"
      from devices.alarm a left join applications.site s on s.id = a.site_id
      where a.state < 3 order by a.state, a.level desc, a.last_at desc limit ${MOST}`,
  )
  for (const row of rows) {
    const label = ctx.ports.classes.get(row.deviceClass)?.events[row.kind]?.label
    if (label) row.name = translate(label, ctx.language)
  }
  return { ...counts!, alarms: rows }
}
