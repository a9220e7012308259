/**
 * The content of a command that delivers a set or a document, read when the gateway sends it: at that moment the device is
 * sent what it must store, and nothing of it is stored with the command (decision 0018).
 */
import sql from 'sql-template-tag'
import { hasOneRecord, heldOver } from '#devices/fields/carried.ts'
import type { DeviceClass, HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import { carrier, type Wanted } from '#server/delivered.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { remember, subjectTable, wantedBy } from './next.server.ts'
import { subjectKey, type Subject } from './subject.rules.ts'

const ENGINE = { role: 'engine' } as const

interface Flying {
  item: string
  kind: string
  id: string
  put: boolean
}
interface Sent {
  id: string
  deviceId: string
  deviceClass: string
}

export const carriedContent = carrier({
  load: (ports, command) =>
    ports.db.tx(ENGINE, async query => {
      // Locked first, as in delivery: in another order the two could deadlock.
      await query(prepared(sql`select 1 from sync.device where device_id = ${command.deviceId} for update`))
      const content = (await batchOf(ports, query, command)) ?? (await documentOf(ports, query, command))
      return content && inStoredForm(query, content)
    }),
})

/** jsonb orders the names: devices are sent them in the order of every other command. */
async function inStoredForm(query: Query, content: Params): Promise<Params> {
  const [row] = await query<{ content: Params }>(prepared(sql`select ${JSON.stringify(content)}::jsonb as content`))
  return row!.content
}

async function batchOf(ports: Ports, query: Query, { id, deviceId, deviceClass }: Sent): Promise<Params | null> {
  const flights = await query<Flying>(
    prepared(sql`select item, subject_kind as kind, subject_id as id, put from sync.flight
      where command_id = ${id} order by subject_id`),
  )
  if (!flights.length) return null
  const [command] = await query<{ identifier: string; protocol: string | null }>(
    prepared(sql`select c.identifier, s.protocol from devices.command c
      left join devices.session s on s.device_id = c.device_id where c.id = ${id}`),
  )
  const known = ports.classes.get(deviceClass)
  const ofDevice = known && heldOver(known, command?.protocol ?? null)
  const set = ofDevice?.sets.find(one => one.item === flights[0]!.item)
  if (!set) return null
  const wanted = await wantedBy({ query, kinds: ports.subjects, deviceId, set, now: ports.now() }, flights)
  const { put } = flights[0]!
  const still = flights.flatMap(({ kind, id: subject }) => {
    const { key = null, held = null } = wanted.get(subjectKey({ kind, id: subject })) ?? {}
    return key !== null && (held !== null) === put ? [{ kind, id: subject, key, held }] : []
  })
  await keepFlying(query, { deviceId, commandId: id, set }, flights, still)
  if (!still.length) return null
  const part = [set.put, set.putRights, set.remove].find(one => one?.command === command?.identifier)!
  return {
    [part.list]: still.map(one => wireOf(ports, deviceId, set, part === set.putRights, one)),
    ...(!put && hasOneRecord(command!.protocol)
      ? { gone: await goneOf({ ports, query, deviceId }, ofDevice!, still) }
      : {}),
  }
}

/** The keys of those of whom no set of the device stores anything any more. */
async function goneOf(
  { ports, query, deviceId }: { ports: Ports; query: Query; deviceId: string },
  { sets }: Pick<DeviceClass, 'sets'>,
  still: readonly Still[],
): Promise<string[]> {
  const left = new Set<string>()
  for (const set of sets)
    for (const [key, { held }] of await wantedBy(
      { query, kinds: ports.subjects, deviceId, set, now: ports.now() },
      still,
    ))
      if (held) left.add(key)
  return still.flatMap(one => (left.has(subjectKey(one)) ? [] : [one.key]))
}

interface Still extends Subject {
  key: string
  held: Wanted['held']
}
function wireOf(
  ports: Ports,
  deviceId: string,
  set: HeldSet,
  rightsAlone: boolean,
  { kind, key, held }: Still,
): unknown {
  if (!held) return key
  const declared = ports.subjects.get(kind)!
  return rightsAlone ? declared.wireRights!(set, held.content) : declared.wire(ports, deviceId, set, held.content)
}

/** What is wanted otherwise by now is not sent, and checked again after this batch; of the others the version is noted, and that no earlier change is left. */
async function keepFlying(
  query: Query,
  { deviceId, commandId, set }: { deviceId: string; commandId: string; set: HeldSet },
  flights: readonly Flying[],
  still: readonly Still[],
): Promise<void> {
  const left = new Set(still.map(subjectKey))
  const over = flights.filter(one => !left.has(subjectKey(one)))
  const sent = still.map(({ kind, id, held }) => ({ kind, id, version: held?.version ?? null }))
  await query(
    prepared(sql`update sync.flight f set version = s.version, again = false
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s(kind text, id bigint, version text)
      where f.command_id = ${commandId} and f.subject_kind = s.kind and f.subject_id = s.id
        and (f.again or f.version is distinct from s.version)`),
  )
  if (!over.length) return
  await query(
    sql`delete from sync.flight f using ${subjectTable(over)}
      where f.command_id = ${commandId} and f.subject_kind = s.kind and f.subject_id = s.id`,
  )
  await remember({ query, deviceId, set }, over)
  if (!still.length) await wake(query, deviceId)
}

async function documentOf(ports: Ports, query: Query, { id, deviceId, deviceClass }: Sent): Promise<Params | null> {
  const [row] = await query<{ document: string }>(
    prepared(sql`select document from sync.document where command_id = ${id} for update`),
  )
  const spec = ports.classes.get(deviceClass)?.documents.find(one => one.document === row?.document)
  if (!spec) return null
  const content = (await ports.documents.get(spec.document)!.wanted(query, [deviceId], ports)).get(deviceId)
  if (!content) {
    await query(sql`delete from sync.document where device_id = ${deviceId} and document = ${spec.document}`)
    await wake(query, deviceId)
    return null
  }
  const { version } = content
  await query(
    sql`update sync.document set wanted = ${version}, sent = ${version}
      where command_id = ${id} and (wanted <> ${version} or sent is distinct from ${version})`,
  )
  return { [spec.put.content]: content.content, [spec.put.version]: version }
}

/** Nothing was sent, so no answer will wake it. */
const wake = (query: Query, deviceId: string): Promise<unknown> =>
  query(sql`update sync.device set wake_at = now(), claimed_until = null where device_id = ${deviceId}`)
