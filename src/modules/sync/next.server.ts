/** The one primitive of the sync engine: the next difference between what a device should store and what it is known to store. */
import sql, { type Sql } from 'sql-template-tag'
import type { HeldSet } from '#model/device.ts'
import type { Subjects, Wanted } from '#server/delivered.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { pairOf, subjectKey, type Subject } from './subject.rules.ts'

export interface Step {
  set: HeldSet
  put: boolean
  /** Nothing but the rights of these items changed since the device was sent them. */
  rightsAlone: boolean
  items: Item[]
}
interface Item {
  subject: Subject
  key: string
  held: Wanted['held']
  rightsAlone: boolean
}
interface Changed extends Subject {
  rightsAlone?: boolean
}
/** One set of one device, and the kinds of subjects. */
interface At {
  query: Query
  kinds: ReadonlyMap<string, Subjects>
  deviceId: string
  set: HeldSet
  now: Date
}

interface SubjectRow {
  subject_kind: string
  subject_id: string
}
interface MemberRow extends SubjectRow {
  seq: string
  full_seq: string
  gone: boolean
}
const subjectOf = (row: SubjectRow): Subject => ({ kind: row.subject_kind, id: row.subject_id })

/** As a table `s(kind, id)`. */
export const subjectTable = (of: readonly Subject[]): Sql =>
  sql`unnest(${of.map(one => one.kind)}::text[], ${of.map(one => one.id)}::bigint[]) as s(kind, id)`

/** Each once, in their order; its rights alone changed where each of its groups says so. */
const distinct = (of: readonly Changed[]): Changed[] =>
  [...Map.groupBy(of, subjectKey).values()].map(same => ({
    ...same[0]!,
    rightsAlone: same.every(one => one.rightsAlone === true),
  }))

/** What the device must store of each subject, by `subjectKey`; kinds that cannot take the form of the set are left out. */
export async function wantedBy(
  { query, kinds, deviceId, set, now }: At,
  of: readonly Subject[],
): Promise<Map<string, Wanted>> {
  const wanted = new Map<string, Wanted>()
  for (const [kind, some] of Map.groupBy(of, one => one.kind)) {
    const declared = kinds.get(kind)
    if (!declared?.items.includes(set.item)) continue
    const ids = some.map(one => one.id)
    const found = await declared.wanted(query, new Map([[deviceId, set]]), ids, now)
    for (const id of ids) wanted.set(subjectKey({ kind, id }), found.get(pairOf(deviceId, id))!)
  }
  return wanted
}

/** A phase of a set: revocations first, then what is due, then new changes. */
export type Phase = 'gone' | 'due' | 'put'
/** A change may turn out to need no sending; then the next ones are checked, at most this many times in one turn. */
const MOST_ROUNDS = 20

/**
 * The next batch of one phase for one set of a device, inside the transaction that will write the flights. Advances the
 * cursors over everything it checked. Null when nothing is left to do now.
 */
export async function next(at: At, phase: Phase): Promise<Step | null> {
  const { put, putRights, remove } = at.set
  const max = phase === 'gone' ? remove.max : phase === 'put' && putRights ? putRights.max : put.max
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const looked = phase === 'due' ? await due(at, max) : await changed(at, phase, max)
    if (looked.length === 0) return null
    const found = await toSend(at, looked)
    // A removal that was found late may be more than one command takes.
    const [puts, all] = [found.filter(entry => entry.held), found.filter(entry => !entry.held)]
    const removals = all.slice(0, remove.max)
    await remember(
      at,
      all.slice(removals.length).map(entry => entry.subject),
    )
    if (removals.length) {
      await remember(
        at,
        puts.map(entry => entry.subject),
      )
      return { set: at.set, put: false, rightsAlone: false, items: removals }
    }
    const rightsAlone = putRights !== undefined && puts.every(entry => entry.rightsAlone)
    const items = rightsAlone ? puts : puts.slice(0, put.max)
    await remember(
      at,
      puts.slice(items.length).map(entry => entry.subject),
    )
    if (items.length) return { set: at.set, put: true, rightsAlone, items }
  }
  return null
}

/** Those of them that must be sent: not in flight, existing, and not a version that the device refused. */
async function toSend(at: At, looked: readonly Changed[]): Promise<Step['items']> {
  const { query, deviceId, set } = at
  const flying = await query<SubjectRow>(
    prepared(sql`update sync.flight f set again = true from ${subjectTable(looked)}
      where f.device_id = ${deviceId} and f.item = ${set.item} and f.subject_kind = s.kind and f.subject_id = s.id
      returning f.subject_kind, f.subject_id`),
  )
  const busy = new Set(flying.map(row => subjectKey(subjectOf(row))))
  const free = looked.filter(one => !busy.has(subjectKey(one)))
  const wanted = await wantedBy(at, free)
  await writeDue(at, free, wanted)
  const excepted = await query<SubjectRow & { version: string | null; parked: boolean }>(
    prepared(sql`select e.subject_kind, e.subject_id, e.version, e.next_at is null as parked from sync.exception e join ${subjectTable(free)}
        on e.subject_kind = s.kind and e.subject_id = s.id
      where e.device_id = ${deviceId} and e.item = ${set.item}`),
  )
  // What failed or waits is not known to be on the device.
  const unsure = new Set(excepted.map(row => subjectKey(subjectOf(row))))
  const refused = new Map(excepted.filter(row => row.parked).map(row => [subjectKey(subjectOf(row)), row.version]))
  return free.flatMap(subject => {
    const { key = null, held = null } = wanted.get(subjectKey(subject)) ?? {}
    const rightsAlone = subject.rightsAlone === true && !unsure.has(subjectKey(subject))
    const item = (known: string, of: Item['held']): Item => ({ subject, key: known, held: of, rightsAlone })
    // A refused version waits for a new one.
    return key === null || (held && refused.get(subjectKey(subject)) === held.version) ? [] : [item(key, held)]
  })
}

