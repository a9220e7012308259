/** Documents: one of each on a device, sent in the version that is wanted and confirmed in the version that the device has. */
import sql from 'sql-template-tag'
import { queueCommand } from '#modules/devices/api.ts'
import { CARRIES } from '#modules/devices/command/command.rules.ts'
import type { DeviceClass, HeldDocument } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { failureOf, retryAt, type FinishedCommand } from './outcome.rules.ts'

/**
 * The content of a document changed for these devices, or they may need another: what each must store is asked of its
 * owner in the caller's transaction, and devices that have another version are woken.
 */
export async function touchDocument(
  ports: Ports,
  query: Query,
  document: HeldDocument['document'],
  deviceIds: readonly string[],
): Promise<void> {
  // Delivery locks a device before its documents; in another order the two could deadlock.
  await query(sql`select sync.wake_devices(${deviceIds}::bigint[])`)
  const wanted = await ports.documents.get(document)!.wanted(query, deviceIds, ports)
  const rows = [...wanted].map(([id, { version, name }]) => ({ id, version, name }))
  await query(sql`insert into sync.document as o (device_id, document, source_id, app_id, name, wanted)
    select d.id, ${document}, d.source_id, d.app_id, w.name, w.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id bigint, version text, name text)
    join devices.device d on d.id = w.id
    on conflict (device_id, document) do update set name = excluded.name, wanted = excluded.wanted,
      source_id = excluded.source_id, app_id = excluded.app_id,
      changed_at = case when o.wanted = excluded.wanted then o.changed_at else now() end,
      kind = case when o.wanted = excluded.wanted then o.kind end,
      tries = case when o.wanted = excluded.wanted then o.tries else 0 end,
      next_at = case when o.wanted = excluded.wanted then o.next_at
        when o.confirmed = excluded.wanted then null else now() end`)
  await query(
    sql`delete from sync.document where document = ${document} and device_id = any(${deviceIds}::bigint[])
      and device_id <> all(${[...wanted.keys()]}::bigint[])`,
  )
}

/** Those of the devices that confirmed the version which they are to have. */
export async function confirmedDevices(
  query: RunSql,
  document: HeldDocument['document'],
  deviceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ device_id: string }>(
    sql`select device_id from sync.document
      where document = ${document} and device_id = any(${deviceIds}::bigint[]) and confirmed = wanted and command_id is null`,
  )
  return new Set(rows.map(row => row.device_id))
}

/** Sends the first document that is due; false when none is. */
export async function sendDocument(
  ports: Ports,
  query: Query,
  deviceId: string,
  { documents }: DeviceClass,
): Promise<boolean> {
  if (!documents.length) return false
  const [row] = await query<{ document: HeldDocument['document'] }>(
    sql`select document from sync.document
      where device_id = ${deviceId} and next_at <= now() and document = any(${documents.map(one => one.document)})
      order by next_at limit 1 for update`,
  )
  const spec = documents.find(one => one.document === row?.document)
  if (!spec) return false
  const content = (await ports.documents.get(spec.document)!.wanted(query, [deviceId], ports)).get(deviceId)
  if (!content) {
    await query(sql`delete from sync.document where device_id = ${deviceId} and document = ${spec.document}`)
    return false
  }
  const commandId = await queueCommand(ports, query, {
    deviceId,
    identifier: spec.put.command,
    params: { [spec.put.version]: content.version },
    carries: CARRIES.content,
    origin: 'sync',
    userName: '同步',
  })
  await query(
    sql`update sync.document set wanted = ${content.version}, sent = ${content.version}, command_id = ${commandId},
        next_at = null, last_at = now()
      where device_id = ${deviceId} and document = ${spec.document}`,
  )
  return true
}

interface DocumentRow {
  document: string
  wanted: string
  sent: string | null
  tries: number
}
/** The outcome of a command that carried a document. Returns whether it carried one. */
export async function settleDocument(
  ports: Ports,
  query: Query,
  commandId: string,
  command: (FinishedCommand & { data: unknown; device_class: string }) | undefined,
): Promise<boolean> {
  const [row] = await query<DocumentRow>(
    sql`select document, wanted, sent, tries from sync.document where command_id = ${commandId} for update`,
  )
  if (!row) return false
  const spec = ports.classes.get(command?.device_class ?? '')?.documents.find(one => one.document === row.document)
  const failure = failureOf(command, undefined, true)
  if (failure) {
    const tries = row.tries + 1
    const nextAt = row.sent === row.wanted ? retryAt(failure.kind, tries, ports.now()) : ports.now()
    await query(
      sql`update sync.document set command_id = null, kind = ${failure.kind}, code = ${failure.code},
          message = ${failure.message?.slice(0, 300) ?? null}, tries = ${tries}, last_at = now(), next_at = ${nextAt}
        where command_id = ${commandId}`,
    )
    return true
  }
  await confirm(query, sql`command_id = ${commandId}`, versionIn(spec, command?.data) ?? row.sent ?? row.wanted)
  return true
}

const versionIn = (spec: HeldDocument | undefined, data: unknown): string | null => {
  const version = spec ? ((data ?? {}) as Params)[spec.readBack.version] : undefined
  return version === undefined || version === null ? null : String(version)
}

/** The device said which version it has: the wanted one, or another, which is sent again. */
const confirm = (query: Query, which: ReturnType<typeof sql>, version: string): Promise<unknown> =>
  query(
    sql`update sync.document set command_id = null, confirmed = ${version}, confirmed_at = now(), last_at = now(),
        code = null, message = null, tries = case when wanted = ${version} then 0 else tries + 1 end,
        kind = case when wanted <> ${version} then 'drift' end,
        next_at = case when wanted <> ${version} then now() + make_interval(secs => least(3600, power(2, tries) - 1)) end
      where ${which}`,
  )

/** Asks the device for the versions of the documents that it is to have. */
export async function askDocuments(
  ports: Ports,
  query: Query,
  deviceId: string,
  { documents }: DeviceClass,
): Promise<void> {
  const known = await query<{ document: string }>(sql`select document from sync.document where device_id = ${deviceId}`)
  for (const { readBack } of documents.filter(one => known.some(row => row.document === one.document)))
    await queueCommand(ports, query, {
      deviceId,
      identifier: readBack.command,
      params: {},
      origin: 'sync',
      originId: 'readBack',
      userName: '核对',
    })
}

/** The answer to that question: a document that is not in flight and differs is sent again. */
export async function compareDocument(
  query: Query,
  deviceId: string,
  deviceClass: DeviceClass,
  identifier: string,
  data: unknown,
): Promise<void> {
  const spec = deviceClass.documents.find(one => one.readBack.command === identifier)
  const version = versionIn(spec, data)
  if (!spec || version === null) return
  await query(sql`select sync.wake_devices(${[deviceId]}::bigint[])`)
  await confirm(
    query,
    sql`device_id = ${deviceId} and document = ${spec.document} and command_id is null
      and confirmed is distinct from ${version}`,
    version,
  )
}
