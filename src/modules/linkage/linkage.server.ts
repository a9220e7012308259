/** Linkage rules: judged when they are saved, and run manually as a test. */
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { picturesOfCommands } from '#modules/devices/api.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { requirePoints } from '#modules/identity/api.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Cause } from '#server/linkageParts.ts'
import { toState } from '#server/moves/toState.ts'
import { implement } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { heldBackRules, pointsOfRule } from './heldBackRules.server.ts'
import { judgeRule } from './judgeRule.server.ts'
import { linkage, linkageRun } from './linkage.noun.ts'
import type { LinkageAction } from './linkage.rules.ts'
import { beginRun, checksOf, RULE_COLUMNS, type Rule } from './startRule.server.ts'

/** A rule that changed is planned and watched anew: what holds already does not start it. */
export const beginAnew = (query: RunSql, ids: readonly string[]): Promise<unknown> =>
  query(
    sql`with gone as (delete from linkage.watch where linkage_id = any(${ids}::bigint[]))
      update linkage.rule set next_at = null, planned_at = null, watched_at = null where id = any(${ids}::bigint[])`,
  )

/** Whether one of the actions of a row commands a device of the class. */
const moves = (deviceClass: string): Sql => sql`exists (select from jsonb_array_elements(t.actions) a
  join devices.device d on d.id = (a->>'deviceId')::bigint where d.device_class = ${deviceClass})`
/**
 * Rules and runs belong to the class that triggers them and to the classes they command: bollards are moved by events of
 * terminals. Those that start at no device are shown with every class.
 */
const ofClass = (deviceClass: string): Sql =>
  sql`(t.device_class = ${deviceClass} or t.device_class is null or ${moves(deviceClass)})`

/** All of the given rules or none; a refusal names the rule that cannot be enabled. Returns their number. */
async function turn(ctx: Ctx, ids: readonly string[], state: 0 | 1): Promise<number> {
  const rows = await ctx.sql<{
    id: string
    name: string
    deviceClass: string | null
    triggerKind: number
    triggerEvent: string | null
    trigger: Params
    triggerDeviceIds: string[]
    conditions: Params[]
    actions: LinkageAction[]
  }>(
    sql`select id, name, device_class as "deviceClass", trigger_kind as "triggerKind", trigger_event as "triggerEvent",
        trigger, trigger_device_ids as "triggerDeviceIds", conditions, actions
      from linkage.rule where id = any(${ids}::bigint[]) and state <> ${state} order by id for update`,
  )
  for (const row of rows) {
    if (state === 1) await judgeRule(ctx, {}, row)
    await ctx.sql(sql`update linkage.rule set ${toState(linkage.fields.state.values, state === 1 ? 'on' : 'off')},
      rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${row.id}`)
    await ctx.audit({
      action: state === 1 ? 'turnOn' : 'turnOff',
      object: 'linkage',
      objectId: row.id,
      objectName: row.name,
      changes: { state: [1 - state, state] },
    })
  }
  await beginAnew(
    ctx.sql,
    rows.map(row => row.id),
  )
  return rows.length
}

export const linkageHalf = implement(linkage, {
  found: { deviceClass: ofClass },
  async compute(ctx, rows) {
    const why = await heldBackRules(ctx, rows)
    for (const row of rows) row.heldBack = why.get(row.id) ?? null
  },
  beforeWrite: judgeRule,
  async afterWrite(ctx, row) {
    await beginAnew(ctx.sql, [row.id])
  },
  async beforeRemove(ctx, row) {
    await ctx.sql(sql`delete from linkage.watch where linkage_id = ${row.id}`)
  },
  // Rules added meanwhile may form a circle with it, and its devices may have been removed.
  afterRestore: (ctx, row) => judgeRule(ctx, {}, row),
  actions: {
    turnOn: (ctx, { ids }) => turn(ctx, ids, 1),
    turnOff: (ctx, { ids }) => turn(ctx, ids, 0),
    /** Runs the rule's actions now, with a reason; the conditions say what they see, and need not hold. */
    async test(ctx, input) {
      const [rule] = await ctx.sql<Rule>(
        sql`select ${RULE_COLUMNS}, ${ctx.zone}::text as zone from linkage.rule l where l.id = ${input.id}`,
      )
      if (!rule) throw new Refusal('not_found')
      requirePoints(ctx.user, pointsOfRule(ctx.ports, rule))
      const cause: Cause = { event: 'test', fields: null, at: ctx.now.toISOString() }
      const checks = await checksOf(ctx.ports, ctx.sql, rule, cause, { all: true })
      const id = await beginRun(ctx.ports, ctx.sql, rule, cause, { checks, testedBy: ctx.user.userId })
      await ctx.audit({
        action: 'test',
        object: 'linkage',
        objectId: rule.id,
        objectName: rule.name,
        reason: input.reason,
      })
      return { id }
    },
  },
})
const answersWithPictures = ({ classes }: Ctx['ports'], identifier: string): boolean =>
  [...classes.values()].some(({ commands }) =>
    Object.values(commands[identifier]?.output ?? {}).some(field => field.kind === 'text' && field.picture),
  )

/** Reasons of failed actions and runs are shown in the reader's language. */
export const linkageRunHalf = implement(linkageRun, {
  found: { deviceClass: ofClass },
  async compute({ language, ports, sql: run }, rows) {
    const pictured = rows.flatMap(({ actions }) =>
      actions.flatMap(({ commandId, identifier }) =>
        commandId && answersWithPictures(ports, identifier) ? [commandId] : [],
      ),
    )
    const pictures = pictured.length ? await picturesOfCommands(run, pictured) : null
    for (const row of rows) {
      row.actions = row.actions.map(({ message, ...step }) => ({
        ...step,
        ...(step.commandId && pictures?.has(step.commandId)
          ? { pictures: pictures.get(step.commandId)!.map(({ file }) => file) }
          : {}),
        // Stored in both languages.
        ...(message ? { message: stepMessage(message as StepMessage, language) } : {}),
      }))
      row.reason = row.actions.find(({ state }) => state === 'failed')?.message ?? row.reason
    }
  },
})
