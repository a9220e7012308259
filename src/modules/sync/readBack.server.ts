/** Reads back what a device stores, set by set and page by page, and sends again what differs. */
import sql from 'sql-template-tag'
import type { DeviceClass, HeldSet } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { forgetAnswer, queueCommand } from '#modules/devices/api.ts'
import { CARRIES } from '#modules/devices/command/command.rules.ts'
import { handler, schedule, worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { askDocuments, compareDocument } from './document.server.ts'
import { READ_BACK_PAGE as PAGE } from './page.rules.ts'
import { heldBy } from './heldBy.server.ts'
import { remember, subjectTable, wantedBy } from './next.server.ts'
import { keysOf } from './settle.server.ts'
import { subjectKey, type Subject } from './subject.rules.ts'

const ENGINE = { role: 'engine' } as const
const MOST_PAGES = 1000

interface Reading {
  startedAt: string
  /** The set that is being read. */
  item: string
  page: number
  /** The digest of each key; empty where the device names the key alone. */
  seen: Record<string, string>
  /** The set that was read last. */
  done?: { at: string; item: string; held: number; missing: number; extra: number; changed: number }
}

const askPage = (ports: Ports, query: Query, deviceId: string, set: HeldSet, page: number): Promise<string> =>
  queueCommand(ports, query, {
    deviceId,
    identifier: set.readBack.command,
    params: { page, size: PAGE },
    carries: CARRIES.answer,
    origin: 'sync',
    originId: 'readBack',
    userName: '核对',
  })

/**
 * Requests the versions of all documents and the first page of the first set; the rest follows automatically. Returns
 * the id of the command that reads the set, or null when the class has only documents.
 */
export async function readBack(
  ports: Ports,
  query: Query,
  deviceId: string,
  deviceClass: string,
): Promise<string | null> {
  const known = await heldBy(ports, query, deviceId, deviceClass)
  const [set] = known?.sets ?? []
  if (!known || !(set || known.documents.length))
    throw new Refusal('invalid', { text: ['该类设备不保存名单或文件', 'This class stores no lists or documents'] })
  await askDocuments(ports, query, deviceId, known)
  if (!set) return null
  const id = await askPage(ports, query, deviceId, set, 1)
  const reading: Reading = { startedAt: ports.now().toISOString(), item: set.item, page: 1, seen: {} }
  await ports.db.query(
    ENGINE,
    sql`insert into sync.device (device_id, read_back, wake_at)
      values (${deviceId}, ${JSON.stringify(reading)}::jsonb, 'infinity') on conflict (device_id) do update
      set read_back = excluded.read_back`,
  )
  return id
}

interface Answered {
  state: number
  data: { items?: Params[]; total?: number } | null
  device_class: string
  identifier: string
  params: { page: number }
}
export const readBackPage = handler({
  name: 'sync.readBack',
  on: ['command.finished'],
  async run(ports, event) {
    const { commandId, deviceId } = event.payload as { commandId: string; deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      const [command] = await query<Answered>(
        prepared(sql`select state, data, device_class, identifier, params from devices.command
          where id = ${commandId} and origin_id = 'readBack'`),
      )
      if (command?.data) await forgetAnswer(query, commandId, command.data)
      const deviceClass = await heldBy(ports, query, deviceId, command?.device_class ?? '')
      if (!command || command.state !== 3 || !deviceClass) return
      await compareDocument(query, deviceId, deviceClass, command.identifier, command.data)
      const set = deviceClass.sets.find(one => one.readBack.command === command.identifier)
      if (set) await readPage(ports, query, deviceId, deviceClass, set, command)
    })
  },
})

async function readPage(
  ports: Ports,
  query: Query,
  deviceId: string,
  { sets }: DeviceClass,
  set: HeldSet,
  { data, params }: Answered,
): Promise<void> {
  const [row] = await query<{ read_back: Reading | null }>(
    sql`select read_back from sync.device where device_id = ${deviceId} for update`,
  )
  const reading = row?.read_back
  if (!reading || reading.item !== set.item || params.page !== reading.page) return
  const items = data?.items ?? []
  for (const item of items) reading.seen[String(item[set.key])] = String(item.digest ?? '')
  if (items.length === PAGE && reading.page < MOST_PAGES) {
    reading.page += 1
    await askPage(ports, query, deviceId, set, reading.page)
  } else {
    await settleUnanswered(ports, query, deviceId, set, reading.seen)
    reading.done = await compare(ports, query, deviceId, set, reading.seen)
    reading.seen = {}
    const further = sets[sets.indexOf(set) + 1]
    if (further) {
      Object.assign(reading, { item: further.item, page: 1 })
      await askPage(ports, query, deviceId, further, 1)
    }
  }
  await query(
    sql`update sync.device set read_back = ${JSON.stringify(reading)}::jsonb, read_back_at = now() where device_id = ${deviceId}`,
  )
}

type SubjectRow = { subject_kind: string; subject_id: string }
const subjectOf = (row: SubjectRow): Subject => ({ kind: row.subject_kind, id: row.subject_id })

/**
 * For data sent over an earlier connection and never answered: either the device has it as sent, or it is sent again.
 * The current session may still answer what it carried itself.
 */
