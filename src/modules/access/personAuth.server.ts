/** Who is on which device: a view over rights, cursors, flights and exceptions. Nothing of it is stored. */
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { pageRequest } from '#server/crud/filters.ts'
import { endpoint, implement, type Input } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { beginGroup } from '#modules/sync/api.ts'
import { readBack } from '#modules/sync/api.ts'
import { addPeople, setDoors } from './access.server.ts'
import { personAuth, syncTask } from './access.noun.ts'
import { identify, rightsOn } from './book.server.ts'
import { decide } from './decide.rules.ts'

/** none 0 · done 1 · sending 2 · waits for the device 3 · failed 4 · queued 5 */
const CELL = sql`case when not exists (select from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id where gp.person_id = p.id and gd.component_id = c.id) then 0
  when f.person_id is not null then 2
  when e.kind in ('refused', 'full', 'busy', 'lost') then 4
  when e.person_id is not null or exists (select from sync.follow fo join sync.member m on m.group_id = fo.group_id and m.person_id = p.id where fo.device_id = c.device_id and not fo.leaving and m.seq > fo.put_seq) then case when s.online then 5 else 3 end
  else 1 end`

const search = (input: Input): Sql => {
  const word =
    typeof input.name === 'string'
      ? input.name
          .trim()
          .slice(0, 50)
          .replace(/[\\%_]/g, '\\$&')
      : ''
  return word ? sql`and (p.name ilike ${`%${word}%`} or p.person_no ilike ${`${word}%`})` : sql``
}

async function matrix(ctx: Ctx, input: Input): Promise<unknown> {
  const { current, size } = pageRequest(input)
  const deviceClass = String(input.deviceClass ?? 'faceEqui').slice(0, 64)
  const doors = await ctx.sql<{
    id: string
    deviceId: string
    no: number
    capacity: number | null
  }>(sql`select c.id, c.no, c.name, d.id as "deviceId", d.name as "deviceName", coalesce(s.online, false) as online, s.closed_at as "offlineSince",
      (sh.vals->>'personCount')::int as "personCount", (sh.vals->>'capacity')::int as capacity
    from devices.component c join devices.device d on d.id = c.device_id left join devices.session s on s.device_id = d.id left join devices.shadow sh on sh.device_id = d.id and sh.component = ''
    where c.kind = 'door' and d.device_class = ${deviceClass} and d.deleted_at is null and d.app_id is not null order by d.name, c.no limit 40`)
  const found = search(input)
  const [counted] = await ctx.sql<{ total: number }>(
    sql`select count(*)::int as total from people.person p where p.deleted_at is null and p.state = 0 ${found}`,
  )
  const people = await ctx.sql<{
    id: string
  }>(sql`select p.id, p.name, p.person_no as "personNo", p.person_type as "personType", p.portrait_file as "portraitFile", p.face_state as "faceState", o.name as "orgName", p.valid_to as "validTo"
    from people.person p left join people.organization o on o.id = p.org_id where p.deleted_at is null and p.state = 0 ${found} order by p.name, p.id limit ${size} offset ${(current - 1) * size}`)
  const cells = await ctx.sql<{
    person: string
    door: string
    state: number
    valid_to: string | null
  }>(sql`select p.id as person, c.id as door, ${CELL} as state,
      (select min(gp.valid_to) from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id and gd.component_id = c.id where gp.person_id = p.id) as valid_to
    from people.person p cross join devices.component c left join sync.flight f on f.person_id = p.id and f.device_id = c.device_id left join sync.exception e on e.person_id = p.id and e.device_id = c.device_id left join devices.session s on s.device_id = c.device_id
    where p.id = any(${people.map(person => person.id)}::bigint[]) and c.id = any(${doors.map(door => door.id)}::bigint[])`)
  return {
    doors,
    people,
    cells: cells.filter(cell => cell.state !== 0).map(cell => [cell.person, cell.door, cell.state, cell.valid_to]),
    total: counted!.total,
    size,
    current,
    pages: Math.ceil(counted!.total / size),
  }
}

