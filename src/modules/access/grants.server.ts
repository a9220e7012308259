/** Granting and revoking rights without a named group. */
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import { invalidFields } from '#model/error.ts'
import { follow } from '#server/crud/contributions.ts'
import type { Ctx } from '#server/ctx.ts'
import { authGroup } from './access.noun.ts'
import { addPeople, scopeOf, setDoors } from './access.server.ts'

/** Removes people from every group that has a door of this class. Returns the number of memberships ended. */
export async function revoke(
  ctx: Ctx,
  { personIds, deviceClass }: { personIds: readonly string[]; deviceClass: string },
): Promise<number> {
  const gone = await ctx.sql<{ group_id: string; person_id: string }>(
    sql`delete from access.group_person gp where gp.person_id = any(${personIds}::bigint[]) and gp.group_id in (
      select gd.group_id from access.group_door gd join devices.device d on d.id = gd.device_id
      where d.device_class = ${deviceClass}) returning gp.group_id, gp.person_id`,
  )
  for (const [groupId, members] of Map.groupBy(gone, row => row.group_id))
    await follow(ctx, authGroup, 'left', { groupId, personIds: members.map(row => row.person_id) })
  await ctx.audit({
    action: 'revoke',
    object: 'personAuth',
    changes: { people: personIds, deviceClass, memberships: gone.length },
  })
  return gone.length
}

export interface Grant {
  personIds: readonly string[]
  doorIds: readonly string[]
  timePlanId?: string | null
  validFrom?: string | null
  validTo?: string | null
}
/** Grants people access to doors by a group of their own, named after them. Returns its id. */
export async function grant(ctx: Ctx, { personIds, doorIds, timePlanId, validFrom, validTo }: Grant): Promise<string> {
  const [people] = await ctx.sql<{ names: string[] }>(
    sql`select array_agg(name order by name) as names from people.person where id = any(${personIds}::bigint[]) and deleted_at is null`,
  )
  if ((people?.names?.length ?? 0) !== personIds.length)
    throw invalidFields([{ field: 'personIds', text: ['人员不存在', 'A person does not exist'] }])
  const id = ctx.newId()
  const others = personIds.length - 1
  const more: Text = others ? [`等${personIds.length}人`, ` +${others}`] : ['', '']
  const name = `${people!.names[0]!.slice(0, 12)}${translate(more, ctx.language)} ${id.slice(-6)}`
  await ctx.sql(
    sql`insert into access.auth_group (id, app_id, source_id, name, time_plan_id, created_by, updated_by)
      values (${id}, ${ctx.appId}, ${ctx.actor.role === 'app' ? ctx.actor.sourceId : null}, ${name},
      ${timePlanId ?? null}, ${ctx.user.userId}, ${ctx.user.userId})`,
  )
  await follow(ctx, authGroup, 'began', { group: scopeOf(ctx, id) })
  await setDoors(ctx, id, doorIds)
  await addPeople(ctx, id, personIds, validFrom, validTo)
  await ctx.audit({
    action: 'grant',
    object: 'authGroup',
    objectId: id,
    objectName: name,
    changes: { people: personIds.length, doors: doorIds.length },
  })
  return id
}
