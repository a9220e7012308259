/** People as subjects of the sync engine: what each device must store about them, from their rights. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import type { HeldSet } from '#model/device.ts'
import { openPin } from '#modules/people/api.ts'
import { pairOf } from '#modules/sync/subject.rules.ts'
import { subjects } from '#server/delivered.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { changesAt, effective, type Answer, type Desired, type SyncPerson, type SyncRight } from './effective.server.ts'
import { portraitUrl } from './portrait.server.ts'
import { ITEMS, type Opened } from './ways.rules.ts'
import { wireItem, wireRights } from './wire.rules.ts'

/** The kind of people in the sync engine. */
export const PERSON = 'person'

const NOTHING_HELD = { item: 'card', keeps: { rights: 1, spansADay: 1, closedDays: 0 } } as const

interface PersonRow {
  id: string
  short_no: string
  name: string
  state: number
  deleted: boolean
  person_type: number
  valid_from: string | null
  valid_to: string | null
  face_state: number
  portrait_digest: string | null
  portrait_file: string | null
  cards: string[] | null
  plates: string[] | null
  pin_index: Buffer | null
  pin_sealed: Buffer | null
  zone: string
}

/** What each device must store about each of these people, by `pairOf`. */
export async function desiredFor(
  query: Query,
  devices: ReadonlyMap<string, Pick<HeldSet, 'item' | 'keeps'>>,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, Answer>> {
  const people =
    await query<PersonRow>(sql`select p.id, p.short_no, p.name, p.state, p.deleted_at is not null as deleted,
      p.person_type, p.valid_from, p.valid_to, p.face_state, p.portrait_digest, p.portrait_file,
      p.pin_index, p.pin_sealed, a.zone,
      (select array_agg(c.shown) from people.card c where c.person_id = p.id) as cards,
      (select array_agg(c.plate_no) from people.plate c where c.person_id = p.id) as plates
    from people.person p join applications.application a on a.id = p.app_id where p.id = any(${personIds}::bigint[])`)
  const rights = await query<{
    device_id: string
    person_id: string
    no: number
    valid_from: string | null
    valid_to: string | null
    week: SyncRight['week']
    exceptions: SyncRight['exceptions']
  }>(sql`
    select gd.device_id, gp.person_id, c.no, gp.valid_from, gp.valid_to, t.week, t.exceptions
    from access.group_door gd join devices.component c on c.id = gd.component_id
    join access.auth_group g on g.id = gd.group_id and g.deleted_at is null
    join access.group_person gp on gp.group_id = g.id left join access.time_plan t on t.id = g.time_plan_id
    where gd.device_id = any(${[...devices.keys()]}::bigint[]) and gp.person_id = any(${personIds}::bigint[])`)
  const byPair = Map.groupBy(rights, right => pairOf(right.device_id, right.person_id))
  const byId = new Map(people.map(row => [row.id, row]))
  const result = new Map<string, Answer>()
  for (const personId of personIds) {
    const row = byId.get(personId)
    const person = row ? personOf(row) : null
    const zone = row?.zone ?? DEFAULT_ZONE
    for (const [deviceId, holds] of devices) {
      const own = (byPair.get(pairOf(deviceId, personId)) ?? []).map((right): SyncRight => ({
        doorNo: right.no,
        validFrom: right.valid_from,
        validTo: right.valid_to,
        week: right.week,
        exceptions: right.exceptions,
      }))
      const answer = effective(holds, person, own, now.toISOString(), zone)
      result.set(pairOf(deviceId, personId), { answer, person, rights: own, zone })
    }
  }
  return result
}

const personOf = (row: PersonRow): SyncPerson => ({
  id: row.id,
  shortNo: row.short_no,
  name: row.name,
  state: row.state,
  deleted: row.deleted,
  personType: row.person_type,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  faceState: row.face_state,
  portraitDigest: row.portrait_digest,
  portraitFile: row.portrait_file,
  cards: row.cards ?? [],
  plates: row.plates ?? [],
  pinDigest: row.pin_index && row.pin_index.toString('base64url'),
  pinSealed: row.pin_sealed,
})

/** A person with their rights at a device, whatever the device stores of them. */
export async function givenRights(
  query: Query,
  deviceIds: readonly string[],
  personIds: readonly string[],
): Promise<(deviceId: string, personId: string) => Pick<Answer, 'person' | 'rights' | 'zone'>> {
  const found = await desiredFor(query, new Map(deviceIds.map(id => [id, NOTHING_HELD])), personIds, new Date(0))
  return (deviceId, personId) => found.get(pairOf(deviceId, personId))!
}

/** Of a number that a device reports; others cannot be the number of a person. */
const SHORT_NO = /^\d{1,15}$/

/** Opened for this one message: neither the command nor the log keeps it. */
function openedFor(ports: Ports, deviceId: string, { item }: HeldSet, { id, pinSealed }: Desired): Opened {
  if (item === 'person') return { photoUrl: portraitUrl(ports, deviceId, id) }
  return item === 'pin' ? { pin: openPin(ports, id, pinSealed!) } : {}
}

export const personSubjects = subjects<Desired>({
  kind: PERSON,
  items: ITEMS,
  names: sql`select id, name from people.person`,
  async keysOf(query, ids) {
    const rows = await query<{ id: string; short_no: string }>(
      sql`select id, short_no from people.person where id = any(${ids}::bigint[])`,
    )
    return new Map(rows.map(row => [row.id, row.short_no]))
  },
  async idsOf(query, keys) {
    const numbers = keys.filter(key => SHORT_NO.test(key))
    const rows = await query<{ id: string }>(
      sql`select id from people.person where short_no = any(${numbers}::bigint[])`,
    )
    return rows.map(row => row.id)
  },
  async wanted(query, devices, ids, now) {
    const answers = await desiredFor(query, devices, ids, now)
    return new Map(
      [...answers].map(([pair, { answer, person, rights, zone }]) => {
        const { desired } = answer
        const set = devices.get(pair.slice(0, pair.indexOf('|')))!
        return [
          pair,
          {
            key: person?.shortNo ?? null,
            held: desired && { version: desired.version, content: desired },
            changesAt: desired && person ? changesAt(set, person, rights, now.toISOString(), zone) : null,
          },
        ]
      }),
    )
  },
  wire: (ports, deviceId, set, desired) => wireItem(set, desired, openedFor(ports, deviceId, set, desired)),
  wireRights,
})