/**
 * Changes after the cursor, in order; the cursor moves over them. Members who left were handled in the `gone` phase, which
 * comes first: the other phase skips them, or each removal would be sent twice.
 */
async function changed(at: At, phase: 'gone' | 'put', max: number): Promise<Changed[]> {
  const { query, deviceId, set } = at
  const follows = await query<{ group_id: string; put_seq: string; gone_seq: string }>(
    prepared(sql`select group_id, put_seq, gone_seq from sync.follow where device_id = ${deviceId} and item = ${set.item}
      order by group_id for update`),
  )
  const only = phase === 'gone' ? sql`and gone` : sql``
  const found: Changed[] = []
  for (const { group_id: groupId, put_seq: putSeq, gone_seq: goneSeq } of follows) {
    let cursor = phase === 'gone' ? goneSeq : putSeq
    for (let full = true; full && found.length < max;) {
      const limit = max - found.length
      const rows = await query<MemberRow>(
        prepared(sql`select subject_kind, subject_id, seq, full_seq, gone from sync.member
          where group_id = ${groupId} and seq > ${cursor} ${only} order by seq, subject_kind, subject_id limit ${limit}`),
      )
      if (!rows.length) break
      full = rows.length === limit
      // Several members share a number: if a batch ends within one, all of that number is checked again next time.
      const last = rows.at(-1)!.seq
      const sharedOnly = full && rows[0]!.seq === last
      cursor = full && !sharedOnly ? (BigInt(last) - 1n).toString() : last
      const taken = sharedOnly
        ? await query<MemberRow>(
            prepared(sql`select subject_kind, subject_id, seq, full_seq, gone from sync.member
              where group_id = ${groupId} and seq = ${last} ${only}`),
          )
        : rows.filter(row => BigInt(row.seq) <= BigInt(cursor))
      const column = phase === 'gone' ? sql`gone_seq` : sql`put_seq`
      await query(
        prepared(sql`update sync.follow set ${column} = ${cursor}
          where device_id = ${deviceId} and item = ${set.item} and group_id = ${groupId}`),
      )
      const members = taken
        .filter(row => phase === 'gone' || !row.gone || BigInt(row.seq) > BigInt(goneSeq))
        .map((row): Changed => ({ ...subjectOf(row), rightsAlone: BigInt(row.full_seq) <= BigInt(putSeq) }))
      await remember(at, members.slice(limit))
      found.push(...members.slice(0, limit))
    }
    if (found.length >= max) break
  }
  return distinct(found)
}

async function due({ query, deviceId, set, now }: At, max: number): Promise<Subject[]> {
  const rows = await query<SubjectRow>(sql`with q as materialized (
      select device_id, item, subject_kind, subject_id from sync.exception
      where device_id = ${deviceId} and item = ${set.item} and next_at <= now()
      order by put, next_at limit ${max} for update
    )
    update sync.exception e set next_at = now() + interval '10 minutes' from q
    where e.device_id = q.device_id and e.item = q.item and e.subject_kind = q.subject_kind
    and e.subject_id = q.subject_id returning e.subject_kind, e.subject_id`)
  const timed = await query<SubjectRow>(
    prepared(sql`select subject_kind, subject_id from sync.due
      where device_id = ${deviceId} and item = ${set.item} and at <= ${now}
      order by at, subject_id limit ${max - rows.length}`),
  )
  return distinct([...rows, ...timed].map(subjectOf))
}

/** When time alone will change what is stored about these subjects on the device. */
async function writeDue(
  { query, deviceId, set }: At,
  of: readonly Subject[],
  wanted: ReadonlyMap<string, Wanted>,
): Promise<void> {
  const due = of.flatMap(one => {
    const at = wanted.get(subjectKey(one))?.changesAt ?? null
    return at === null ? [] : [{ ...one, at }]
  })
  const timed = new Set(due.map(subjectKey))
  await query(
    prepared(sql`delete from sync.due d using ${subjectTable(of.filter(one => !timed.has(subjectKey(one))))}
      where d.device_id = ${deviceId} and d.item = ${set.item} and d.subject_kind = s.kind and d.subject_id = s.id`),
  )
  if (due.length)
    await query(
      prepared(sql`insert into sync.due (device_id, item, subject_kind, subject_id, source_id, app_id, at)
      select d.id, ${set.item}, f.kind, f.id, d.source_id, d.app_id, f.at
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as f(kind text, id bigint, at timestamptz),
        devices.device d
      where d.id = ${deviceId}
      on conflict (device_id, item, subject_kind, subject_id) do update set at = excluded.at`),
    )
}

/** Records subjects to be checked again soon, beyond the current batch. */
export async function remember(
  { query, deviceId, set }: Pick<At, 'query' | 'deviceId' | 'set'>,
  of: readonly Subject[],
  kind = 'queued',
): Promise<void> {
  if (!of.length) return
  await query(
    prepared(sql`insert into sync.exception
      (device_id, item, subject_kind, subject_id, source_id, app_id, put, kind, tries, next_at)
    select d.id, ${set.item}, s.kind, s.id, d.source_id, d.app_id, true, ${kind}, 0, now()
    from ${subjectTable(of)}, devices.device d where d.id = ${deviceId}
    on conflict (device_id, item, subject_kind, subject_id) do update set next_at = now()`),
  )
}
