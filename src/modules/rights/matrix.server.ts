/** People by doors: the state of each cell, the details of one, and the overall progress. None of it is stored. */
import { organization } from '#modules/people/organization.noun.ts'
import { withNames } from '#server/crud/references.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { isConfirmed, type DeliveryCell } from '#model/delivery.ts'
import { Refusal } from '#model/error.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { pageRequest } from '#server/crud/filters.ts'
import type { Input, Params } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { identify, rightsOn } from '#modules/access/api.ts'
import { decide } from '#modules/access/decide.rules.ts'
import { cellsOf, type CellDoor } from './cells.server.ts'
import { PERSON } from './person.server.ts'
import { progressOf } from './progress.server.ts'
import { revocationsOf } from './revocations.server.ts'
import { roomOf } from './room.rules.ts'
import { filteredPeople, givenRights, peopleAt, shownDevices } from './shown.server.ts'
import { syncTask } from '#modules/sync/syncTask.noun.ts'

interface FoundDoor extends CellDoor {
  name: string | null
  deviceName: string
  deviceClass: string
  online: boolean
  offlineSince: string | null
  /** What its device reported. */
  vals: Params | null
}
interface ShownPerson {
  id: string
  name: string
  personNo: string | null
  personType: number
  portraitFile: string | null
  faceState: number
  orgId: string | null
  validTo: string | null
}

/** The maximum number of columns; selecting a site narrows them. */
const MOST_DOORS = 40
/** The maximum number of people in one act on all that match the filters. */
const MOST_AT_ONCE = 1000

/** A page of people by all doors of a class; with `whole=true` also the ids of all people that match the filters. */
export async function matrix(ctx: Ctx, input: Input): Promise<unknown> {
  const { current, size } = pageRequest(input)
  const first = [...ctx.ports.classes.values()].find(({ pages }) => pages.includes('authorize'))
  const devices = shownDevices({ ...input, deviceClass: input.deviceClass ?? first?.key })
  const all = await ctx.sql<
    FoundDoor & { doorTotal: number }
  >(sql`select count(*) over ()::int as "doorTotal", c.id, c.no, c.name, d.id as "deviceId", d.name as "deviceName",
      coalesce(s.online, false) as online, s.closed_at as "offlineSince",
      d.device_class as "deviceClass", sh.vals
    from devices.component c join devices.device d on d.id = c.device_id
    left join devices.session s on s.device_id = d.id
    left join devices.shadow sh on sh.device_id = d.id and sh.component = ''
    where c.kind = 'door' and ${devices} and d.deleted_at is null and d.app_id is not null
    order by d.name, c.no limit ${MOST_DOORS}`)
  const doors = all.map(({ doorTotal: _, deviceClass, vals, ...door }) => ({
    ...door,
    ...roomOf(ctx.ports.classes.get(deviceClass)?.sets ?? [], vals ?? {}),
  }))
  const filtered = filteredPeople(input, devices)
  const staged = peopleAt(ctx, input.stage, devices)
  const found = join([sql`p.deleted_at is null and p.state = 0`, ...filtered, ...staged], ' and ')
  const [counted] = await ctx.sql<{ total: number }>(
    sql`select count(*)::int as total from people.person p where ${found}`,
  )
  const personIds = input.whole === true ? await everyone(ctx, found) : null
  const people =
    await ctx.sql<ShownPerson>(sql`select p.id, p.name, p.person_no as "personNo", p.person_type as "personType",
    p.portrait_file as "portraitFile", p.face_state as "faceState", p.org_id as "orgId", p.valid_to as "validTo"
    from people.person p where ${found} order by p.name, p.id
    limit ${size} offset ${(current - 1) * size}`)
  const cells = await cellsOf(
    ctx.sql,
    ctx.ports.classes,
    doors,
    people.map(person => person.id),
    ctx.now,
  )
  return {
    doors,
    doorTotal: all[0]?.doorTotal ?? 0,
    people: await withNames(ctx, organization, people, 'orgId', 'orgName'),
    personIds,
    cells: await withGiven(
      ctx,
      cells.filter(cell => cell.state !== 'none'),
    ),
    counts: await stageCounts(ctx, devices, filtered),
    total: counted!.total,
    size,
    current,
    pages: Math.ceil(counted!.total / size),
  }
}

/** For an act on all of them, in the order of the pages. */
async function everyone(ctx: Ctx, found: Sql): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }>(
    sql`select p.id from people.person p where ${found} order by p.name, p.id limit ${MOST_AT_ONCE + 1}`,
  )
  if (rows.length > MOST_AT_ONCE)
    throw new Refusal('invalid', {
      text: [`一次最多 ${MOST_AT_ONCE} 人，请缩小范围`, `At most ${MOST_AT_ONCE} people at a time; narrow the filters`],
    })
  return rows.map(({ id }) => id)
}

