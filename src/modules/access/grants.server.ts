/**
 * Rights of people at doors without a group. They are rows of `auth_group` with a door of their own and no name, one for each
 * door and plan; a person with two periods there is in two of them. Decisions and deliveries treat them like groups.
 */
import { NO_SUCH_DOOR } from '#base/deviceTexts.ts'
import sql, { type Sql } from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { follow } from '#server/crud/contributions.ts'
import type { Ctx } from '#server/ctx.ts'
import { authGroup } from './access.noun.ts'
import { addPeople, scopeOf, setDoors } from './access.server.ts'
import { lockDoors } from './located.server.ts'

interface Ended {
  group_id: string
  person_id: string
}
async function left(ctx: Ctx, gone: readonly Ended[]): Promise<void> {
  for (const [groupId, members] of Map.groupBy(gone, row => row.group_id))
    await follow(ctx, authGroup, 'left', { groupId, personIds: members.map(row => row.person_id) })
}

/** Either of the two says where. */
export interface Revoked {
  personIds: readonly string[]
  /** People leave every group that has a door of this class, and lose their direct rights at such doors. */
  deviceClass?: string | null
  /** Only the direct rights at these doors end. */
  doorIds?: readonly string[] | null
}
/** Ends rights of people. Returns the number of memberships and direct rights that ended. */
export async function revoke(ctx: Ctx, { personIds, deviceClass, doorIds }: Revoked): Promise<number> {
  if ((deviceClass ? 1 : 0) + (doorIds?.length ? 1 : 0) !== 1)
    throw invalidFields([
      { field: 'doorIds', text: ['请给出设备类型或通行点其中之一', 'Give either a class of devices or doors'] },
    ])
  const where = deviceClass
    ? sql`gp.group_id in (select gd.group_id from access.group_door gd join devices.device d on d.id = gd.device_id
        where d.device_class = ${deviceClass})`
    : sql`gp.group_id in (select g.id from access.auth_group g where g.direct_door_id = any(${doorIds}::bigint[]))`
  return end(ctx, personIds, where, deviceClass ? { deviceClass } : { doors: doorIds })
}

async function end(ctx: Ctx, personIds: readonly string[], where: Sql, details: Params): Promise<number> {
  const gone = await ctx.sql<Ended>(
    sql`delete from access.group_person gp where gp.person_id = any(${personIds}::bigint[]) and ${where}
      returning gp.group_id, gp.person_id`,
  )
  await left(ctx, gone)
  await ctx.audit({
    ...{ action: 'revoke', object: 'personAuth' },
    changes: { people: personIds, ...details, memberships: gone.length },
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
/** Ends direct rights that are still exactly as they were given: with this plan, for this period. */
export const takeBack = (ctx: Ctx, { personIds, doorIds, timePlanId, validFrom, validTo }: Grant): Promise<number> =>
  end(
    ctx,
    personIds,
    sql`gp.valid_from is not distinct from ${validFrom ?? null}::timestamptz
      and gp.valid_to is not distinct from ${validTo ?? null}::timestamptz
      and gp.group_id in (select g.id from access.auth_group g where g.direct_door_id = any(${doorIds}::bigint[])
        and g.time_plan_id is not distinct from ${timePlanId ?? null}::bigint)`,
    { doors: doorIds },
  )
/** Gives each person a right at each door; what they have there already stays. Returns the number of rights given. */
export async function grant(ctx: Ctx, given: Grant): Promise<number> {
  const [people] = await ctx.sql<{ known: number }>(
    sql`select count(*)::int as known from people.person
      where id = any(${given.personIds}::bigint[]) and deleted_at is null`,
  )
  if (people!.known !== new Set(given.personIds).size)
    throw invalidFields([{ field: 'personIds', text: ['人员不存在', 'A person does not exist'] }])
  await lockDoors(ctx)
  let rights = 0
  for (const doorId of new Set(given.doorIds)) rights += await grantAt(ctx, doorId, given)
  await ctx.audit({
    action: 'grant',
    object: 'personAuth',
    changes: { people: given.personIds, doors: given.doorIds, rights },
  })
  return rights
}

interface Held {
  group_id: string
  person_id: string
  valid_from: string | null
  valid_to: string | null
}

async function grantAt(
  ctx: Ctx,
  doorId: string,
  { personIds, timePlanId, validFrom, validTo }: Grant,
): Promise<number> {
  const rows = await ctx.sql<{ id: string }>(
    sql`select id from access.auth_group where direct_door_id = ${doorId} and app_id = ${ctx.appId}
      and time_plan_id is not distinct from ${timePlanId ?? null}::bigint and deleted_at is null order by id for update`,
  )
  const held = await ctx.sql<Held>(
    sql`select group_id, person_id, valid_from, valid_to from access.group_person
      where group_id = any(${rows.map(row => row.id)}::bigint[]) and person_id = any(${personIds}::bigint[])`,
  )
  const asked = { validFrom: validFrom ?? null, validTo: validTo ?? null }
  const byRow = new Map(held.map(one => [`${one.group_id} ${one.person_id}`, one]))
  const missing = [...new Set(personIds)].filter(
    personId => !held.some(one => one.person_id === personId && covers(one, asked)),
  )
  // A row is free for a person who is not in it, or whose period in it is over or within the new one.
  const isFree = (rowId: string, personId: string): boolean => {
    const one = byRow.get(`${rowId} ${personId}`)
    return !one || isOver(one, ctx.now) || covers(periodOf(asked), { validFrom: one.valid_from, validTo: one.valid_to })
  }
  const placed = Map.groupBy(missing, personId => rows.find(row => isFree(row.id, personId))?.id ?? null)
  for (const [rowId, ids] of placed)
    await addPeople(ctx, rowId ?? (await beginAt(ctx, doorId, timePlanId ?? null)), ids, validFrom, validTo)
  return missing.length
}

type Period = Pick<Held, 'valid_from' | 'valid_to'>
interface Asked {
  validFrom: string | null
  validTo: string | null
}
const periodOf = ({ validFrom, validTo }: Asked): Period => ({ valid_from: validFrom, valid_to: validTo })
const isOver = ({ valid_to: end }: Period, now: Date): boolean => end !== null && Date.parse(end) < now.getTime()
const covers = ({ valid_from: from, valid_to: to }: Period, { validFrom, validTo }: Asked): boolean =>
  (from === null || (validFrom !== null && Date.parse(from) <= Date.parse(validFrom))) &&
  (to === null || (validTo !== null && Date.parse(validTo) <= Date.parse(to)))

async function beginAt(ctx: Ctx, doorId: string, timePlanId: string | null): Promise<string> {
  const id = ctx.newId()
  const { appId, sourceId } = scopeOf(ctx, id)
  const made = await ctx.sql<{ id: string }>(
    sql`insert into access.auth_group (id, app_id, source_id, name, direct_door_id, time_plan_id, created_by, updated_by)
      select ${id}, ${appId}, ${sourceId}, '', c.id, ${timePlanId}, ${ctx.user.userId}, ${ctx.user.userId}
      from devices.component c where c.id = ${doorId} and c.kind = 'door' returning id`,
  )
  if (!made.length) throw invalidFields([{ field: 'doorIds', text: NO_SUCH_DOOR }])
  await follow(ctx, authGroup, 'began', { group: scopeOf(ctx, id) })
  await setDoors(ctx, id, [doorId])
  return id
}
