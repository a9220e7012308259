/** Consequences of removing people or permission groups: doors that people may no longer pass. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import type { Text } from '#base/text.ts'
import { person } from '#modules/people/person.noun.ts'
import { follow } from '#server/crud/contributions.ts'
import { following } from '#server/parts.ts'
import { authGroup } from './access.noun.ts'
import { settleLocated } from './located.server.ts'

interface Lost {
  people: number
  doors: number
}
const lost = ({ people, doors }: Lost): { count: number; text: Text } => ({
  count: Math.min(people, doors),
  text: [
    `${figure(people)} 人将失去 ${figure(doors)} 扇门的通行权限`,
    `${counted(people, 'person', 'people')} will lose ${counted(doors, 'door')}`,
  ],
})

export const personRightsFollowing = following(person, {
  keeps: [
    {
      table: 'access.group_person',
      by: 'person_id',
      label: ['权限', 'Right'],
      parentExists: sql`exists (select from access.auth_group g where g.id = k.group_id and g.deleted_at is null)`,
    },
  ],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<Lost>(
      sql`select count(distinct gp.person_id)::int as people, count(distinct gd.component_id)::int as doors
        from access.group_person gp join access.auth_group g on g.id = gp.group_id and g.deleted_at is null
        join access.group_door gd on gd.group_id = gp.group_id where gp.person_id = any(${ids}::bigint[])`,
    )
    return [lost(found!)]
  },
  async restored(ctx, row) {
    const groups = await ctx.sql<{ id: string }>(
      sql`select group_id as id from access.group_person where person_id = ${row.id} order by group_id`,
    )
    for (const group of groups) await follow(ctx, authGroup, 'joined', { groupId: group.id, personIds: [row.id] })
  },
})

export const authGroupFollowing = following(authGroup, {
  keeps: [
    {
      table: 'access.group_person',
      by: 'group_id',
      label: ['成员', 'Member'],
      parentExists: sql`exists (select from people.person p where p.id = k.person_id and p.deleted_at is null)`,
    },
    {
      table: 'access.group_door',
      by: 'group_id',
      label: ['通行点', 'Door'],
      parentExists: sql`exists (select from devices.component c join devices.device d on d.id = c.device_id
        where c.id = k.component_id and d.deleted_at is null and d.app_id = k.app_id)`,
    },
    {
      table: 'access.group_location',
      by: 'group_id',
      label: ['位置', 'Location'],
      parentExists: sql`exists (select from applications.location l where l.id = k.location_id)`,
    },
  ],
  /** Counts only rights that no other group gives. */
  async counts(ctx, ids) {
    const [found] = await ctx.sql<Lost>(
      sql`select count(distinct gp.person_id)::int as people, count(distinct gd.component_id)::int as doors
        from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id
        where gp.group_id = any(${ids}::bigint[]) and not exists (
          select from access.group_person op join access.auth_group o on o.id = op.group_id and o.deleted_at is null
          join access.group_door od on od.group_id = op.group_id
          where op.person_id = gp.person_id and od.component_id = gd.component_id and op.group_id <> all(${ids}::bigint[]))`,
    )
    return [lost(found!)]
  },
  async restored(ctx, row) {
    await settleLocated(ctx, row.id)
    const people = await ctx.sql<{ id: string }>(
      sql`select person_id as id from access.group_person where group_id = ${row.id}`,
    )
    await follow(ctx, authGroup, 'joined', { groupId: row.id, personIds: people.map(one => one.id) })
  },
})
