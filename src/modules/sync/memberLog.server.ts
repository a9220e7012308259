/** The logs of groups, which devices follow: a group, its devices or its members changed. */
import sql from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'

export interface Group {
  id: string
  appId: string
  sourceId: string
}

/** Starts the log of a new group. */
export const beginGroup = (query: Query, group: Group): Promise<unknown> =>
  query(
    sql`insert into sync.group_head (group_id, app_id, source_id) values (${group.id}, ${group.appId}, ${group.sourceId}) on conflict do nothing`,
  )

/** Marks members as changed. Call it last in the transaction, because it locks the group's counter. */
export async function touchMembers(
  query: Query,
  groupId: string,
  kind: string,
  ids: readonly string[],
  gone: boolean,
): Promise<void> {
  if (!ids.length) return
  await query(sql`select sync.touch(${groupId}, ${kind}, ${ids}::bigint[], ${gone})`)
  await wakeFollowers(query, [groupId])
}

/** The rights of all members of a group changed, and nothing else of them, for example its time plan. */
export async function touchGroup(query: Query, groupId: string): Promise<void> {
  await query(
    sql`select sync.touch(m.group_id, m.subject_kind, m.ids, false, false) from (
      select group_id, subject_kind, array_agg(subject_id) as ids from sync.member
      where group_id = ${groupId} and not gone group by 1, 2) m`,
  )
  await wakeFollowers(query, [groupId])
}

/** Marks changed subjects in every group that has them. `gone` when they must be stored nowhere any more. */
export async function touchSubjects(query: Query, kind: string, ids: readonly string[], gone: boolean): Promise<void> {
  const groups = await query<{ group_id: string; ids: string[] }>(
    sql`select group_id, array_agg(subject_id) as ids from sync.member
      where subject_kind = ${kind} and subject_id = any(${ids}::bigint[]) group by group_id order by group_id`,
  )
  for (const group of groups)
    await query(sql`select sync.touch(${group.group_id}, ${kind}, ${group.ids}::bigint[], ${gone})`)
  await wakeFollowers(
    query,
    groups.map(group => group.group_id),
  )
}

/**
 * The sets of these devices follow the log of the group; other devices stop following, after checking every member once
 * more. Devices whose class stores nothing follow nothing.
 */
export async function setFollowers(
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  group: Group,
  deviceIds: readonly string[],
): Promise<void> {
  const sets = [...classes.values()].flatMap(({ key, sets }) => sets.map(({ item }) => ({ device_class: key, item })))
  await query(sql`insert into sync.follow as f (device_id, item, group_id, app_id, source_id)
    select d.id, s.item, ${group.id}, ${group.appId}, ${group.sourceId}
    from devices.device d
    join jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as s(device_class text, item text)
      on s.device_class = d.device_class
    where d.id = any(${deviceIds}::bigint[])
    on conflict (device_id, item, group_id) do update set leaving = false, put_seq = 0, gone_seq = 0`)
  await query(
    sql`update sync.follow set leaving = true, put_seq = 0, gone_seq = 0
      where group_id = ${group.id} and device_id <> all(${deviceIds}::bigint[]) and not leaving`,
  )
  await wakeFollowers(query, [group.id])
}

async function wakeFollowers(query: Query, groupIds: readonly string[]): Promise<void> {
  await query(sql`select sync.wake(${groupIds}::bigint[])`)
}
