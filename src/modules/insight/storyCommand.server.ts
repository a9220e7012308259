/** The story of a command: asked by whom and why, sent, confirmed, done. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { command as commands } from '#modules/devices/stock/deviceBind.noun.ts'
import { shownCommand } from '#modules/devices/command/shownCommand.rules.ts'
import { SET_LABEL, SET_PROPERTIES } from '#modules/devices/command/commandWords.rules.ts'
import { bothWords } from '#server/crud/builtIn.ts'
import type { Ctx } from '#server/ctx.ts'
import { spanOf, type StoryStep } from './storyStep.ts'
import { both, ms, type Story } from './storySteps.server.ts'

export interface CommandRow {
  id: string
  device_id: string
  device_name: string
  identifier: string
  component: string
  reason: string | null
  user_name: string | null
  origin: string
  state: number
  code: number | null
  message: string | null
  queued_at: string
  sent_at: string | null
  acked_at: string | null
  proven_at: string | null
  finished_at: string | null
  expires_at: string
  params: unknown
  data: unknown
  device_class: string
}

const labelOf = (ctx: Ctx, { device_class, identifier }: CommandRow): Text =>
  identifier === SET_PROPERTIES
    ? SET_LABEL
    : (ctx.ports.classes.get(device_class)?.commands[identifier]?.label ?? both(identifier))

export function commandSteps(ctx: Ctx, row: CommandRow): StoryStep[] {
  const command = shownCommand(ctx.ports.classes.get(row.device_class), row.identifier, row)
  const label = labelOf(ctx, command)
  const who = bothWords(commands, 'userName', command.user_name ?? '—')
  const reason = command.reason ? bothWords(commands, 'reason', command.reason) : null
  const said = command.message ? bothWords(commands, 'message', command.message) : null
  const steps: StoryStep[] = [
    {
      at: command.queued_at,
      kind: 'command',
      title: [`${label[0]}：${command.device_name}`, `${label[1]}: ${command.device_name}`],
      note: [`${who[0]}${reason ? ` · 原因 ${reason[0]}` : ''}`, `${who[1]}${reason ? ` · reason ${reason[1]}` : ''}`],
      tone: 'info',
      ms: ms(command.queued_at, command.sent_at),
      detail: { params: command.params, component: command.component, commandId: command.id },
    },
  ]
  if (command.sent_at)
    steps.push({
      at: command.sent_at,
      kind: 'command',
      title: ['已发送到设备', 'Sent to the device'],
      note: null,
      tone: 'info',
      ms: ms(command.sent_at, command.acked_at ?? command.finished_at),
      detail: null,
    })
  if (command.acked_at)
    steps.push({
      at: command.acked_at,
      kind: 'reply',
      title: command.state === 4 ? ['设备拒绝', 'The device refused'] : ['设备确认', 'The device confirmed'],
      note: said,
      tone: command.state === 4 ? 'bad' : 'ok',
      ms: ms(command.acked_at, command.finished_at),
      detail: { code: command.code, data: command.data },
    })
  if (command.proven_at && command.state !== 3)
    steps.push({
      at: command.proven_at,
      kind: 'reply',
      title: ['设备上报了对应状态', 'The device reported the state of it'],
      note: command.state === 4 ? ['设备的应答是失败，以应答为准', 'Its answer was a failure, and that counts'] : null,
      tone: command.state === 4 ? 'warn' : 'ok',
      ms: null,
      detail: null,
    })
  if (command.finished_at && command.state === 3 && command.finished_at !== command.acked_at)
    steps.push({
      at: command.finished_at,
      kind: 'reply',
      title: ['动作完成', 'Done'],
      note: command.acked_at
        ? null
        : ['设备没有应答，由上报的状态证明', 'The device gave no answer; the state that it reported proves it'],
      tone: 'ok',
      ms: null,
      detail: null,
    })
  if (command.state === 5)
    steps.push({
      at: command.finished_at!,
      kind: 'reply',
      title: ['超时', 'Timed out'],
      note: said,
      tone: 'bad',
      ms: null,
      detail: null,
    })
  return steps
}

export const COMMAND = sql`select c.id, c.device_id, c.identifier, c.component, c.reason, c.user_name, c.origin, c.state,
  c.code, c.message, c.queued_at, c.sent_at, c.acked_at, c.proven_at, c.finished_at, c.expires_at,
  c.params, c.data, c.device_class, d.name as device_name
  from devices.command c join devices.device d on d.id = c.device_id`

export async function storyOfCommand(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<CommandRow>(sql`${COMMAND} where c.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const label = labelOf(ctx, row)
  const ends: Record<number, Text> = {
    3: ['完成', 'done'],
    4: ['失败', 'failed'],
    5: ['超时', 'timed out'],
    6: ['已取消', 'cancelled'],
  }
  const end = ends[row.state] ?? (['进行中', 'under way'] as const)
  const steps = commandSteps(ctx, row)
  return {
    verdict: [`${label[0]} ${end[0]}`, `${label[1]}: ${end[1]}`],
    tone: row.state === 3 ? 'ok' : row.state === 4 || row.state === 5 ? 'bad' : 'warn',
    subject: {
      kind: 'command',
      id,
      deviceId: row.device_id,
      deviceName: row.device_name,
      deviceClass: row.device_class,
      component: row.component,
      time: row.queued_at,
      tookMs: row.finished_at ? spanOf(steps) : null,
    },
    steps,
  }
}
