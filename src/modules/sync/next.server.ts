/** The one primitive of the sync engine: the next difference between what a device should store and what it is known to store. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/time.ts'
import type { Holds } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'
import {
  changesAt,
  effective,
  type Desired,
  type Effective,
  type SyncPerson,
  type SyncRight,
} from './effective.server.ts'

export interface Step {
  put: boolean
  items: { personId: string; desired: Desired | null; shortNo: string }[]
}

interface MemberRow {
  person_id: string
  seq: string
  gone: boolean
}

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
  zone: string
}

export interface Answer {
  answer: Effective
  person: SyncPerson | null
  rights: readonly SyncRight[]
  zone: string
}
export const pairOf = (deviceId: string, personId: string): string => `${deviceId}|${personId}`

/** What each device must store about each of these people, by `pairOf`. */
export async function desiredFor(
  query: Query,
  devices: ReadonlyMap<string, Holds>,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, Answer>> {
  const people =
    await query<PersonRow>(sql`select p.id, p.short_no, p.name, p.state, p.deleted_at is not null as deleted,
      p.person_type, p.valid_from, p.valid_to, p.face_state, p.portrait_digest, p.portrait_file, a.zone,
      (select array_agg(c.card_no) from people.card c where c.person_id = p.id) as cards
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
})

/**
 * The next batch for one device, inside the transaction that will write the flights: revocations first, then retries that
 * are due, then new changes. Advances the cursors over everything it checked. Null when nothing is left to do now.
 */
export async function next(query: Query, deviceId: string, holds: Holds, now: Date): Promise<Step | null> {
  for (const phase of ['gone', 'due', 'put'] as const) {
    // A change may turn out to need no sending; then the next ones are checked.
    for (let round = 0; round < 20; round += 1) {
      const max = phase === 'gone' ? holds.remove.max : holds.put.max
      const looked = phase === 'due' ? await due(query, deviceId, max, now) : await changed(query, deviceId, phase, max)
      if (looked.length === 0) break
      const flying = new Set(
        (
          await query<{ person_id: string }>(
            sql`update sync.flight set again = true where device_id = ${deviceId} and person_id = any(${looked}::bigint[]) returning person_id`,
          )
        ).map(row => row.person_id),
      )
      const free = looked.filter(id => !flying.has(id))
      const wanted = await desiredFor(query, new Map([[deviceId, holds]]), free, now)
      await writeDue(query, deviceId, holds, free, wanted, now)
      const refused = new Map(
        (
          await query<{ person_id: string; version: string | null; kind: string }>(
            sql`select person_id, version, kind from sync.exception
              where device_id = ${deviceId} and person_id = any(${free}::bigint[]) and next_at is null`,
          )
        ).map(row => [row.person_id, row]),
      )
      const items = free
        .map(personId => {
          const { answer, person } = wanted.get(pairOf(deviceId, personId))!
          return { personId, desired: answer.desired, shortNo: person?.shortNo ?? '' }
        })
        // A refused version waits for a new one.
        .filter(
          entry =>
            entry.shortNo !== '' && !(entry.desired && refused.get(entry.personId)?.version === entry.desired.version),
        )
      const [puts, removals] = [items.filter(entry => entry.desired), items.filter(entry => !entry.desired)]
      if (removals.length) {
        if (puts.length)
          await remember(
            query,
            deviceId,
            puts.map(entry => entry.personId),
          )
        return { put: false, items: removals }
      }
      if (puts.length) return { put: true, items: puts }
    }
  }
  return null
}

/**
 * Changes after the cursor, in order; the cursor moves over them. Members who left were handled in the `gone` phase, which
 * comes first: the other phase skips them, or each removal would be sent twice.
 */
async function changed(query: Query, deviceId: string, phase: 'gone' | 'put', max: number): Promise<string[]> {
  const follows = await query<{ group_id: string; put_seq: string; gone_seq: string }>(
    sql`select group_id, put_seq, gone_seq from sync.follow where device_id = ${deviceId} order by group_id for update`,
  )
  const only = phase === 'gone' ? sql`and gone` : sql``
  const ids: string[] = []
  for (const { group_id: groupId, put_seq: putSeq, gone_seq: goneSeq } of follows) {
    let cursor = phase === 'gone' ? goneSeq : putSeq
    for (let full = true; full && ids.length < max;) {
      const limit = max - ids.length
      const rows = await query<MemberRow>(
        sql`select person_id, seq, gone from sync.member where group_id = ${groupId} and seq > ${cursor} ${only} order by seq, person_id limit ${limit}`,
      )
      if (!rows.length) break
      full = rows.length === limit
      // Several members share a number: if a batch ends within one, all of that number is checked again next time.
      const last = rows.at(-1)!.seq
      const sharedOnly = full && rows[0]!.seq === last
      cursor = full && !sharedOnly ? (BigInt(last) - 1n).toString() : last
      const taken = sharedOnly
        ? await query<MemberRow>(
            sql`select person_id, seq, gone from sync.member where group_id = ${groupId} and seq = ${last} ${only}`,
          )
        : rows.filter(row => BigInt(row.seq) <= BigInt(cursor))
      const column = phase === 'gone' ? sql`gone_seq` : sql`put_seq`
      await query(
        sql`update sync.follow set ${column} = ${cursor} where device_id = ${deviceId} and group_id = ${groupId}`,
      )
      const people = taken
        .filter(row => phase === 'gone' || !row.gone || BigInt(row.seq) > BigInt(goneSeq))
        .map(row => row.person_id)
      await remember(query, deviceId, people.slice(limit))
      ids.push(...people.slice(0, limit))
    }
    if (ids.length >= max) break
  }
  return [...new Set(ids)]
}

async function due(query: Query, deviceId: string, max: number, now: Date): Promise<string[]> {
  const rows = await query<{ person_id: string }>(sql`with q as materialized (
      select device_id, person_id from sync.exception where device_id = ${deviceId} and next_at <= now()
      order by put, next_at limit ${max} for update
    )
    update sync.exception e set next_at = now() + interval '10 minutes' from q
    where e.device_id = q.device_id and e.person_id = q.person_id returning e.person_id`)
  const timed = await query<{ person_id: string }>(
    sql`select person_id from sync.due where device_id = ${deviceId} and at <= ${now} order by at, person_id limit ${max - rows.length}`,
  )
  return [...new Set([...rows, ...timed].map(row => row.person_id))]
}

/** When time alone will change what is stored about these people on the device. */
async function writeDue(
  query: Query,
  deviceId: string,
  holds: Holds,
  personIds: readonly string[],
  wanted: ReadonlyMap<string, Answer>,
  now: Date,
): Promise<void> {
  const due = personIds.flatMap(personId => {
    const { answer, person, rights, zone } = wanted.get(pairOf(deviceId, personId))!
    const at = answer.desired && person ? changesAt(holds, person, rights, now.toISOString(), zone) : null
    return at === null ? [] : [{ person_id: personId, at }]
  })
  await query(
    sql`delete from sync.due where device_id = ${deviceId} and person_id = any(${personIds}::bigint[]) and person_id <> all(${due.map(row => row.person_id)}::bigint[])`,
  )
  if (due.length)
    await query(sql`insert into sync.due (device_id, person_id, source_id, app_id, at)
      select d.id, f.person_id, d.source_id, d.app_id, f.at
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as f(person_id bigint, at timestamptz), devices.device d
      where d.id = ${deviceId}
      on conflict (device_id, person_id) do update set at = excluded.at`)
}

/** Records people to be checked again soon, beyond the current batch. */
export async function remember(
  query: Query,
  deviceId: string,
  personIds: readonly string[],
  kind = 'queued',
): Promise<void> {
  if (!personIds.length) return
  await query(sql`insert into sync.exception (device_id, person_id, source_id, app_id, put, kind, tries, next_at)
    select d.id, p, d.source_id, d.app_id, true, ${kind}, 0, now() from unnest(${personIds}::bigint[]) p, devices.device d where d.id = ${deviceId}
    on conflict (device_id, person_id) do update set next_at = now()`)
}
