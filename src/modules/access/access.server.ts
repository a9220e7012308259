/** Permission groups: doors and people, stored as rights; delivery to devices follows from them. */
import { location } from '#modules/applications/location.noun.ts'
import { organization } from '#modules/people/organization.noun.ts'
import { withNames } from '#server/crud/references.ts'
import { NO_SUCH_DOOR } from '#base/deviceTexts.ts'
import sql from 'sql-template-tag'
import { counted } from '#base/counted.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { handler, implement } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { numbered } from '#modules/devices/api.ts'
import { follow } from '#server/crud/contributions.ts'
import { pageRequest } from '#server/crud/filters.ts'
import { authGroup, timePlan } from './access.noun.ts'
import { setLocations, settleLocated } from './located.server.ts'
import { exceptionsClear, spansDisjoint } from './timePlan.rules.ts'

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const timePlanHalf = implement(timePlan, {
  listChecks: { spansDisjoint, exceptionsClear },
  async beforeWrite(_ctx, values, before) {
    if (!before) values.exceptions ??= []
  },
  async afterWrite(ctx, row, before) {
    if (!before) return
    await follow(ctx, timePlan, 'changed', { id: row.id })
    for (const group of await ctx.sql<{ id: string }>(
      sql`select id from access.auth_group where time_plan_id = ${row.id} and deleted_at is null order by id`,
    ))
      await follow(ctx, authGroup, 'changed', { groupId: group.id })
  },
  async beforeRemove(ctx, row) {
    // A right that is being given with it is seen, or sees that it is gone.
    await ctx.sql(sql`select 1 from access.time_plan where id = ${row.id} for update`)
    await ctx.sql(
      sql`select 1 from access.auth_group where time_plan_id = ${row.id} and direct_door_id is not null order by id for update`,
    )
    const [used] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from access.auth_group g join access.group_person gp on gp.group_id = g.id
        where g.time_plan_id = ${row.id} and g.direct_door_id is not null and g.deleted_at is null`,
    )
    if (used!.n)
      throw new Refusal('in_use', {
        text: [
          `正在被${used!.n}项直接授权使用，不能删除`,
          `In use by ${counted(used!.n, 'direct right')}; cannot be deleted`,
        ],
      })
    // What remains are direct rights without people.
    await ctx.sql(
      sql`update access.auth_group set deleted_at = ${ctx.now}, time_plan_id = null
        where time_plan_id = ${row.id} and direct_door_id is not null`,
    )
  },
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ id: string; n: number }>(
      sql`select time_plan_id as id, count(*)::int as n from access.auth_group
        where time_plan_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null
        and direct_door_id is null group by 1`,
    )
    for (const row of rows) row.groupCount = counts.find(count => count.id === row.id)?.n ?? 0
  },
})

export const scopeOf = (ctx: Ctx, id: string): { id: string; appId: string; sourceId: string } => ({
  id,
  appId: ctx.appId!,
  sourceId: ctx.actor.role === 'app' ? ctx.actor.sourceId! : ctx.user.sourceId,
})

/** Sets the chosen doors of a group, beside those of its locations; devices without any door left are removed from it. */
export async function setDoors(ctx: Ctx, groupId: string, doorIds: readonly string[]): Promise<void> {
  const doors = await ctx.sql<{ id: string; device_id: string }>(
    sql`select id, device_id from devices.component where id = any(${doorIds}::bigint[]) and kind = 'door'`,
  )
  if (doors.length !== new Set(doorIds).size) throw invalidFields([{ field: 'doorIds', text: NO_SUCH_DOOR }])
  const group = scopeOf(ctx, groupId)
  const ids = doors.map(door => door.id)
  // What is not chosen any more stays only where a location gives it.
  await ctx.sql(
    sql`update access.group_door set direct = false where group_id = ${groupId} and component_id <> all(${ids}::bigint[])`,
  )
  await ctx.sql(
    sql`insert into access.group_door (app_id, source_id, group_id, component_id, device_id)
      select ${group.appId}, ${group.sourceId}, ${groupId}, c.id, c.device_id from devices.component c
      where c.id = any(${ids}::bigint[])
      on conflict (group_id, component_id) do update set direct = true where not group_door.direct`,
  )
  await settleLocated(ctx, groupId)
}

/** Adds people, or changes their period, in one statement. */
export async function addPeople(
  ctx: Ctx,
  groupId: string,
  personIds: readonly string[],
  validFrom: unknown,
  validTo: unknown,
): Promise<number> {
  const group = scopeOf(ctx, groupId)
  const added = await ctx.sql<{
    person_id: string
  }>(sql`insert into access.group_person (app_id, source_id, group_id, person_id, valid_from, valid_to)
    select ${group.appId}, ${group.sourceId}, ${groupId}, p.id, ${validFrom ?? null}, ${validTo ?? null} from people.person p where p.id = any(${personIds}::bigint[]) and p.deleted_at is null
    on conflict (group_id, person_id) do update set valid_from = excluded.valid_from, valid_to = excluded.valid_to
    returning person_id`)
  await follow(ctx, authGroup, 'joined', { groupId, personIds: added.map(row => row.person_id) })
  return added.length
}

async function groupOf(ctx: Ctx, id: unknown): Promise<{ id: string; name: string }> {
  const [group] = await ctx.sql<{ id: string; name: string }>(
    sql`select id, name from access.auth_group
      where id = ${id} and deleted_at is null and direct_door_id is null for update`,
  )
  if (!group) throw new Refusal('not_found')
  return group
}

export const authGroupHalf = implement(authGroup, {
  narrow: () => [sql`t.direct_door_id is null`],
  async afterWrite(ctx, row, before, values) {
    if (!before) await follow(ctx, authGroup, 'began', { group: scopeOf(ctx, row.id) })
    const located = 'locationIds' in values
    if (located) await setLocations(ctx, row.id, strings(values.locationIds))
    if ('doorIds' in values) await setDoors(ctx, row.id, strings(values.doorIds))
    else if (located) await settleLocated(ctx, row.id)
    if (before && before.timePlanId !== row.timePlanId) await follow(ctx, authGroup, 'changed', { groupId: row.id })
  },
  async afterRemove(ctx, row) {
    const people = await ctx.sql<{ person_id: string }>(
      sql`delete from access.group_person where group_id = ${row.id} returning person_id`,
    )
    await ctx.sql(sql`delete from access.group_door where group_id = ${row.id}`)
    await ctx.sql(sql`delete from access.group_location where group_id = ${row.id}`)
    await follow(ctx, authGroup, 'left', { groupId: row.id, personIds: people.map(entry => entry.person_id) })
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const doors = await ctx.sql<{ group_id: string; id: string; name: string; direct: boolean }>(
      sql`select gd.group_id, c.id, gd.direct,
        d.name || case when c.name is not null then ' · ' || c.name
          when (select count(*) from devices.component o where o.device_id = d.id and o.kind = c.kind) = 1 then ''
          else ${numbered(ctx.language)} end as name
        from access.group_door gd join devices.component c on c.id = gd.component_id
        join devices.device d on d.id = gd.device_id where gd.group_id = any(${ids}::bigint[]) order by d.name, c.no`,
    )
    const counts = await ctx.sql<{ id: string; people: number }>(
      sql`select group_id as id, count(*)::int as people from access.group_person where group_id = any(${ids}::bigint[]) group by 1`,
    )
    const places = await withNames(
      ctx,
      location,
      await ctx.sql<{ groupId: string; locationId: string }>(
        sql`select group_id as "groupId", location_id as "locationId" from access.group_location
          where group_id = any(${ids}::bigint[]) order by location_id`,
      ),
      'locationId',
      'name',
    )
    for (const row of rows) {
      const all = doors.filter(door => door.group_id === row.id)
      const own = all.filter(door => door.direct)
      // Those that the caller may not see have no name.
      const located = places.filter(place => place.groupId === row.id && place.name !== null)
      const count = counts.find(entry => entry.id === row.id)
      Object.assign(row, {
        doorIds: own.map(door => door.id),
        doorNames: own.map(door => door.name),
        locationIds: located.map(place => place.locationId),
        locationNames: located.map(place => place.name),
        doorCount: all.length,
        personCount: count?.people ?? 0,
      })
    }
  },
  actions: {
    async addPeople(ctx, input) {
      const group = await groupOf(ctx, input.id)
      const ofOrgs = await ctx.sql<{ id: string }>(sql`with recursive below as (select id from people.organization
        where id = any(${strings(input.orgIds)}::bigint[]) union select o.id from people.organization o
        join below on o.parent_id = below.id)
        select p.id from people.person p where p.org_id in (select id from below) and p.deleted_at is null`)
      const ids = [...new Set([...strings(input.personIds), ...ofOrgs.map(row => row.id)])]
      const added = await addPeople(ctx, group.id, ids, input.validFrom, input.validTo)
      await ctx.audit({
        action: 'addPeople',
        object: 'authGroup',
        objectId: group.id,
        objectName: group.name,
        changes: { people: added },
      })
      return added
    },
    async removePeople(ctx, input) {
      const group = await groupOf(ctx, input.id)
      const removed = await ctx.sql<{ person_id: string }>(
        sql`delete from access.group_person where group_id = ${group.id} and person_id = any(${strings(input.personIds)}::bigint[]) returning person_id`,
      )
      await follow(ctx, authGroup, 'left', { groupId: group.id, personIds: removed.map(row => row.person_id) })
      await ctx.audit({
        action: 'removePeople',
        object: 'authGroup',
        objectId: group.id,
        objectName: group.name,
        changes: { people: removed.length },
      })
      return removed.length
    },
    async people(ctx, input) {
      const { current, size } = pageRequest(input)
      const [all] = await ctx.sql<{ total: number }>(
        sql`select (select count(*)::int from access.group_person where group_id = g.id) as total
          from access.auth_group g where g.id = ${input.id} and g.deleted_at is null and g.direct_door_id is null`,
      )
      if (!all) throw new Refusal('not_found')
      const records = await ctx.sql<{
        id: string
        name: string
        personNo: string | null
        orgId: string | null
        validFrom: string | null
        validTo: string | null
      }>(sql`select p.id, p.name, p.person_no as "personNo", p.org_id as "orgId",
          gp.valid_from as "validFrom", gp.valid_to as "validTo"
          from access.group_person gp join people.person p on p.id = gp.person_id
        where gp.group_id = ${input.id} order by p.name, p.id limit ${size} offset ${(current - 1) * size}`)
      return {
        records: await withNames(ctx, organization, records, 'orgId', 'orgName'),
        total: all.total,
        size,
        current,
        pages: Math.ceil(all!.total / size),
      }
    },
    doors: ctx => listDoors(ctx),
    async retryFailed(ctx, input) {
      const group = await groupOf(ctx, input.id)
      const retried = await follow(ctx, authGroup, 'retry', { groupId: group.id })
      await ctx.audit({
        action: 'retryFailed',
        object: 'authGroup',
        objectId: group.id,
        objectName: group.name,
        changes: { retried },
      })
      return retried
    },
  },
})

interface ListedDoor {
  id: string
  no: number
  name: string | null
  deviceId: string
  deviceName: string
  sn: string
  deviceClass: string
  siteName: string | null
  online: boolean
}
/** Every door of the application, by device; for pickers. */
async function listDoors(ctx: Ctx): Promise<ListedDoor[]> {
  return ctx.sql<ListedDoor>(sql`select c.id, c.no, c.name, d.id as "deviceId", d.name as "deviceName", d.sn,
    d.device_class as "deviceClass", s.name as "siteName", coalesce(ss.online, false) as online
    from devices.component c join devices.device d on d.id = c.device_id
    left join applications.site s on s.id = d.site_id left join devices.session ss on ss.device_id = d.id
    where c.kind = 'door' and d.deleted_at is null and d.app_id is not null order by d.name, c.no`)
}

/** The rights of a removed person end. */
export const personGone = handler({
  name: 'access.person',
  on: ['person.changed', 'person.gone'],
  run: (ports, event) =>
    ports.db.tx({ role: 'engine' }, async query => {
      const { personId } = event.payload as { personId: string }
      const [person] = await query<{ deleted: boolean }>(
        // The row is locked: an undo of the removal waits for it, and restores the rights afterwards.
        sql`select deleted_at is not null as deleted from people.person where id = ${personId} for share`,
      )
      if (person?.deleted) await query(sql`delete from access.group_person where person_id = ${personId}`)
    }),
})
