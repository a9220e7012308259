/** The delivery of each right to its device, as stored. Whoever reads it adds what depends on the connection and the clock of the device. */
import sql, { join, type Sql } from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import { FAILURES } from '#modules/sync/outcome.rules.ts'
import { PERSON } from './person.server.ts'
import { isUnsent, storesNothing } from './unsent.server.ts'
import { isWay, WAYS, type WayItem } from './ways.rules.ts'

/** Days before its end from which a right counts as expiring soon. */
export const SOON_DAYS = 7

type Classes = ReadonlyMap<string, DeviceClass>
const itemsOf = ({ sets }: DeviceClass): WayItem[] => sets.map(({ item }) => item).filter(isWay)
/** The classes whose devices store people, or by what they recognise them. */
export const rightClasses = (classes: Classes): string[] =>
  [...classes.values()].filter(one => itemsOf(one).length > 0).map(one => one.key)

/** Whether the person `p` lacks what a way needs (`WAYS`). */
const LACKS: Readonly<Record<WayItem, Sql>> = {
  person: sql`(p.face_state <> 2 or p.portrait_digest is null)`,
  card: sql`not exists (select from people.card c where c.person_id = p.id)`,
  plate: sql`not exists (select from people.plate c where c.person_id = p.id)`,
  pin: sql`p.pin_index is null`,
}
/** Whether the person `p` can be recognised in no way by devices of this class. */
const lacksAll = (classes: Classes, deviceClass: Sql): Sql =>
  sql`case ${deviceClass} ${join(
    [...classes.values()]
      .filter(one => itemsOf(one).length > 0)
      .map(
        one =>
          sql`when ${one.key} then ${join(
            itemsOf(one).map(item => LACKS[item]),
            ' and ',
          )}`,
      ),
    ' ',
  )} else false end`
/** The classes whose devices miss nothing of whom they do not store. */
const missingNothing = (classes: Classes): string[] =>
  [...classes.values()].filter(one => itemsOf(one).every(item => WAYS[item].why === null)).map(one => one.key)

/** Whether the clock of a device is so wrong that its hours are; a condition on its shadow `sh`. */
export const CLOCK_OFF = sql`abs(case when jsonb_typeof(sh.vals->'clockOffset') = 'number'
  then (sh.vals->>'clockOffset')::float8 end) > 60`

/** Whether a right that ends then expires soon; never, when it has no end. */
export const expiresSoon = (ends: Sql, now: Date): Sql =>
  sql`coalesce(${ends} <= ${now}::timestamptz + make_interval(days => ${SOON_DAYS}), false)`

export interface Narrowed {
  /** A condition on `gp`, the membership of a person. */
  groups?: Sql
  /** A condition on `d`, the device. */
  devices?: Sql
  /** Only these devices, of which then nothing else is read. */
  deviceIds?: readonly string[] | undefined
  /** Only these people, likewise. */
  personIds?: readonly string[] | undefined
  /** A condition on `p`, the person. */
  people?: Sql
}

type Among = (column: Sql) => Sql
const amongIds =
  (ids: readonly string[] | undefined): Among =>
  column =>
    ids ? sql`${column} = any(${ids}::bigint[])` : sql`true`

/**
 * A statement with `device_id`, `item`, `subject_id`, whether it is `in_flight`, and the `kind` of an exception, for all that is
 * known to differ between the rules and the devices: changes that a device has not read, what is due, sent or failed.
 */
export const differencesOf = (
  classes: Classes,
  now: Date,
  { deviceIds, personIds }: Pick<Narrowed, 'deviceIds' | 'personIds'>,
): Sql => {
  const [ofDevices, ofPeople] = [amongIds(deviceIds), amongIds(personIds)]
  const own = sql`subject_kind = ${PERSON} and ${ofDevices(sql`device_id`)} and ${ofPeople(sql`subject_id`)}`
  return sql`(
    select * from (select f.device_id, f.item, m.subject_id, false as in_flight, null::text as kind from sync.follow f
    join sync.member m on m.group_id = f.group_id and m.seq > f.put_seq and m.subject_kind = ${PERSON}
      and (not m.gone or m.seq > f.gone_seq)
    where ${ofDevices(sql`f.device_id`)} and ${ofPeople(sql`m.subject_id`)}
    union all select device_id, item, subject_id, false, null from sync.due where at <= ${now} and ${own}
    union all select device_id, item, subject_id, true, null from sync.flight where ${own}
    union all select device_id, item, subject_id, false, kind from sync.exception where ${own}) known
    where not ${isUnsent(classes, sql`known.device_id`, sql`known.item`)})`
}

/**
 * A statement with a row for each group that gives a person a right on a device: `device_id`, `group_id`, `person_id`, `ends` in this
 * group (null: never), `right_ends` in the last of its groups, `is_first` in one row of each right, and `step`: `missing`
 * (nothing to be recognised by), `in_flight`, `failed`, `pending` or `delivered`. Only people who may pass.
 */
export const stepsOf = (
  classes: Classes,
  now: Date,
  { groups = sql`true`, devices = sql`true`, people = sql`true`, deviceIds, personIds }: Narrowed = {},
): Sql => {
  const ofPeople = personIds
    ? sql`gd.group_id in (select group_id from access.group_person where person_id = any(${personIds}::bigint[]))`
    : sql`true`
  return sql`(
  with membership as (
    select door.device_id, gp.group_id, gp.person_id, least(p.valid_to, gp.valid_to) as ends, door.device_class,
      ${lacksAll(classes, sql`door.device_class`)} as lacking
    from (
      select distinct gd.group_id, gd.device_id, d.device_class from access.group_door gd
      join devices.device d on d.id = gd.device_id and d.deleted_at is null
      where ${devices} and ${amongIds(deviceIds)(sql`gd.device_id`)} and ${ofPeople} and d.device_class = any(${rightClasses(classes)})
        and not ${storesNothing(classes, sql`d.id`)}
    ) door
    join access.auth_group g on g.id = door.group_id and g.deleted_at is null
    join access.group_person gp on gp.group_id = g.id
    join people.person p on p.id = gp.person_id and p.deleted_at is null and p.state = 0 and p.person_type <> 5
    where ${groups} and ${people} and ${amongIds(personIds)(sql`gp.person_id`)} and coalesce(least(p.valid_to, gp.valid_to) >= ${now}, true)
      and coalesce(greatest(p.valid_from, gp.valid_from) <= least(p.valid_to, gp.valid_to), true)
  ), of_item as (
    select device_id, subject_id, bool_or(in_flight) as flying, bool_or(kind = any(${FAILURES as string[]})) as failed
    from ${differencesOf(classes, now, { deviceIds, personIds })} different
    group by device_id, item, subject_id
  ), unfinished as (
    -- A device that stores several things about a person is as far as the last of them.
    select device_id, subject_id, bool_or(not flying and failed) as failed,
      bool_or(not flying and failed is not true) as pending
    from of_item group by 1, 2
  )
  select w.device_id, w.group_id, w.person_id, w.ends, row_number() over of_right = 1 as is_first,
    case when bool_or(w.ends is null) over of_right then null else max(w.ends) over of_right end as right_ends,
    case
    when w.lacking then 'missing'
    when u.failed then 'failed'
    when u.pending then 'pending'
    when u.subject_id is not null then 'in_flight'
    else 'delivered' end as step
  from membership w left join unfinished u on u.device_id = w.device_id and u.subject_id = w.person_id
  where not w.lacking or w.device_class <> all(${missingNothing(classes)})
  window of_right as (partition by w.device_id, w.person_id))`
}
