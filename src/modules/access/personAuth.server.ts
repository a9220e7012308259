/** Rights by person and device: granted, sent again, compared, and listed with how far they are. */
import sql, { join } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { say, type Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { listView } from '#server/crud/listView.ts'
import type { Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { beginGroup, cellsOf, readBack, retryDeliveries } from '#modules/sync/api.ts'
import { addPeople, setDoors } from './access.server.ts'
import { personAuth } from './access.noun.ts'
import { cell, matrix, revocations, summary } from './matrix.server.ts'

export const personAuthHalf = implement(personAuth, {
  actions: {
    matrix,
    cell,
    summary,
    revocations,
    async retry(ctx, input) {
      const items = await retryDeliveries(ctx, {
        ...(isId(input.deviceId) ? { deviceId: input.deviceId } : {}),
        ...(isId(input.personId) ? { personId: input.personId } : {}),
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

export const personAuthPage = endpoint({
  method: 'GET',
  path: '/api/person/auth/page',
  access: 'personAuth:list',
  scope: 'application',
  summary: ['按人员和设备列出的权限及其下发情况', 'Rights by person and device with their delivery'],
  async run(ctx, input) {
    const page = await listView<Row & { personId: string; doorId: string; doorNo: number; deviceId: string }>(
      ctx,
      personAuth,
      input,
      {
        rows: sql`select p.id || '-' || c.id as id, p.id as person_id, p.name as person_name, p.person_no,
          p.portrait_file, d.id as device_id, d.name as device_name, d.device_class,
            c.id as door_id, c.no as door_no, e.message, e.code, e.tries, e.next_at
          from (select distinct gp.person_id, gd.component_id from access.group_person gp
          join access.group_door gd on gd.group_id = gp.group_id) pair
          join people.person p on p.id = pair.person_id and p.deleted_at is null
          join devices.component c on c.id = pair.component_id join devices.device d on d.id = c.device_id
          left join sync.exception e on e.person_id = p.id and e.device_id = c.device_id`,
        more: ['personNo', 'portraitFile', 'doorId', 'doorNo', 'message', 'code', 'tries', 'nextAt'],
        order: sql`t.person_name, t.person_id, t.device_name, t.door_id`,
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
      const { state, reason } = cells.get(`${row.personId}-${row.doorId}`)!
      return { ...row, state, reason }
    })
    return { ...page, records }
  },
})
