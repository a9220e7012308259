/** The progress of delivery, counted by device and person: rights required for people who may pass, and those confirmed by devices. */
import sql, { join, type Sql } from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'
import { CLOCK_OFF, rightClasses, expiresSoon, stepsOf, type Narrowed } from './steps.server.ts'
import { storesNothing } from './unsent.server.ts'

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
type Classes = ReadonlyMap<string, DeviceClass>

/** Which rights: `devices` is a condition on `d`, `people` are conditions on `p`, `groupId` is a group. */
export interface Which {
  devices?: Sql
  people?: readonly Sql[]
  groupId?: string
}

/**
 * A statement with `device_id`, `person_id`, `stage` and whether the right expires `soon`, for each right of a person who may pass.
 * The cells of the matrix use the same states, one by one (`STAGE_OF` in `model/delivery.ts`).
 */
export const stagesOf = (classes: Classes, now: Date, narrowed: Narrowed = {}): Sql => sql`(
  select w.device_id, w.person_id, ${expiresSoon(sql`w.right_ends`, now)} as soon,
    case w.step
    when 'in_flight' then 'sending'
    when 'pending' then case when s.online then 'sending' else 'waiting' end
    when 'delivered' then case when ${CLOCK_OFF} then 'clockOff' else 'confirmed' end
    else w.step end as stage
  from ${stepsOf(classes, now, narrowed)} w
  left join devices.session s on s.device_id = w.device_id
  left join devices.shadow sh on sh.device_id = w.device_id and sh.component = '' where w.is_first)`

/**
 * Beyond this number of memberships the counts of the worker are read, which are seconds old (decision 0029).
 */
const MOST_AT_ONCE = 2000

const COUNTS = sql`count(*)::int as total, count(*) filter (where stage = 'confirmed')::int as confirmed,
  count(*) filter (where stage = 'sending')::int as sending,
  count(*) filter (where stage = 'waiting')::int as waiting,
  count(*) filter (where stage = 'failed')::int as failed,
  count(*) filter (where stage = 'missing')::int as missing,
  count(*) filter (where stage = 'clockOff')::int as "clockOff",
  count(*) filter (where soon)::int as soon`

const SUMS = sql`coalesce(sum(p.missing + p.in_flight + p.failed + p.pending + p.delivered), 0)::int as total,
  coalesce(sum(p.delivered) filter (where ${CLOCK_OFF} is not true), 0)::int as confirmed,
  coalesce(sum(p.in_flight + case when s.online then p.pending else 0 end), 0)::int as sending,
  coalesce(sum(p.pending) filter (where s.online is not true), 0)::int as waiting,
  coalesce(sum(p.failed), 0)::int as failed,
  coalesce(sum(p.missing), 0)::int as missing,
  coalesce(sum(p.delivered) filter (where ${CLOCK_OFF}), 0)::int as "clockOff",
  coalesce(sum(p.expiring), 0)::int as soon`

/** What the worker counted, `d` its device, which may be connected otherwise since; without a group each right counts once. */
const tallied = (classes: Classes, { devices = sql`true`, groupId }: Which): Sql => sql`
  rights.progress p join devices.device d on d.id = p.device_id and d.deleted_at is null
  left join devices.session s on s.device_id = p.device_id
  left join devices.shadow sh on sh.device_id = p.device_id and sh.component = ''
  where p.group_id = ${groupId ?? 0} and d.device_class = any(${rightClasses(classes)}) and ${devices}
    and not ${storesNothing(classes, sql`d.id`)}`

/** Whether these rights are many, found without counting all of them. */
export async function areMany(
  query: Query,
  classes: Classes,
  { devices = sql`true`, groupId }: Which,
): Promise<boolean> {
  const [row] = await query<{ many: boolean }>(sql`
    select count(*) > ${MOST_AT_ONCE} as many from (
      select from access.group_door gd
      join devices.device d on d.id = gd.device_id and d.deleted_at is null and d.device_class = any(${rightClasses(classes)})
      join access.group_person gp on gp.group_id = gd.group_id
      where ${groupId === undefined ? sql`true` : sql`gd.group_id = ${groupId}`} and ${devices}
      limit ${MOST_AT_ONCE + 1}) first`)
  return row!.many
}

/** Of rights as they are now. */
export async function countProgress(query: Query, classes: Classes, now: Date, which: Which = {}): Promise<Progress> {
  const { devices = sql`true`, people = [], groupId } = which
  const groups = groupId === undefined ? sql`true` : sql`gp.group_id = ${groupId}`
  const [row] = await query<Progress>(sql`
    select ${COUNTS} from ${stagesOf(classes, now, { devices, people: join([sql`true`, ...people], ' and '), groups })} staged`)
  return row!
}

/** Of rights as the worker counted them last. */
export async function readProgress(query: Query, classes: Classes, which: Which = {}): Promise<Progress> {
  const [row] = await query<Progress>(sql`select ${SUMS} from ${tallied(classes, which)}`)
  return row!
}

/** The progress of these rights; of all without a condition. The worker does not count by people. */
export const progressOf = async (query: Query, classes: Classes, now: Date, which: Which = {}): Promise<Progress> =>
  !which.people?.length && (await areMany(query, classes, which))
    ? readProgress(query, classes, which)
    : countProgress(query, classes, now, which)

export interface ClassProgress extends Progress {
  appId: string
  deviceClass: string
}
/** Of rights as they are now, by application and class of devices; those without rights are missing. */
export const countByApplication = (query: Query, classes: Classes, now: Date): Promise<ClassProgress[]> =>
  query(sql`
    select d.app_id as "appId", d.device_class as "deviceClass", ${COUNTS}
    from ${stagesOf(classes, now)} staged join devices.device d on d.id = staged.device_id
    where d.app_id is not null group by 1, 2 order by 3 desc`)

/** The same as the worker counted them last. */
export const readByApplication = (query: Query, classes: Classes): Promise<ClassProgress[]> =>
  query(sql`
    select * from (select d.app_id as "appId", d.device_class as "deviceClass", ${SUMS}
      from ${tallied(classes, { devices: sql`d.app_id is not null` })} group by 1, 2) counted
    where total > 0 order by total desc`)

/** The progress of all rights by application and class of devices in one statement. */
export const progressByApplication = async (query: Query, classes: Classes, now: Date): Promise<ClassProgress[]> =>
  (await areMany(query, classes, {})) ? readByApplication(query, classes) : countByApplication(query, classes, now)
