/** Recently revoked rights: which device confirmed the removal, when, and which have not. */
import sql, { type Sql } from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'
import { PERSON } from './person.server.ts'
import { isUnsent } from './unsent.server.ts'

export interface Revocation {
  /** When the rules changed, RFC 3339. */
  since: string
  groupName: string | null
  people: number
  personName: string
  devices: {
    deviceId: string
    deviceName: string
    online: boolean
    /** They may still pass there by other groups: the device stores less, but keeps them. */
    renewed: boolean
    confirmedAt: string | null
    tookMs: number | null
  }[]
  /** The number of removals beyond those returned; the same in each. */
  beyond: number
}
/** Confirmed removals are shown for this long; unconfirmed ones for as long as they are open. */
const SAID_MINUTES = 10
const MOST = 20

interface Removal {
  group_id: string
  since: string
  seq: string
  people: string[]
  name: string | null
  first: string
  /** A device has not been sent it yet. */
  waited: boolean
  /** The total number of removals, including those not returned. */
  total: number
}
type Classes = ReadonlyMap<string, DeviceClass>
/** Whether the set of a device `f` has not been sent the change `m`, which it is to be sent. */
const isBehind = (classes: Classes): Sql =>
  sql`greatest(f.gone_seq, f.put_seq) < m.seq and not ${isUnsent(classes, sql`f.device_id`, sql`f.item`)}`
/** A removal is one transaction: its members left the log of one group at the same instant. Unconfirmed ones come first. */
const removalsOf = (query: Query, classes: Classes): Promise<Removal[]> =>
  query<Removal>(sql`
    select m.group_id, m.changed_at as since, max(m.seq) as seq, array_agg(m.subject_id) as people,
      max(g.name) as name, min(p.name) as first,
      bool_or(exists (select from sync.follow f
        where f.group_id = m.group_id and ${isBehind(classes)})) as waited,
      (count(*) over ())::int as total
    from sync.member m
    join people.person p on p.id = m.subject_id
    left join access.auth_group g on g.id = m.group_id
    where m.gone and m.subject_kind = ${PERSON} and (
      m.changed_at > now() - make_interval(mins => ${SAID_MINUTES})
      or exists (select from sync.follow f where f.group_id = m.group_id and ${isBehind(classes)}))
    group by m.group_id, m.changed_at order by waited desc, m.changed_at desc limit ${MOST}`)

interface Concerned {
  id: string
  name: string
  online: boolean
  /** Something of it is still to be sent, or not answered. */
  open: boolean
  renewed: boolean
  /** When the device confirmed the last of it. */
  at: string | null
}
const devicesOf = (query: Query, classes: Classes, { people, seq, since, group_id }: Removal): Promise<Concerned[]> =>
  query<Concerned>(sql`
    select d.id, d.name, coalesce(s.online, false) as online,
      f.open or exists (select from sync.flight x where x.device_id = d.id
          and x.subject_kind = ${PERSON} and x.subject_id = any(${people}::bigint[]))
        or exists (select from sync.exception x where x.device_id = d.id
          and x.subject_kind = ${PERSON} and x.subject_id = any(${people}::bigint[]))
        as open,
      not exists (
        select from unnest(${people}::bigint[]) x(id) where not exists (
          select from access.group_person gp
          join access.group_door gd on gd.group_id = gp.group_id and gd.device_id = d.id
          join people.person p on p.id = gp.person_id and p.deleted_at is null and p.state = 0 and p.person_type <> 5
          where gp.person_id = x.id)) as renewed,
      (select max(c.finished_at) from devices.command c
        where c.device_id = d.id and c.origin = 'sync' and c.origin_id is null and c.state = 3
        and c.queued_at >= ${since}
        and c.subjects && ${people}::bigint[]) as at
    from (select o.device_id, bool_or(greatest(o.gone_seq, o.put_seq) < ${seq}) as open from sync.follow o
      where o.group_id = ${group_id} and not ${isUnsent(classes, sql`o.device_id`, sql`o.item`)} group by 1) f
    join devices.device d on d.id = f.device_id left join devices.session s on s.device_id = d.id
    order by d.name, d.id`)

export async function revocationsOf(query: Query, classes: Classes): Promise<Revocation[]> {
  const revocations: Revocation[] = []
  const removals = await removalsOf(query, classes)
  const beyond = removals.length ? removals[0]!.total - removals.length : 0
  for (const removal of removals) {
    const devices = (await devicesOf(query, classes, removal))
      // Devices that never stored the people have nothing to remove.
      .filter(device => device.open || device.at !== null)
      .map(({ id, name, online, open, renewed, at }) => {
        const confirmedAt = open ? null : at
        const tookMs = confirmedAt === null ? null : Math.max(0, Date.parse(confirmedAt) - Date.parse(removal.since))
        return { deviceId: id, deviceName: name, online, renewed, confirmedAt, tookMs }
      })
    if (devices.length)
      revocations.push({
        since: removal.since,
        groupName: removal.name,
        people: removal.people.length,
        personName: removal.first,
        devices,
        beyond,
      })
  }
  return revocations
}
