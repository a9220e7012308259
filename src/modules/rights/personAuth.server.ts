/** Rights by person and device: granted, sent again, compared, and listed with their delivery state. */
import { organization } from '#modules/people/organization.noun.ts'
import { withNames } from '#server/crud/references.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { listView } from '#server/crud/listView.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { grant, revoke } from '#modules/access/api.ts'
import { readBack, retryDeliveries } from '#modules/sync/api.ts'
import { cellsOf } from './cells.server.ts'
import { atStage, cell, matrix, revocations, stageCounts, summary } from './matrix.server.ts'
import { PERSON } from './person.server.ts'
import { personAuth } from './personAuth.noun.ts'
import { stagesOf } from './progress.server.ts'

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
const narrowedTo = (ctx: Ctx, groupId: unknown, stage: unknown): Sql[] => [
  ...(isId(groupId)
    ? [
        sql`exists (select from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id
                where gp.group_id = ${groupId} and gp.person_id = t.person_id and gd.component_id = t.door_id)`,
      ]
    : []),
  ...(typeof stage === 'string' && stage
    ? [
        sql`exists (select from ${stagesOf(ctx.ports.classes, ctx.now)} staged where staged.person_id = t.person_id
                and staged.device_id = t.device_id and ${atStage(stage)})`,
      ]
    : []),
]

export const personAuthPage = endpoint({
  method: 'GET',
  path: '/api/person/auth/page',
  access: 'personAuth:list',
  scope: 'application',
  summary: ['按人员和设备列出的权限及其下发情况', 'Rights by person and device with their delivery'],
  async run(ctx, input) {
    const { groupId, stage, ...query } = input
    const page = await listView<
      Row & { personId: string; doorId: string; doorNo: number; deviceId: string; orgId: string }
    >(ctx, personAuth, query, {
      also: narrowedTo(ctx, groupId, stage),
      rows: sql`select p.id || '-' || c.id as id, p.id as person_id, p.name as person_name, p.person_no, p.org_id,
          d.site_id, st.name as site_name,
          p.portrait_file, d.id as device_id, d.name as device_name, d.device_class,
            c.id as door_id, c.no as door_no, e.message, e.code, e.tries, e.next_at
          from (select distinct gp.person_id, gd.component_id from access.group_person gp
          join access.group_door gd on gd.group_id = gp.group_id) pair
          join people.person p on p.id = pair.person_id and p.deleted_at is null
          join devices.component c on c.id = pair.component_id join devices.device d on d.id = c.device_id
          left join applications.site st on st.id = d.site_id
          left join lateral (select x.message, x.code, x.tries, x.next_at from sync.exception x
            where x.device_id = c.device_id and x.subject_kind = ${PERSON} and x.subject_id = p.id
            order by x.next_at nulls first limit 1) e on true`,
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
    const ofClass = query.deviceClass ? sql`d.device_class = ${String(query.deviceClass).slice(0, 64)}` : sql`true`
    // The list also has the rights of people who may not pass, and a row for each door: its own total is the number of all.
    const { all: _, ...counts } = await stageCounts(ctx, ofClass)
    return { ...page, records: await withNames(ctx, organization, records, 'orgId', 'orgName'), counts }
  },
})
