/** The logs of groups, which devices follow: a group, its doors or its people changed. */
import sql from 'sql-template-tag'
import { handler } from '#server/parts.ts'
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
  personIds: readonly string[],
  gone: boolean,
): Promise<void> {
  if (!personIds.length) return
  await query(sql`select sync.touch(${groupId}, ${personIds}::bigint[], ${gone})`)
  await wakeFollowers(query, [groupId])
}

/** Marks a whole group as changed, for example after a change of its time plan. */
export async function touchGroup(query: Query, groupId: string): Promise<void> {
  await query(
    sql`select sync.touch(${groupId},
      (select coalesce(array_agg(person_id), '{}') from sync.member where group_id = ${groupId} and not gone),
      false)`,
  )
  await wakeFollowers(query, [groupId])
}

/** Marks changed people (state, validity, portrait, cards) in every group that has them. */
async function touchPeople(query: Query, personIds: readonly string[], gone = false): Promise<void> {
  const groups = await query<{ group_id: string; people: string[] }>(
    sql`select group_id, array_agg(person_id) as people from sync.member
      where person_id = any(${personIds}::bigint[]) group by group_id order by group_id`,
  )
  for (const group of groups) await query(sql`select sync.touch(${group.group_id}, ${group.people}::bigint[], ${gone})`)
  await wakeFollowers(
    query,
    groups.map(group => group.group_id),
  )
}

/** Devices with a door of the group follow its log; the others stop following, after checking every member once more. */
export async function setFollowers(query: Query, group: Group, deviceIds: readonly string[]): Promise<void> {
  await query(sql`insert into sync.follow as f (device_id, group_id, app_id, source_id) select d, ${group.id}, ${group.appId}, ${group.sourceId} from unnest(${deviceIds}::bigint[]) d
    on conflict (device_id, group_id) do update set leaving = false, put_seq = 0, gone_seq = 0`)
  await query(
    sql`update sync.follow set leaving = true, put_seq = 0, gone_seq = 0
      where group_id = ${group.id} and device_id <> all(${deviceIds}::bigint[]) and not leaving`,
  )
  await wakeFollowers(query, [group.id])
}

async function wakeFollowers(query: Query, groupIds: readonly string[]): Promise<void> {
  await query(sql`select sync.wake(${groupIds}::bigint[])`)
}

/** People who changed or were removed: the devices that store them check them again. */
export const personChanged = handler({
  name: 'sync.person',
  on: ['person.changed', 'person.gone'],
  run: (ports, event) =>
    ports.db.tx({ role: 'engine' }, async query => {
      const { personId } = event.payload as { personId: string }
      const [person] = await query<{ barred: boolean }>(
        sql`select deleted_at is not null or state <> 0 or person_type = 5
          or coalesce(valid_to < now(), false) as barred
          from people.person where id = ${personId} for share`,
      )
      // A person who may no longer pass is a revocation, which has priority.
      await touchPeople(query, [personId], person?.barred ?? true)
    }),
})
