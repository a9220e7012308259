/** Faces of libraries as subjects of the sync engine: who is on a device, in which of the libraries that its cameras compare with. */
import sql from 'sql-template-tag'
import { portraitUrl } from '#modules/rights/api.ts'
import { touchMembers } from '#modules/sync/api.ts'
import { pairOf } from '#modules/sync/subject.rules.ts'
import { subjects, versionOf, type Wanted } from '#server/delivered.ts'
import { handler } from '#server/parts.ts'
import { wireFace, type Face } from './face.rules.ts'
import { FACE, librariesOf, membersOf } from './members.server.ts'

/** Of a number that a device reports; others cannot be the number of a person. */
const SHORT_NO = /^\d{1,15}$/

export const faceSubjects = subjects<Face>({
  kind: FACE,
  items: ['face'],
  names: sql`select id, name from people.person`,
  async keysOf(query, ids) {
    const rows = await query<{ id: string; short_no: string }>(
      sql`select id, short_no from people.person where id = any(${ids}::bigint[])`,
    )
    return new Map(rows.map(row => [row.id, row.short_no]))
  },
  async idsOf(query, keys) {
    const rows = await query<{ id: string }>(
      sql`select id from people.person where short_no = any(${keys.filter(key => SHORT_NO.test(key))}::bigint[])`,
    )
    return rows.map(row => row.id)
  },
  async wanted(query, devices, ids) {
    const deviceIds = [...devices.keys()]
    const people = await query<{ id: string; short_no: string; name: string; portrait_digest: string | null }>(
      sql`select id, short_no, name, case when deleted_at is null and face_state = 2 then portrait_digest end as portrait_digest
        from people.person where id = any(${ids}::bigint[])`,
    )
    const held = await query<{ device_id: string; person_id: string; libs: number[] }>(
      sql`select a.device_id, m.person_id, array_agg(distinct l.no order by l.no) as libs
        from vision.arming a
        join devices.device d on d.id = a.device_id and d.app_id = a.app_id and d.deleted_at is null
        join vision.library l on l.id = a.library_id
        join ${membersOf(sql`select library_id from vision.arming where device_id = any(${deviceIds}::bigint[])`)} m
          on m.library_id = l.id
        where a.device_id = any(${deviceIds}::bigint[]) and m.person_id = any(${ids}::bigint[])
        group by a.device_id, m.person_id`,
    )
    const libs = new Map(held.map(row => [pairOf(row.device_id, row.person_id), row.libs]))
    const byId = new Map(people.map(row => [row.id, row]))
    const wanted = new Map<string, Wanted<Face>>()
    for (const id of ids) {
      const person = byId.get(id)
      for (const deviceId of deviceIds) {
        const libIds = libs.get(pairOf(deviceId, id))
        const portraitDigest = person?.portrait_digest
        const content = person && libIds && portraitDigest ? { name: person.name, libIds, portraitDigest } : null
        wanted.set(pairOf(deviceId, id), {
          key: person?.short_no ?? null,
          held: content && {
            version: versionOf(content),
            content: { ...content, id, personId: person!.short_no, version: versionOf(content) },
          },
          changesAt: null,
        })
      }
    }
    return wanted
  },
  wire: (ports, deviceId, _set, face) => wireFace(face, portraitUrl(ports, deviceId, face.id)),
})

/** People who changed, were removed, or came to another organisation: their libraries and the devices with these follow. */
export const memberChanged = handler({
  name: 'vision.person',
  on: ['person.changed', 'person.gone'],
  run: (ports, event) =>
    ports.db.tx({ role: 'engine' }, async query => {
      const { personId } = event.payload as { personId: string }
      const [person] = await query<{ barred: boolean }>(
        sql`select deleted_at is not null or portrait_digest is null or face_state <> 2 as barred
          from people.person where id = ${personId} for share`,
      )
      // Whose face must not be there any more is a revocation, which has priority.
      for (const { id, member } of await librariesOf(query, personId))
        await touchMembers(query, id, FACE, [personId], !member || (person?.barred ?? true))
    }),
})
