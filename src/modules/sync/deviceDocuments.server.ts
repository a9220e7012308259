/** The documents of one device and how far each has got to it, for its drawer. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { DeliveryKey } from '#model/delivery.ts'
import { ref } from '#model/field.ts'
import { endpoint } from '#server/parts.ts'
import { documentName } from './documentName.server.ts'
import { failureText } from './failureText.server.ts'
import { FAILURES } from './outcome.rules.ts'

interface DocumentRow {
  deviceClass: string
  document: string
  name: string
  wanted: string
  confirmed: string | null
  confirmedAt: string | null
  changedAt: string
  sending: boolean
  kind: string | null
  code: number | null
  message: string | null
  nextAt: string | null
  online: boolean
}

const stateOf = ({ wanted, confirmed, sending, kind, online }: DocumentRow): DeliveryKey => {
  if (sending) return 'sending'
  if (wanted === confirmed) return 'confirmed'
  if (kind !== null && FAILURES.includes(kind)) return 'failed'
  return online ? 'queued' : 'waiting'
}

export const deviceDocuments = endpoint({
  method: 'GET',
  path: '/api/device/syncTask/documents',
  access: 'deviceBind:list',
  scope: 'application',
  input: { deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }) },
  summary: ['设备上的文件及其下发情况', 'The documents of a device and their delivery'],
  async run(ctx, input) {
    const rows = isId(input.deviceId)
      ? await ctx.sql<DocumentRow>(
          sql`select d.device_class as "deviceClass", o.document, o.name, o.wanted, o.confirmed, o.confirmed_at as "confirmedAt",
              o.changed_at as "changedAt", o.command_id is not null as sending, o.kind, o.code, o.message,
              o.next_at as "nextAt", coalesce(s.online, false) as online
            from sync.document o join devices.device d on d.id = o.device_id
            left join devices.session s on s.device_id = o.device_id
            where o.device_id = ${input.deviceId} order by o.document`,
        )
      : []
    return rows.map(({ sending: _sending, online: _online, deviceClass, ...row }, at) => ({
      ...row,
      name: documentName(row.name, ctx.ports.classes.get(deviceClass), ctx.language),
      message: row.message && failureText(row.code, row.message, ctx.language),
      state: stateOf(rows[at]!),
    }))
  },
})
