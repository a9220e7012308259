/** One command, or one set of properties, for several devices: checked for each as if it were given to that device alone. */
import type { Params } from '#model/row.ts'
import { CHOOSE_REASON, NOT_SUPPORTED } from '#base/deviceTexts.ts'
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { readWords } from '#model/readWords.ts'
import type { Text } from '#base/text.ts'
import type { Outcome } from '#server/parts.ts'
import { deviceBind } from '../stock/deviceBind.noun.ts'
import {
  commanded,
  judgeCommand,
  screenTexts,
  writeCommand,
  type Commanded,
  type CommandRequest,
  type Judged,
} from './command.server.ts'
import { commandWords, SET_PROPERTIES } from './commandWords.rules.ts'
import { judgeSet } from './setProperties.server.ts'

const ENGINE = { role: 'engine' } as const
/** `door:*`: every part of that kind on the device. */
const EVERY = '*'

interface Given {
  ids: readonly string[]
  identifier: string
  /** The key of the part; '' is the device itself, `door:*` each part of the kind. */
  component: string
  params: Params
  reason: string | null
  /** For properties: when a state ends that lets everybody pass. */
  until?: string | null
}

/** Writes the commands in the caller's transaction and returns their number. Refuses whatever a single device would refuse. */
export async function commandMany(ctx: Ctx, given: Given): Promise<number> {
  const point = given.identifier === SET_PROPERTIES ? 'command:setProperties' : 'command:send'
  if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden', { point })
  let written = 0
  for (const id of given.ids)
    for (const component of await partsOf(ctx, id, given.component)) {
      await giveOne(ctx, id, component, given)
      written += 1
    }
  return written
}

async function partsOf(ctx: Ctx, id: string, component: string): Promise<readonly string[]> {
  const [kind, no] = component.split(':')
  if (no !== EVERY) return [component]
  const rows = await ctx.sql<{ key: string }>(
    sql`select kind || ':' || no as key from devices.component where device_id = ${id} and kind = ${kind} order by no`,
  )
  if (!rows.length)
    throw invalidFields([{ field: 'component', text: ['设备没有这种部件', 'The device has no such part'] }])
  return rows.map(({ key }) => key)
}

async function giveOne(
  ctx: Ctx,
  id: string,
  component: string,
  { identifier, params, reason, until }: Given,
): Promise<void> {
  const device = await commanded(ctx.sql, id, component, { within: sql` and d.app_id = ${ctx.appId}` })
  const request: CommandRequest = {
    deviceId: device.id,
    ...{ identifier, params, component, reason },
    until: until ?? null,
    origin: 'console',
    originId: ctx.jobId ?? null,
    userId: ctx.user.userId,
    userName: ctx.user.nickname,
  }
  const judged =
    identifier === SET_PROPERTIES
      ? judgeSet(ctx.ports, device, request)
      : judgeGiven(ctx, device, request.identifier, reason, () => judgeCommand(ctx.ports, device, request))
  const spec = ctx.ports.classes.get(device.device_class)?.commands[identifier]
  // By the engine: accounts limited to places do not read the words of the application.
  await screenTexts(ctx.ports, text => ctx.ports.db.query(ENGINE, text), device.app_id, spec, judged.params)
  const commandId = await writeCommand(ctx.ports, ctx.sql, request, device, judged)
  await ctx.audit({
    action: identifier,
    ...{ object: deviceBind.key, objectId: device.id, objectName: device.name },
    changes: { commandId, component: judged.component, params: judged.params },
    reason,
  })
}

/** The answers of devices to the commands of a bulk job; a device of which one part failed counts as failed, with that part's message. */
export async function outcomeOf(ctx: Ctx, jobId: string): Promise<Outcome> {
  const rows = await ctx.sql<{ id: string; open: number; message: string | null; failed: boolean }>(
    sql`select device_id as id, count(*) filter (where state in (0, 1, 2))::int as open, bool_or(state > 3) as failed,
        (array_agg(message order by state, id) filter (where state > 3))[1] as message
      from devices.command where origin = 'console' and origin_id = ${jobId} group by device_id`,
  )
  return {
    open: rows.filter(row => row.open > 0).length,
    failed: rows
      .filter(row => row.failed)
      .map(({ id, message }) => ({
        id,
        text: message ? [message, readWords(commandWords, message, 'en')] : NO_REASON_GIVEN,
      })),
  }
}
const NO_REASON_GIVEN: Text = ['设备没有说明原因', 'The device gave no reason']

/** A person cannot give commands of the sync engine, and must give a reason to open or move something. */
function judgeGiven(
  ctx: Ctx,
  device: Commanded,
  identifier: string,
  reason: string | null,
  judge: () => Judged,
): Judged {
  const spec = ctx.ports.classes.get(device.device_class)?.commands[identifier]
  if (!spec || spec.lane === 'work') throw new Refusal('invalid', { text: NOT_SUPPORTED })
  if (spec.risk !== 'none' && !reason) throw invalidFields([{ field: 'reason', text: CHOOSE_REASON }])
  return judge()
}
