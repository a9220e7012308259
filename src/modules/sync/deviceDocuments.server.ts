/** The documents of devices and how far each has got to them: of one device for its drawer, of several for lists. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Language } from '#base/text.ts'
import type { DeliveryKey } from '#model/delivery.ts'
import { ref } from '#model/field.ts'
import { endpoint } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { documentName } from './documentName.server.ts'
import { failureText } from './failureText.server.ts'
import { FAILURES } from './outcome.rules.ts'

const DRIFT = 'drift'

interface DocumentRow {
  deviceId: string
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

const readDocuments = (query: RunSql, deviceIds: readonly string[]): Promise<DocumentRow[]> =>
  query<DocumentRow>(
    sql`select o.device_id as "deviceId", d.device_class as "deviceClass", o.document, o.name, o.wanted,
        o.confirmed, o.confirmed_at as "confirmedAt", o.changed_at as "changedAt",
        o.command_id is not null as sending, o.kind, o.code,
        o.message, o.next_at as "nextAt", coalesce(s.online, false) as online
      from sync.document o join devices.device d on d.id = o.device_id
      left join devices.session s on s.device_id = o.device_id
      where o.device_id = any(${deviceIds}::bigint[]) order by o.document`,
  )

export interface DocumentState {
  deviceId: string
  document: string
  state: DeliveryKey
  /** It told another version when it was asked. */
  differs: boolean
  changedAt: string
  confirmedAt: string | null
  message: string | null
}
/** How far these documents have got to these devices. */
export const documentStates = async (
  query: RunSql,
  deviceIds: readonly string[],
  documents: readonly string[],
  language: Language,
): Promise<DocumentState[]> =>
  (await readDocuments(query, deviceIds))
    .filter(row => documents.includes(row.document))
    .map(row => ({
      ...{ deviceId: row.deviceId, document: row.document, state: stateOf(row), differs: row.kind === DRIFT },
      ...{ changedAt: row.changedAt, confirmedAt: row.confirmedAt },
      message: row.message && failureText(row.code, row.message, language),
    }))

export const deviceDocuments = endpoint({
  method: 'GET',
  path: '/api/device/syncTask/documents',
  access: 'deviceBind:list',
  scope: 'application',
  input: { deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }) },
  summary: ['设备上的文件及其下发情况', 'The documents of a device and their delivery'],
  async run(ctx, input) {
    const rows = isId(input.deviceId) ? await readDocuments(ctx.sql, [input.deviceId]) : []
    return rows.map(({ sending: _sending, online: _online, deviceId: _device, deviceClass, ...row }, at) => ({
      ...row,
      name: documentName(row.name, ctx.ports.classes.get(deviceClass), ctx.language),
      message: row.message && failureText(row.code, row.message, ctx.language),
      state: stateOf(rows[at]!),
    }))
  },
})