/** How each right was given; null where a device still holds one that was revoked. */
async function withGiven(
  ctx: Ctx,
  cells: readonly DeliveryCell[],
): Promise<(DeliveryCell & { given: number | null })[]> {
  const [people, doors] = [cells.map(cell => cell.subjectId), cells.map(cell => cell.component)]
  const rows = await ctx.sql<{ person_id: string; component_id: string; device_id: string; given: number }>(
    givenRights(sql`gp.person_id = any(${people}::bigint[]) and gd.component_id = any(${doors}::bigint[])`),
  )
  const given = new Map(rows.map(row => [`${row.person_id} ${row.component_id}`, row.given]))
  return cells.map(cell => ({ ...cell, given: given.get(`${cell.subjectId} ${cell.component}`) ?? null }))
}

/** The number of rights at each stage, for the segmented control of the matrix; `people` are conditions on `p`. */
async function stageCounts(ctx: Ctx, devices: Sql, people: readonly Sql[]): Promise<Record<string, number>> {
  const { failed, waiting, sending, missing, clockOff, soon, total } = await progressOf(
    ctx.sql,
    ctx.ports.classes,
    ctx.now,
    { devices, people },
  )
  return { all: total, failed, waiting, sending, missing, clockOff, soon }
}

interface Failure {
  kind: string
  code: number | null
  message: string | null
  tries: number
  firstAt: string
  lastAt: string
  nextAt: string | null
  put: boolean
}
/** The details of one cell: the right, the device's answer, and possible actions. */
export async function cell(ctx: Ctx, input: Input): Promise<unknown> {
  if (!isId(input.personId) || !isId(input.doorId)) throw new Refusal('invalid')
  const [row] = await ctx.sql<{
    device_id: string
    no: number
    short_no: string
    mode: number | null
    clock_offset: number | null
    zone: string
  }>(sql`select c.device_id, c.no, p.short_no,
    case when jsonb_typeof(sh.vals->'mode') = 'number' then (sh.vals->>'mode')::int end as mode, a.zone,
      (select case when jsonb_typeof(vals->'clockOffset') = 'number' then (vals->>'clockOffset')::float8 end
      from devices.shadow where device_id = c.device_id and component = '') as clock_offset
    from people.person p cross join devices.component c join applications.application a on a.id = p.app_id
    left join devices.shadow sh on sh.device_id = c.device_id and sh.component = 'door:' || c.no
    where p.id = ${input.personId} and c.id = ${input.doorId}`)
  if (!row) throw new Refusal('not_found')
  const [known] = await cellsOf(
    ctx.sql,
    ctx.ports.classes,
    [{ id: input.doorId, no: row.no, deviceId: row.device_id }],
    [input.personId],
    ctx.now,
  )
  const [exception] = await ctx.sql<Failure>(
    sql`select kind, code, message, tries, first_at as "firstAt", last_at as "lastAt", next_at as "nextAt", put
      from sync.exception where device_id = ${row.device_id} and subject_kind = ${PERSON}
        and subject_id = ${input.personId} order by next_at nulls first limit 1`,
  )
  if (exception) exception.message = readBuiltIn(syncTask, 'message', exception.message, ctx.language)
  const elsewhere = await ctx.sql<CellDoor>(
    sql`select distinct on (c.device_id) c.id, c.no, c.device_id as "deviceId" from access.group_person gp
      join access.group_door gd on gd.group_id = gp.group_id join devices.component c on c.id = gd.component_id
      where gp.person_id = ${input.personId} and gd.device_id <> ${row.device_id} order by c.device_id, c.no limit 40`,
  )
  const others = await cellsOf(ctx.sql, ctx.ports.classes, elsewhere, [input.personId], ctx.now)
  const person = await identify(ctx.sql, ctx.appId!, { personId: row.short_no })
  const rights = ((await rightsOn(ctx.sql, row.device_id, [input.personId])).get(input.personId) ?? []).filter(
    right => right.doorNo === row.no,
  )
  return {
    ...known,
    clockOffsetS: row.clock_offset,
    exception: exception ?? null,
    acceptedElsewhere: others.filter(one => isConfirmed(one.state)).length,
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

/** The progress of delivery, counted by device and person: of the people and devices that the matrix shows with these filters. */
export async function summary(ctx: Ctx, input: Input): Promise<unknown> {
  const devices = shownDevices(input)
  const people = [...filteredPeople(input, devices), ...peopleAt(ctx, input.stage, devices)]
  const progress = await progressOf(ctx.sql, ctx.ports.classes, ctx.now, { devices, people })
  const [rate] = await ctx.sql<{ n: number }>(
    sql`select coalesce(sum(jsonb_array_length(
        case when jsonb_typeof(c.data -> 'results') = 'array' then c.data -> 'results' else '[]' end)), 0)::int as n
      from devices.command c where c.origin = 'sync' and c.finished_at > now() - interval '1 minute'`,
  )
  return { ...progress, perMinute: rate!.n }
}

/** Recently revoked rights, by device. */
export const revocations = (ctx: Ctx): Promise<unknown> => revocationsOf(ctx.sql, ctx.ports.classes)