/** Everything behind one cell: the right, what the device said, what would help. */
async function cell(ctx: Ctx, input: Input): Promise<unknown> {
  if (!isId(input.personId) || !isId(input.doorId)) throw new Refusal('invalid')
  const [row] = await ctx.sql<{
    device_id: string
    no: number
    short_no: string
    state: number
    mode: number | null
    zone: string
    held: boolean
  }>(sql`select c.device_id, c.no, p.short_no, ${CELL} as state, (sh.vals->>'mode')::int as mode, a.zone
    from people.person p cross join devices.component c join applications.application a on a.id = p.app_id left join sync.flight f on f.person_id = p.id and f.device_id = c.device_id left join sync.exception e on e.person_id = p.id and e.device_id = c.device_id
    left join devices.session s on s.device_id = c.device_id left join devices.shadow sh on sh.device_id = c.device_id and sh.component = 'door:' || c.no where p.id = ${input.personId} and c.id = ${input.doorId}`)
  if (!row) throw new Refusal('not_found')
  const [exception] = await ctx.sql(
    sql`select kind, code, message, tries, first_at as "firstAt", last_at as "lastAt", next_at as "nextAt", put from sync.exception where device_id = ${row.device_id} and person_id = ${input.personId}`,
  )
  const [others] = await ctx.sql<{
    n: number
  }>(sql`select count(distinct gd.device_id)::int as n from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id where gp.person_id = ${input.personId} and gd.device_id <> ${row.device_id}
    and not exists (select from sync.exception e where e.person_id = gp.person_id and e.device_id = gd.device_id) and not exists (select from sync.flight f where f.person_id = gp.person_id and f.device_id = gd.device_id)`)
  const person = await identify(ctx.sql, ctx.appId!, { personId: row.short_no })
  const rights = ((await rightsOn(ctx.sql, row.device_id, [input.personId])).get(input.personId) ?? []).filter(
    right => right.doorNo === row.no,
  )
  return {
    state: row.state,
    exception: exception ?? null,
    acceptedElsewhere: others!.n,
    decision: decide(person, rights, row.mode ?? undefined, ctx.now.toISOString(), row.zone),
    rights: rights.map(right => ({
      groupId: right.groupId,
      groupName: right.groupName,
      validFrom: right.validFrom,
      validTo: right.validTo,
      plan: right.plan?.name ?? null,
    })),
  }
}

/** How far delivery is, counted by device and person. */
async function summary(ctx: Ctx, input: Input): Promise<unknown> {
  const ofClass = input.deviceClass ? sql`and d.device_class = ${String(input.deviceClass).slice(0, 64)}` : sql``
  const [counts] = await ctx.sql<{ total: number; sending: number; failed: number }>(sql`
    select (select count(*)::int from (select distinct gp.person_id, gd.device_id from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id join devices.device d on d.id = gd.device_id join people.person p on p.id = gp.person_id and p.state = 0 and p.deleted_at is null where true ${ofClass}) pairs) as total,
      (select count(*)::int from sync.flight f join devices.device d on d.id = f.device_id where true ${ofClass}) as sending,
      (select count(*)::int from sync.exception e join devices.device d on d.id = e.device_id where e.kind in ('refused', 'full', 'busy', 'lost') ${ofClass}) as failed`)
  const [waiting] = await ctx.sql<{
    queued: number
    offline: number
  }>(sql`select count(*) filter (where online)::int as queued, count(*) filter (where not online)::int as offline from (
      select distinct m.person_id, f.device_id, coalesce(s.online, false) as online from sync.follow f join sync.member m on m.group_id = f.group_id and m.seq > f.put_seq and not m.gone join devices.device d on d.id = f.device_id left join devices.session s on s.device_id = f.device_id where not f.leaving ${ofClass}) pending`)
  const [rate] = await ctx.sql<{ n: number }>(
    sql`select coalesce(sum(jsonb_array_length(coalesce(c.data->'results', '[]'::jsonb))), 0)::int as n from devices.command c where c.origin = 'sync' and c.finished_at > now() - interval '1 minute'`,
  )
  const open = counts!.sending + counts!.failed + waiting!.queued + waiting!.offline
  return {
    total: counts!.total,
    done: Math.max(0, counts!.total - open),
    sending: counts!.sending + waiting!.queued,
    waiting: waiting!.offline,
    failed: counts!.failed,
    perMinute: rate!.n,
  }
}