async function settleUnanswered(
  ports: Ports,
  query: Query,
  deviceId: string,
  set: HeldSet,
  seen: Readonly<Record<string, string>>,
): Promise<void> {
  const flights = await query<SubjectRow & { put: boolean; version: string | null; again: boolean }>(
    sql`delete from sync.flight f using devices.command c, devices.session s
      where f.device_id = ${deviceId} and f.item = ${set.item} and c.id = f.command_id and s.device_id = f.device_id
      and c.state = 1 and c.epoch < s.epoch
      returning f.subject_kind, f.subject_id, f.put, f.version, f.again`,
  )
  if (!flights.length) return
  const keys = await keysOf(ports, query, flights.map(subjectOf))
  const arrived = flights.filter(
    flight => seen[keys.get(subjectKey(subjectOf(flight))) ?? ''] === (flight.put ? (flight.version ?? '') : undefined),
  )
  await query(
    sql`delete from sync.exception e using ${subjectTable(arrived.map(subjectOf))}
      where e.device_id = ${deviceId} and e.item = ${set.item} and e.subject_kind = s.kind and e.subject_id = s.id`,
  )
  const open = flights.filter(flight => flight.again || !arrived.includes(flight))
  await remember({ query, deviceId, set }, open.map(subjectOf), 'lost')
  await query(sql`update sync.device set wake_at = now(), claimed_until = null where device_id = ${deviceId}`)
}

/** Missing, superfluous and changed keys are checked again. A key without a digest of ours proves that something is stored, not what. */
async function compare(
  ports: Ports,
  query: Query,
  deviceId: string,
  set: HeldSet,
  seen: Readonly<Record<string, string>>,
): Promise<NonNullable<Reading['done']>> {
  const at = { query, kinds: ports.subjects, deviceId, set, now: ports.now() }
  const members = (
    await query<SubjectRow>(
      sql`select distinct m.subject_kind, m.subject_id from sync.follow f join sync.member m on m.group_id = f.group_id
        where f.device_id = ${deviceId} and f.item = ${set.item} and not f.leaving and not m.gone`,
    )
  ).map(subjectOf)
  const open = await query<SubjectRow>(
    sql`select subject_kind, subject_id from sync.flight where device_id = ${deviceId} and item = ${set.item}
      union select subject_kind, subject_id from sync.exception where device_id = ${deviceId} and item = ${set.item}`,
  )
  const busy = new Set(open.map(row => subjectKey(subjectOf(row))))
  const wanted = await wantedBy(at, members)
  const left = { ...seen }
  const again: Subject[] = []
  let [missing, changed] = [0, 0]
  for (const member of members) {
    const { key, held } = wanted.get(subjectKey(member)) ?? {}
    if (!key) continue
    const stored = left[key]
    delete left[key]
    if (busy.has(subjectKey(member))) continue
    if (held && stored === undefined) missing += 1
    else if (held ? stored && stored !== held.version : stored !== undefined) changed += 1
    else continue
    again.push(member)
  }
  const extra = await subjectsBy(ports, query, set, Object.keys(left))
  await remember(at, [...again, ...extra], 'drift')
  if (again.length + extra.length)
    await query(sql`update sync.device set wake_at = now() where device_id = ${deviceId}`)
  return { at: at.now.toISOString(), item: set.item, held: members.length, missing, changed, extra: extra.length }
}

/** The subjects that a device stores by these keys although no right wants them there. */
async function subjectsBy(ports: Ports, query: Query, set: HeldSet, keys: readonly string[]): Promise<Subject[]> {
  const found: Subject[] = []
  for (const { kind, items, idsOf } of ports.subjects.values())
    if (items.includes(set.item)) for (const id of await idsOf(query, keys)) found.push({ kind, id })
  return found
}

/** At night, when few people pass, every device of an application is due to be read back. */
export const nightly = schedule({
  key: 'sync.readBack',
  at: '02:30',
  async run(_ports, query, { appId }) {
    await query(
      // In the order in which devices are woken.
      sql`with due as materialized (
          select s.device_id from sync.device s join devices.device d on d.id = s.device_id and d.app_id = ${appId}
          where coalesce(s.read_back_at, '-infinity') < now() - interval '12 hours'
          order by s.device_id for update of s)
        update sync.device s set read_back_at = '-infinity' from due where s.device_id = due.device_id`,
    )
  },
})

/** Reads back the devices that are due and online, a few at a time. */
export const readingBack = worker({
  name: 'sync.readBack',
  where: 'worker',
  async run(ports) {
    const due = await ports.db.query<{ device_id: string; device_class: string }>(
      ENGINE,
      sql`with q as materialized (
        select sd.device_id, d.device_class from sync.device sd join devices.device d on d.id = sd.device_id
        join devices.session ss on ss.device_id = d.id and ss.online
        where sd.read_back_at = '-infinity' and d.app_id is not null
        limit 20 for update of sd skip locked)
      update sync.device s set read_back_at = now() from q
      where s.device_id = q.device_id returning s.device_id, q.device_class`,
    )
    for (const device of due)
      await ports.db
        .tx(ENGINE, query => readBack(ports, query, device.device_id, device.device_class))
        .catch((error: Error) =>
          ports.log.warn({ deviceId: device.device_id, error: error.message }, 'a device could not be read back'),
        )
    return 10_000
  },
})
