/** Alarms as people see and change them. Nobody can delete one. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { readWords } from '#model/readWords.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { staffNameOf } from '#modules/identity/api.ts'
import { staffNames } from '#modules/identity/account/staffNames.rules.ts'
import type { RowOf } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { holdFiles } from '#server/files/heldFiles.ts'
import { implement } from '#server/parts.ts'
import {
  ALARM_STATE,
  anyAlarm,
  changeAlarm,
  endAlarms,
  heldAlarm,
  keepAlarmStep,
  publishAlarm,
} from './alarmActs.server.ts'
import { deviceAlarm } from './deviceAlarm.noun.ts'
import { raiseAlarm } from './raiseAlarm.server.ts'

const remarkOf = (given: string | null | undefined): string | null => given?.trim() || null

export const deviceAlarmHalf = implement(deviceAlarm, {
  found: { open: given => sql`(t.state < 3) = ${given === 'true' || given === '1'}` },
  async compute(ctx, rows) {
    for (const row of rows) {
      row.open = row.state < ALARM_STATE.closed
      // The alarm stores the label at the time it came; people read it in their language.
      const label = ctx.ports.classes.get(row.deviceClass)?.events[row.kind]?.label
      if (label) row.name = translate(label, ctx.language)
    }
    const [only] = rows
    if (rows.length !== 1 || !only) return
    const steps = await ctx.sql<NonNullable<RowOf<typeof deviceAlarm>['steps']>[number]>(
      sql`select at, act, actor_name as "actorName", remark from devices.alarm_step
        where alarm_id = ${only.id} order by id`,
    )
    only.steps = steps.map(step => ({
      ...step,
      actorName: step.actorName && readWords(staffNames, step.actorName, ctx.language),
    }))
  },
  actions: {
    async acknowledge(ctx, input) {
      for (const id of [...input.ids].sort()) {
        const row = await heldAlarm(ctx, id)
        if (row.state !== ALARM_STATE.raised)
          throw new Refusal('wrong_state', { text: ['告警已确认', 'The alarm is acknowledged already'] })
        // What is acknowledged after its cause was over has ended: nothing is left to do.
        await changeAlarm(
          ctx,
          row,
          'acknowledge',
          sql`state = case when cleared_at is null then ${ALARM_STATE.acknowledged}::smallint
              else ${ALARM_STATE.closed}::smallint end,
            acknowledged_at = ${ctx.now}, acknowledged_name = ${ctx.user.nickname},
            closed_at = case when cleared_at is not null then ${ctx.now}::timestamptz end,
            closed_name = case when cleared_at is not null then ${ctx.user.nickname} end`,
          null,
        )
      }
      return input.ids.length
    },
    async claim(ctx, input) {
      const row = await heldAlarm(ctx, input.id)
      if (row.state === ALARM_STATE.working)
        throw new Refusal('wrong_state', { text: ['已有人接手', 'Somebody has taken it already'] })
      await changeAlarm(ctx, row, 'claim', working(ctx.user.userId, ctx.user.nickname, ctx), null, {
        state: [row.state, ALARM_STATE.working],
      })
      return true
    },
    async assign(ctx, input) {
      const row = await heldAlarm(ctx, input.id)
      const name = await staffNameOf(ctx.ports, input.assigneeId, row)
      if (name === null)
        throw new Refusal('not_found', {
          text: [
            '账号不存在、已锁定，或不属于本应用',
            'No such account, or it is locked, or does not work in this application',
          ],
        })
      const remark = [`→ ${name}`, remarkOf(input.remark)].filter(Boolean).join(' · ')
      await changeAlarm(ctx, row, 'assign', working(input.assigneeId, name, ctx), remark, {
        assigneeId: input.assigneeId,
      })
      return true
    },
    close: (ctx, input) => endAlarms(ctx, input.ids, 'closed', remarkOf(input.measures)),
    falseAlarm: (ctx, input) => endAlarms(ctx, input.ids, 'false', remarkOf(input.remark)),
    async comment(ctx, input) {
      const row = await anyAlarm(ctx, input.id)
      await keepAlarmStep(ctx, row, 'comment', input.remark)
      publishAlarm(ctx.ports, ctx.sql, row)
      return true
    },
    async raise(ctx, input) {
      const pictures = input.photos ?? []
      await judgeUploads(ctx, pictures)
      const { id, sourceId, fresh } = await raiseAlarm(ctx.ports, ctx.sql, {
        deviceId: input.deviceId,
        kind: `person.${input.name}`,
        name: input.name,
        level: input.level,
        origin: 'person',
        originName: ctx.user.nickname ?? '',
        pictures,
      })
      await holdFiles(ctx, deviceAlarm.key, pictures)
      await ctx.sql(sql`insert into devices.alarm_step
          (id, alarm_id, source_id, app_id, at, actor_id, actor_name, act, remark)
        select ${ctx.newId()}, id, ${sourceId}, app_id, ${ctx.now}, ${ctx.user.userId}, ${ctx.user.nickname},
          ${fresh ? 'raise' : 'repeat'}, ${remarkOf(input.remark)} from devices.alarm where id = ${id}`)
      await ctx.audit({ action: 'raise', object: deviceAlarm.key, objectId: id, objectName: input.name })
      return { id }
    },
  },
})

/** Refuses pictures that the caller has not uploaded for it: one of something else, or of a face, would become visible here. */
async function judgeUploads(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.sql<{ id: string }>(
    sql`select id from engine.file
      where id = any(${ids}) and kind = 'image' and noun is null and owner_id = ${ctx.user.userId}`,
  )
  if (ids.every(id => rows.some(row => row.id === id))) return
  throw invalidFields([
    {
      field: 'photos',
      text: [
        '照片不存在、已用于别处，或是人脸照片，请重新上传',
        'A photo is not there, is used elsewhere, or is a portrait; please upload it again',
      ],
    },
  ])
}

/** In work by an account; who works on it has seen it. */
const working = (accountId: string, name: string | null, ctx: { now: Date; user: { nickname: string | null } }) =>
  sql`state = ${ALARM_STATE.working}, assignee_id = ${accountId}, assignee_name = ${name},
    acknowledged_at = coalesce(acknowledged_at, ${ctx.now}),
    acknowledged_name = coalesce(acknowledged_name, ${ctx.user.nickname})`
