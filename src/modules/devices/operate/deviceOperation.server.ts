/** Operations of devices, newest first: commands that people and rules gave, and facts of the family operation. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { FAMILIES } from '#model/families.ts'
import { listView } from '#server/crud/listView.ts'
import { endpoint, implement } from '#server/parts.ts'
import { SET_LABEL, SET_PROPERTIES } from '../command/commandWords.rules.ts'
import { shownCommand } from '../command/shownCommand.rules.ts'
import { ofOwnDevices } from '../facts/listFacts.server.ts'
import { AT_DEVICE, deviceOperation } from './deviceOperation.noun.ts'

export const deviceOperationHalf = implement(deviceOperation)

/** Commands of the lane `work` are the synchronisation's own. */
const NOW_LANE = 0

export const deviceOperationPage = endpoint({
  method: 'GET',
  path: '/api/device/operate/page',
  access: 'deviceOperation:list',
  scope: 'application',
  summary: [
    '操作记录：平台下发的指令与在设备上的操作，最新在前',
    'Operations, newest first: commands given here, and what people did at the devices',
  ],
  async run(ctx, input) {
    const page = await listView(ctx, deviceOperation, input, {
      rows: sql`select c.id, c.queued_at as "time", c.device_id, d.name as device_name, c.device_class, c.component,
          c.identifier as name, c.identifier, c.params, c.user_name as who, c.origin as source,
          case when c.state = 3 then 1 when c.state in (4, 5) then 2 when c.state = 6 then 3 else 0 end as result,
          c.message
        from devices.command c join devices.device d on d.id = c.device_id
        where c.app_id is not null and c.lane = ${NOW_LANE}
        union all
        select e.id, e."time", e.device_id, e.device_name, e.device_class, e.component, e.name, e.identifier,
          e.params - 'userNo',
          '用户 ' || (e.params ->> 'userNo'), ${AT_DEVICE}, 1, null
        from devices.event e where e.app_id is not null and e.family = ${FAMILIES.operation.wire}`,
      also: await ofOwnDevices(ctx),
    })
    for (const row of page.records) {
      const { identifier } = row
      const deviceClass = ctx.ports.classes.get(String(row.deviceClass))
      const atDevice = row.source === AT_DEVICE
      const { label } = deviceClass?.[atDevice ? 'events' : 'commands'][String(identifier)] ?? {}
      const shown = identifier === SET_PROPERTIES ? SET_LABEL : label
      if (shown) row.name = translate(shown, ctx.language)
      if (!atDevice)
        row.params = shownCommand(deviceClass, String(identifier), { params: row.params, data: null }).params
    }
    return page
  },
})
