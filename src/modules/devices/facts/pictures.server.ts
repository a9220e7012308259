/** Pictures of events and of answers to commands: stored sealed, known by the event or the command, removed after their period. */
import { createHash, randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { PictureUpload } from '#model/gate.ts'
import { requestLimits } from '#server/http/limits.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'

const ENGINE = { role: 'engine' } as const
const SEALED_FOR = 'file|capture'
/** How long an upload address is good. */
const UPLOAD_MS = 10 * 60_000

/** Whose picture it is: an event, by its identity, or the answer to a command. */
export interface PictureOwner {
  deviceId: string
  /** Epoch milliseconds. */
  atMs: number
  /** 16 bytes in hex. */
  key: string
  family: number | null
}

/** The identity of the pictures in the answer to a command. */
export const ownerOfAnswer = (deviceId: string, commandId: string): PictureOwner => ({
  deviceId,
  ...{ atMs: 0, key: BigInt(commandId).toString(16).padStart(32, '0'), family: null },
})

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Stores the bytes as a file; returns its key. */
export const storeBytes = (ports: Ports, bytes: Uint8Array): Promise<string> =>
  ports.files.put(ports.vault.seal(bytes, SEALED_FOR))

/** Notes that the picture is stored. A second one of the same event and name is dropped. */
export async function keepPicture(ports: Ports, of: PictureOwner, name: string, bytes: Uint8Array): Promise<string> {
  const file = await storeBytes(ports, bytes)
  const [kept] = await ports.db.query<{ file: string | null }>(
    ENGINE,
    sql`insert into devices.picture as p (id, source_id, app_id, device_id, at, key, name, family, file, received_at)
      select ${ports.newId()}, d.source_id, d.app_id, d.id, ${new Date(of.atMs)}, decode(${of.key}, 'hex'), ${name},
        ${of.family}, ${file}, ${ports.now()} from devices.device d where d.id = ${of.deviceId}
      on conflict (device_id, at, key, name) do update set file = coalesce(p.file, excluded.file) returning file`,
  )
  if (kept?.file !== file) await ports.files.remove(file)
  return kept?.file ?? file
}

/** Whether the device may announce another picture: each is many times larger than a message, which is what its rate is limited by. */
export async function mayAnnounce(ports: Ports, deviceId: string): Promise<boolean> {
  const { announced } = requestLimits.most
  const since = new Date(ports.now().getTime() - 3_600_000)
  const rows = await ports.db.query(
    ENGINE,
    sql`select 1 from devices.picture where device_id = ${deviceId} and received_at > ${since} limit ${announced}`,
  )
  return rows.length < announced
}

/** An address for one picture of the event; announcing it again replaces the address as long as nothing was sent to it. */
export async function offerUpload(
  ports: Ports,
  of: PictureOwner,
  identifier: string,
  name: string,
): Promise<PictureUpload | null> {
  const token = randomBytes(24).toString('base64url')
  const untilMs = ports.now().getTime() + UPLOAD_MS
  const offered = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`insert into devices.picture as p
        (id, source_id, app_id, device_id, at, key, name, family, received_at, upload_hash, upload_until)
      select ${ports.newId()}, d.source_id, d.app_id, d.id, ${new Date(of.atMs)}, decode(${of.key}, 'hex'), ${name},
        ${of.family}, ${ports.now()}, ${digestOf(token)}, ${new Date(untilMs)} from devices.device d
      where d.id = ${of.deviceId}
      on conflict (device_id, at, key, name) do update
      set upload_hash = excluded.upload_hash, upload_until = excluded.upload_until where p.file is null
      returning id`,
  )
  if (offered.length === 0) return null
  return {
    identifier,
    name,
    url: `${ports.publicUrl}/api/device/picture/${token}`,
    maxBytes: requestLimits.most.picture,
    untilMs,
  }
}

/** Whether a picture may be sent to the address now. */
export async function isOffered(ports: Ports, token: string): Promise<boolean> {
  const rows = await ports.db.query(
    ENGINE,
    sql`select 1 from devices.picture where upload_hash = ${digestOf(token)} and upload_until > ${ports.now()}`,
  )
  return rows.length > 0
}

/** Stores what was sent to the address, which is then used up; an alarm of the event shows it too. False where it was used meanwhile. */
export async function fillPicture(ports: Ports, token: string, bytes: Uint8Array): Promise<boolean> {
  const file = await storeBytes(ports, bytes)
  const [filled] = await ports.db.query<{ filled: string }>(
    ENGINE,
    sql`with filled as (
        update devices.picture
        set file = ${file}, received_at = ${ports.now()}, upload_hash = null, upload_until = null
        where upload_hash = ${digestOf(token)} and upload_until > ${ports.now()} returning id, device_id, at, key),
      event as (select l.alarm_id from filled f
        join devices.event e on e.device_id = f.device_id and e.at = f.at and e.key = f.key
        join devices.alarm_event l on l.fact_id = e.id),
      shown as (update devices.alarm a set pictures = a.pictures || to_jsonb(${file}::text)
        from event where a.id = event.alarm_id and jsonb_array_length(a.pictures) < 9)
      select id as filled from filled`,
  )
  if (!filled) await ports.files.remove(file)
  return filled !== undefined
}

export interface ShownPicture {
  name: string
  file: string
}
type PicturesOf = (run: RunSql, ids: readonly string[]) => Promise<ReadonlyMap<string, ShownPicture[]>>
/** The pictures of the rows `t`, by their ids; `joined` are the rows with their pictures `p`. */
const picturesOf =
  (joined: Sql): PicturesOf =>
  async (run, ids) => {
    const rows = await run<ShownPicture & { id: string }>(
      sql`select t.id, p.name, p.file from ${joined} where t.id = any(${ids}::bigint[]) and p.file is not null
        order by p.id`,
    )
    const found = new Map<string, ShownPicture[]>()
    for (const { id, ...picture } of rows) found.set(id, [...(found.get(id) ?? []), picture])
    return found
  }
const SAME_FACT = sql`p.device_id = t.device_id and p.at = t.at and p.key = t.key`
export const picturesOfEvents = picturesOf(sql`devices.event t join devices.picture p on ${SAME_FACT}`)
export const picturesOfPassages = picturesOf(sql`devices.passage t join devices.picture p on ${SAME_FACT}`)
export const picturesOfCaptures = picturesOf(sql`devices.capture t join devices.picture p on ${SAME_FACT}`)
export const picturesOfCommands = picturesOf(sql`devices.command t join devices.picture p
  on p.device_id = t.device_id and p.at = 'epoch' and p.key = decode(lpad(to_hex(t.id), 32, '0'), 'hex')`)

/** Forgets announced pictures that were not sent, a day after their addresses. */
export const forgetUnsent = (ports: Ports): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`delete from devices.picture where file is null and upload_until < ${new Date(ports.now().getTime() - 86_400_000)}`,
  )

/** Removes the references to these pictures; the caller removes the files. */
export async function forgetPictures(query: Query, files: readonly string[]): Promise<void> {
  await query(sql`delete from devices.picture where file = any(${files})`)
  await query(
    sql`update devices.alarm set pictures = pictures - ${files}::text[]
      where pictures ?| ${files}::text[] and origin = 1`,
  )
}
