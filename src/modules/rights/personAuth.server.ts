/** Rights by person and device: granted, sent again, compared, and listed with their delivery state. */
import { organization } from '#modules/people/organization.noun.ts'
import { withNames } from '#server/crud/references.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { conditions, where } from '#server/crud/filters.ts'
import { listView } from '#server/crud/listView.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { grant, revoke } from '#modules/access/api.ts'
import { readBack, retryDeliveries } from '#modules/sync/api.ts'
import type { Narrowed } from './steps.server.ts'
import { cellsOf } from './cells.server.ts'
import { cell, matrix, revocations, summary } from './matrix.server.ts'
import { PERSON } from './person.server.ts'
import { personAuth } from './personAuth.noun.ts'
import { areMany, readProgress, stagesOf } from './progress.server.ts'
import { atStage, filteredPeople, givenRights, shownDevices } from './shown.server.ts'

export const personAuthHalf = implement(personAuth, {
  actions: {
    matrix,
    cell,
    summary,
    revocations,
    async retry(ctx, input) {
      const items = await retryDeliveries(ctx, {
        ...(isId(input.deviceId) ? { deviceId: input.deviceId } : {}),
        ...(isId(input.personId) ? { subjects: { kind: PERSON, ids: [input.personId] } } : {}),
        ...(input.personIds?.length ? { subjects: { kind: PERSON, ids: input.personIds } } : {}),
      })
      await ctx.audit({ action: 'retry', object: 'personAuth', changes: { items } })
      return items
    },
    async readBack(ctx, input) {
      const [device] = await ctx.sql<{ id: string; device_class: string; name: string }>(
        sql`select id, device_class, name from devices.device where id = ${input.deviceId} and deleted_at is null`,
      )
      if (!device) throw new Refusal('not_found')
      await ctx.audit({ action: 'readBack', object: 'personAuth', objectId: device.id, objectName: device.name })
      return readBack(ctx.ports, ctx.sql, device.id, device.device_class)
    },
    revoke,
    grant,
  },
})

/** Filters that no column of a right answers: conditions on `t`. */
const ofGroup = (groupId: unknown): Sql[] =>
  isId(groupId)
    ? [
        sql`exists (select from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id
          where gp.group_id = ${groupId} and gp.person_id = t.person_id and gd.component_id = t.door_id)`,
      ]
    : []
const ofStage = (ctx: Ctx, stage: unknown, narrowed: Narrowed): Sql[] =>
  typeof stage === 'string' && stage
    ? [
        sql`exists (select from ${stagesOf(ctx.ports.classes, ctx.now, narrowed)} staged
          where staged.person_id = t.person_id and staged.device_id = t.device_id and ${atStage(stage)})`,
      ]
    : []

/** Of whom and of which devices the progress is read: those that the same filters leave. */
function narrowedBy({ deviceId, personId, groupId, ...input }: Input): Narrowed & { people: Sql; all: boolean } {
  const devices = shownDevices(input)
  const people = filteredPeople(isId(groupId) ? { ...input, groupId } : input, devices)
  return {
    ...{ devices, people: join([sql`true`, ...people], ' and '), all: !people.length && !isId(personId) },
    ...(isId(deviceId) ? { deviceIds: [deviceId] } : {}),
    ...(isId(personId) ? { personIds: [personId] } : {}),
  }
}

const ROWS = sql`select p.id || '-' || c.id as id, p.id as person_id, p.name as person_name, p.person_no, p.org_id,
    pair.given, d.site_id, st.name as site_name,
    p.portrait_file, d.id as device_id, d.name as device_name, d.device_class,
    c.id as door_id, c.no as door_no, e.message, e.code, e.tries, e.next_at
  from (${givenRights()}) pair
  join people.person p on p.id = pair.person_id and p.deleted_at is null
  join devices.component c on c.id = pair.component_id join devices.device d on d.id = c.device_id
  left join applications.site st on st.id = d.site_id
  left join lateral (select x.message, x.code, x.tries, x.next_at from sync.exception x
    where x.device_id = c.device_id and x.subject_kind = ${PERSON} and x.subject_id = p.id
    order by x.next_at nulls first limit 1) e on true`

/**
 * The number of rows at each stage: those that the list has with that stage and the same other filters. Of very many rights
 * the worker's counts are read, in which a person with several doors of a device counts once (decision 0029).
 */
async function stageCounts(
  ctx: Ctx,
  query: Input,
  also: readonly Sql[],
  { all, ...narrowed }: ReturnType<typeof narrowedBy>,
): Promise<Record<string, number>> {
  const devices = isId(query.deviceId) ? sql`d.id = ${query.deviceId}` : narrowed.devices!
  if (all && (await areMany(ctx.sql, ctx.ports.classes, { devices }))) {
    const { total: _all, confirmed: _done, ...counts } = await readProgress(ctx.sql, ctx.ports.classes, { devices })
    return counts
  }
  const found = [...conditions(personAuth, query, ctx), ...also]
  const stages = Object.values(personAuth.fields.stage.values).map(([stage]) => stage)
  const columns = stages.map(stage => sql`count(*) filter (where ${atStage(stage)})::int as ${raw(`"${stage}"`)}`)
  const [row] = await ctx.sql<Record<string, number>>(
    sql`select ${join(columns)} from (${ROWS}) t join ${stagesOf(ctx.ports.classes, ctx.now, narrowed)} staged
      on staged.person_id = t.person_id and staged.device_id = t.device_id ${where(found)}`,
  )
  return row!
}

export const personAuthPage = endpoint({
  method: 'GET',
  path: '/api/person/auth/page',
  access: 'personAuth:list',
  scope: 'application',
  summary: ['按人员和设备列出的权限及其下发情况', 'Rights by person and device with their delivery'],
  async run(ctx, input) {
    const { groupId, stage, ...query } = input
    const narrowed = narrowedBy({ groupId, ...query })
    const page = await listView<
      Row & { personId: string; doorId: string; doorNo: number; deviceId: string; orgId: string }
    >(ctx, personAuth, query, {
      also: [...ofGroup(groupId), ...ofStage(ctx, stage, narrowed)],
      rows: ROWS,
      more: ['siteName', 'personNo', 'portraitFile', 'doorId', 'doorNo', 'message', 'code', 'tries', 'nextAt'],
      order:
        input.by === 'device'
          ? sql`t.device_name, t.door_id, t.person_name, t.person_id`
          : sql`t.person_name, t.person_id, t.device_name, t.door_id`,
    })
    const rows = page.records
    const doors = new Map(rows.map(row => [row.doorId, { id: row.doorId, no: row.doorNo, deviceId: row.deviceId }]))
    const people = [...new Set(rows.map(row => row.personId))]
    const cells = new Map(
      (await cellsOf(ctx.sql, ctx.ports.classes, [...doors.values()], people, ctx.now)).map(one => [
        `${one.subjectId}-${one.component}`,
        one,
      ]),
    )
    const records = rows.map(row => {
      const { state, reason, until } = cells.get(`${row.personId}-${row.doorId}`)!
      return { ...row, state, reason, until }
    })
    const counts = await stageCounts(ctx, query, ofGroup(groupId), narrowed)
    return { ...page, records: await withNames(ctx, organization, records, 'orgId', 'orgName'), counts }
  },
})
