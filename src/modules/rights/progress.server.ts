/** The progress of delivery, counted by device and person: rights required for people who may pass, and those confirmed by devices. */
import sql, { type Sql } from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'
import { FAILURES } from '#modules/sync/outcome.rules.ts'
import { PERSON } from './person.server.ts'

export interface Progress {
  total: number
  confirmed: number
  sending: number
  waiting: number
  failed: number
  /** Cannot be sent before a portrait or a card is added. */
  missing: number
  clockOff: number
  /** Expiring within a week, in any delivery state. */
  soon: number
}

/** Days before its end from which a right counts as expiring soon. */
const SOON_DAYS = 7

/**
 * A statement with `device_id`, `person_id`, `stage` and whether the right expires `soon`, for each right of a person who may pass.
 * `devices` narrows the devices, as a condition on `d`, `groups` the rights, on `gp`. The cells of the matrix use the same states, one
 * by one.
 */
export function stagesOf(
  classes: ReadonlyMap<string, DeviceClass>,
  now: Date,
  devices: Sql = sql`true`,
  groups: Sql = sql`true`,
): Sql {
  const keys = (item: string): string[] =>
    [...classes.values()].filter(one => one.sets.some(set => set.item === item)).map(one => one.key)
  return sql`(
    with wanted as (
      select gd.device_id, gp.person_id,
        case when bool_or(least(p.valid_to, gp.valid_to) is null) then null
        else max(least(p.valid_to, gp.valid_to)) end as ends
      from access.group_person gp
      join access.auth_group g on g.id = gp.group_id and g.deleted_at is null
      join access.group_door gd on gd.group_id = gp.group_id
      join people.person p on p.id = gp.person_id and p.deleted_at is null and p.state = 0 and p.person_type <> 5
      where ${groups} and coalesce(least(p.valid_to, gp.valid_to) >= ${now}, true)
      and coalesce(greatest(p.valid_from, gp.valid_from) <= least(p.valid_to, gp.valid_to), true)
      group by 1, 2
    ), unseen as (
      select distinct f.device_id, m.subject_id from sync.follow f
      join sync.member m on m.group_id = f.group_id and m.seq > f.put_seq and m.subject_kind = ${PERSON}
      union select device_id, subject_id from sync.due where at <= ${now} and subject_kind = ${PERSON}
    ), flying as (
      select distinct device_id, subject_id from sync.flight where subject_kind = ${PERSON}
    ), failing as (
      select device_id, subject_id, bool_or(kind = any(${FAILURES as string[]})) as failed from sync.exception
      where subject_kind = ${PERSON} group by 1, 2
    )
    select w.device_id, w.person_id,
      coalesce(w.ends <= ${now}::timestamptz + make_interval(days => ${SOON_DAYS}), false) as soon,
      case
      when d.device_class = any(${keys('person')}) and (p.face_state <> 2 or p.portrait_digest is null)
      or d.device_class = any(${keys('card')}) and not exists (select from people.card c where c.person_id = p.id)
      then 'missing'
      when f.subject_id is not null then 'sending'
      when e.failed then 'failed'
      when e.subject_id is not null
      or u.subject_id is not null then case when s.online then 'sending' else 'waiting' end
      when abs(case when jsonb_typeof(sh.vals->'clockOffset') = 'number'
        then (sh.vals->>'clockOffset')::float8 end) > 60 then 'clockOff'
      else 'confirmed' end as stage
    from wanted w join people.person p on p.id = w.person_id
    join devices.device d on d.id = w.device_id and d.deleted_at is null
    left join flying f on f.device_id = w.device_id and f.subject_id = w.person_id
    left join failing e on e.device_id = w.device_id and e.subject_id = w.person_id
    left join unseen u on u.device_id = w.device_id and u.subject_id = w.person_id
    left join devices.session s on s.device_id = w.device_id
    left join devices.shadow sh on sh.device_id = w.device_id and sh.component = ''
    where d.device_class = any(${[...keys('person'), ...keys('card')]}) and ${devices})`
}

const COUNTS = sql`count(*)::int as total, count(*) filter (where stage = 'confirmed')::int as confirmed,
  count(*) filter (where stage = 'sending')::int as sending,
  count(*) filter (where stage = 'waiting')::int as waiting,
  count(*) filter (where stage = 'failed')::int as failed,
  count(*) filter (where stage = 'missing')::int as missing,
  count(*) filter (where stage = 'clockOff')::int as "clockOff",
  count(*) filter (where soon)::int as soon`

/** Counts over the result of `stagesOf`. */
export async function progressOf(
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  now: Date,
  devices: Sql = sql`true`,
  groups: Sql = sql`true`,
): Promise<Progress> {
  const [row] = await query<Progress>(sql`
    select ${COUNTS} from ${stagesOf(classes, now, devices, groups)} staged`)
  return row!
}

/** The same by application and class of devices in one statement; those without rights are missing. */
export const progressByApplication = (
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  now: Date,
): Promise<(Progress & { appId: string; deviceClass: string })[]> =>
  query(sql`
    select d.app_id as "appId", d.device_class as "deviceClass", ${COUNTS}
      from ${stagesOf(classes, now)} staged join devices.device d on d.id = staged.device_id
      where d.app_id is not null group by 1, 2 order by 3 desc`)

/** Counts of rights, each of one person on one device, of a class of devices. */
export interface ClassRights {
  deviceClass: string
  total: number
  confirmed: number
  failed: number
  missing: number
  clockOff: number
}

/** The same by class of devices in one statement; classes without rights are missing. */
export const progressByClass = (
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  now: Date,
): Promise<ClassRights[]> =>
  query<ClassRights>(
    sql`select d.device_class as "deviceClass", count(*)::int as total,
      count(*) filter (where stage = 'confirmed')::int as confirmed,
      count(*) filter (where stage = 'failed')::int as failed,
      count(*) filter (where stage = 'missing')::int as missing,
      count(*) filter (where stage = 'clockOff')::int as "clockOff"
      from ${stagesOf(classes, now)} staged join devices.device d on d.id = staged.device_id group by 1 order by 1`,
  )