export const personAuthHalf = implement(personAuth, {
  actions: {
    matrix,
    cell,
    summary,
    async retry(ctx, input) {
      const where = [
        sql`true`,
        ...(isId(input.deviceId) ? [sql`device_id = ${input.deviceId}`] : []),
        ...(isId(input.personId) ? [sql`person_id = ${input.personId}`] : []),
      ]
      const rows = await ctx.sql<{ device_id: string }>(
        sql`update sync.exception set next_at = now(), version = null where ${join(where, ' and ')} returning device_id`,
      )
      const devices = [...new Set(rows.map(row => row.device_id))]
      await ctx.ports.db.query(
        { role: 'engine' },
        sql`update sync.device set wake_at = now() where device_id = any(${devices}::bigint[])`,
      )
      await ctx.audit({ action: 'retry', object: 'personAuth', changes: { items: rows.length } })
      return rows.length
    },
    async readBack(ctx, input) {
      const [device] = await ctx.sql<{ id: string; device_class: string; name: string }>(
        sql`select id, device_class, name from devices.device where id = ${input.deviceId} and deleted_at is null`,
      )
      if (!device) throw new Refusal('not_found')
      await ctx.audit({ action: 'readBack', object: 'personAuth', objectId: device.id, objectName: device.name })
      return readBack(ctx.ports, ctx.sql, device.id, device.device_class)
    },
    /** The quick way: people and doors as a group of their own, named after them. */
    async grant(ctx, input) {
      const doorIds = (input.doorIds as string[]) ?? []
      const personIds = (input.personIds as string[]) ?? []
      const [people] = await ctx.sql<{ names: string[] }>(
        sql`select array_agg(name order by name) as names from people.person where id = any(${personIds}::bigint[]) and deleted_at is null`,
      )
      if ((people?.names?.length ?? 0) !== personIds.length)
        throw invalidFields([{ field: 'personIds', text: ['人员不存在', 'A person does not exist'] }])
      const id = ctx.newId()
      const name = `${people!.names[0]!.slice(0, 12)}${personIds.length > 1 ? `等${personIds.length}人` : ''} ${id.slice(-6)}`
      await ctx.sql(
        sql`insert into access.auth_group (id, app_id, source_id, name, time_plan_id, created_by, updated_by) values (${id}, ${ctx.appId}, ${ctx.actor.role === 'app' ? ctx.actor.sourceId : null}, ${name}, ${input.timePlanId ?? null}, ${ctx.user.userId}, ${ctx.user.userId})`,
      )
      await beginGroup(ctx.sql, {
        id,
        appId: ctx.appId!,
        sourceId: ctx.actor.role === 'app' ? ctx.actor.sourceId! : ctx.user.sourceId,
      })
      await setDoors(ctx, id, doorIds)
      await addPeople(ctx, id, personIds, input.validFrom, input.validTo)
      await ctx.audit({
        action: 'grant',
        object: 'authGroup',
        objectId: id,
        objectName: name,
        changes: { people: personIds.length, doors: doorIds.length },
      })
      return id
    },
  },
})

export const personAuthPage = endpoint({
  method: 'GET',
  path: '/api/person/auth/page',
  access: 'personAuth:list',
  scope: 'application',
  summary: 'Rights by person and device with their delivery',
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    const conditions = [
      sql`p.deleted_at is null`,
      ...(isId(input.deviceId) ? [sql`c.device_id = ${input.deviceId}`] : []),
      ...(isId(input.personId) ? [sql`p.id = ${input.personId}`] : []),
      ...(input.deviceClass ? [sql`d.device_class = ${String(input.deviceClass)}`] : []),
    ]
    const from = sql`from (select distinct gp.person_id, gd.component_id from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id) pair join people.person p on p.id = pair.person_id join devices.component c on c.id = pair.component_id join devices.device d on d.id = c.device_id
      left join sync.flight f on f.person_id = p.id and f.device_id = c.device_id left join sync.exception e on e.person_id = p.id and e.device_id = c.device_id left join devices.session s on s.device_id = c.device_id where ${join(conditions, ' and ')}`
    const [counted] = await ctx.sql<{ total: number }>(sql`select count(*)::int as total ${from}`)
    const records = await ctx.sql(
      sql`select p.id || '-' || c.id as id, p.id as "personId", p.name as "personName", p.person_no as "personNo", p.portrait_file as "portraitFile", d.id as "deviceId", d.name as "deviceName", c.id as "doorId", c.no as "doorNo", ${CELL} as state, e.message, e.code, e.tries, e.next_at as "nextAt" ${from} order by p.name, d.name, c.no limit ${size} offset ${(current - 1) * size}`,
    )
    return { records, total: counted!.total, size, current, pages: Math.ceil(counted!.total / size) }
  },
})

export const syncTaskHalf = implement(syncTask)

/** What is on the wire and what failed, on every device that the caller may see. */
export const syncTaskPage = endpoint({
  method: 'GET',
  path: '/api/device/syncTask/page',
  access: 'syncTask:list',
  scope: 'source',
  summary: 'Deliveries under way and failed',
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    const rows = sql`(select device_id, person_id, 'sending' as state, put, null::text as kind, 1 as tries, null::int as code, null::text as message, sent_at as last_at, null::timestamptz as next_at from sync.flight
      union all select device_id, person_id, case when kind in ('queued', 'drift') then 'waiting' else 'failed' end, put, kind, tries, code, message, last_at, next_at from sync.exception) t`
    const [counted] = await ctx.sql<{ total: number }>(sql`select count(*)::int as total from ${rows}`)
    const records =
      await ctx.sql(sql`select t.device_id || '-' || t.person_id as id, d.name as "deviceName", d.sn as "deviceSn", p.name as "personName", t.state, t.put::int as put, t.kind, t.tries, t.code::text, t.message, t.last_at as "lastAt", t.next_at as "nextAt"
      from ${rows} join devices.device d on d.id = t.device_id join people.person p on p.id = t.person_id order by t.last_at desc limit ${size} offset ${(current - 1) * size}`)
    return { records, total: counted!.total, size, current, pages: Math.ceil(counted!.total / size) }
  },
})
