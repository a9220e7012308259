/** The list of doors with their settings, each with how far the settings have got to its device. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { worstOf } from '#model/delivery.ts'
import { withNames } from '#server/crud/references.ts'
import { listView } from '#server/crud/listView.ts'
import { endpoint, implement } from '#server/parts.ts'
import type { Row } from '#model/row.ts'
import { timePlan } from '#modules/access/access.noun.ts'
import { numbered } from '#modules/devices/api.ts'
import { documentStates } from '#modules/sync/api.ts'
import { doorControl } from './doorControl.noun.ts'
import { DOCUMENTS, settable } from './doorSetting.server.ts'

export const doorControlHalf = implement(doorControl)

interface DoorRow extends Row {
  deviceId: string
  settingId: string | null
  openPlanId: string | null
}

export const doorControlPage = endpoint({
  method: 'GET',
  path: '/api/device/doorControl/page',
  access: 'doorControl:list',
  scope: 'application',
  summary: ['各门的参数及其下发情况', 'Doors with their settings and how far these have got'],
  async run(ctx, input) {
    const page = await listView<DoorRow>(ctx, doorControl, input, {
      rows: sql`select c.id, c.no, c.kind || ':' || c.no as component, c.device_id, d.name as device_name, d.device_class,
          d.site_id, st.name as site_name, coalesce(ss.online, false) as online,
          d.name || case when c.name is not null then ' · ' || c.name when (select count(*) from devices.component o
          where o.device_id = d.id and o.kind = 'door') > 1 then ${numbered(ctx.language)} else '' end as door_name,
          s.id as setting_id, s.rev as setting_rev, s.relay_ms, s.open_timeout_sec, s.contact, s.means, s.open_plan_id,
          s.first_opens, s.interlock, s.anti_passback, s.fire_input
        from devices.component c
        join devices.device d on d.id = c.device_id and d.deleted_at is null and d.app_id is not null
        left join applications.site st on st.id = d.site_id left join devices.session ss on ss.device_id = d.id
        left join settings.door_setting s on s.door_id = c.id and s.app_id = d.app_id
        where c.kind = 'door' and d.device_class = any(${settable(ctx.ports)})`,
      more: ['deviceName', 'siteName', 'settingRev'],
      also: isId(input.id) ? [sql`t.id = ${input.id}`] : [],
      order: sql`t.device_name, t.device_id, t.no`,
    })
    const ids = [...new Set(page.records.map(row => row.deviceId))]
    const states = Map.groupBy(
      await documentStates(ctx.sql, ids, DOCUMENTS, ctx.language),
      document => document.deviceId,
    )
    return {
      ...page,
      records: (await withNames(ctx, timePlan, page.records, 'openPlanId', 'openPlanName')).map(row => {
        const held = row.settingId ? (states.get(row.deviceId) ?? []) : []
        const delivery = held.length ? worstOf(held.map(one => one.state)) : null
        const one = held.find(({ state }) => state === delivery)
        return {
          ...row,
          ...{ delivery, differs: held.some(({ differs }) => differs), failure: one?.message ?? null },
          since: (delivery === 'confirmed' ? one?.confirmedAt : one?.changedAt) ?? null,
        }
      }),
    }
  },
})
