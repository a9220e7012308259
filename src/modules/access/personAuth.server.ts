/** Rights by person and device: granted, sent again, compared, and listed with how far they are. */
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { say, type Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { listView } from '#server/crud/listView.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { beginGroup, cellsOf, readBack, retryDeliveries, stagesOf, touchMembers } from '#modules/sync/api.ts'
import { addPeople, setDoors } from './access.server.ts'
import { personAuth } from './access.noun.ts'
import { atStage, cell, matrix, revocations, stageCounts, summary } from './matrix.server.ts'

export const personAuthHalf = implement(personAuth, {
  actions: {
    matrix,
    cell,
    summary,
    revocations,
    async retry(ctx, input) {
      const items = await retryDeliveries(ctx, {
        ...(isId(input.deviceId) ? { deviceId: input.deviceId } : {}),
        ...(isId(input.personId) ? { personIds: [input.personId] } : {}),
        ...(input.personIds?.length ? { personIds: input.personIds } : {}),
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
    /** Answers how many memberships ended; the devices are told by sync, revocations first. */
    async revoke(ctx, { personIds, deviceClass }) {
      const gone = await ctx.sql<{ group_id: string; person_id: string }>(
        sql`delete from access.group_person gp where gp.person_id = any(${personIds}::bigint[]) and gp.group_id in (
          select gd.group_id from access.group_door gd join devices.device d on d.id = gd.device_id
          where d.device_class = ${deviceClass}) returning gp.group_id, gp.person_id`,
      )
      for (const [groupId, members] of Map.groupBy(gone, row => row.group_id))
        await touchMembers(
          ctx.sql,
          groupId,
          members.map(row => row.person_id),
          true,
        )
      await ctx.audit({
        action: 'revoke',
        object: 'personAuth',
        changes: { people: personIds, deviceClass, memberships: gone.length },
      })
      return gone.length
    },
    /** The quick way: people and doors as a group of their own, named after them. */
    async grant(ctx, input) {
      const doorIds = input.doorIds ?? []
      const personIds = input.personIds ?? []
      const [people] = await ctx.sql<{ names: string[] }>(
        sql`select array_agg(name order by name) as names from people.person where id = any(${personIds}::bigint[]) and deleted_at is null`,
      )
      if ((people?.names?.length ?? 0) !== personIds.length)
        throw invalidFields([{ field: 'personIds', text: ['人员不存在', 'A person does not exist'] }])
      const id = ctx.newId()
      const others = personIds.length - 1
      const more: Text = others ? [`等${personIds.length}人`, ` +${others}`] : ['', '']
      const name = `${people!.names[0]!.slice(0, 12)}${say(more, ctx.language)} ${id.slice(-6)}`
      await ctx.sql(
        sql`insert into access.auth_group (id, app_id, source_id, name, time_plan_id, created_by, updated_by)
          values (${id}, ${ctx.appId}, ${ctx.actor.role === 'app' ? ctx.actor.sourceId : null}, ${name},
          ${input.timePlanId ?? null}, ${ctx.user.userId}, ${ctx.user.userId})`,
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
        sql`exists (select from ${stagesOf(ctx.ports.classes, ctx.now)} told where told.person_id = t.person_id
                and told.device_id = t.device_id and ${atStage(stage)})`,
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
    const page = await listView<Row & { personId: string; doorId: string; doorNo: number; deviceId: string }>(
      ctx,
      personAuth,
      query,
      {
        also: narrowedTo(ctx, groupId, stage),
        rows: sql`select p.id || '-' || c.id as id, p.id as person_id, p.name as person_name, p.person_no, p.org_id, o.name as org_name,
          d.site_id, st.name as site_name,
          p.portrait_file, d.id as device_id, d.name as device_name, d.device_class,
            c.id as door_id, c.no as door_no, e.message, e.code, e.tries, e.next_at
          from (select distinct gp.person_id, gd.component_id from access.group_person gp
          join access.group_door gd on gd.group_id = gp.group_id) pair
          join people.person p on p.id = pair.person_id and p.deleted_at is null
          join devices.component c on c.id = pair.component_id join devices.device d on d.id = c.device_id
          left join people.organization o on o.id = p.org_id left join applications.site st on st.id = d.site_id
          left join sync.exception e on e.person_id = p.id and e.device_id = c.device_id`,
        more: [
          'orgName',
          'siteName',
          'personNo',
          'portraitFile',
          'doorId',
          'doorNo',
          'message',
          'code',
          'tries',
          'nextAt',
        ],
        order:
          input.by === 'device'
            ? sql`t.device_name, t.door_id, t.person_name, t.person_id`
            : sql`t.person_name, t.person_id, t.device_name, t.door_id`,
      },
    )
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
    return { ...page, records, counts: await stageCounts(ctx, ofClass) }
  },
})
