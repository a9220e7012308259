/** The story of a command: requested by whom and why, sent, confirmed, done. */
import { TOO_LATE } from '#base/outcomeTexts.ts'
import sql from 'sql-template-tag'
import { picturesOfCommands } from '#modules/devices/api.ts'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { command as commands } from '#modules/devices/command/command.noun.ts'
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

const [DONE, FAILED, TIMED_OUT] = [3, 4, 5]

const labelOf = (ctx: Ctx, { device_class, identifier }: CommandRow): Text =>
  identifier === SET_PROPERTIES
    ? SET_LABEL
    : (ctx.ports.classes.get(device_class)?.commands[identifier]?.label ?? both(identifier))

const step = (at: string, title: Text, more: Partial<StoryStep>): StoryStep => ({
  at,
  kind: 'reply',
  title,
  note: null,
  tone: 'ok',
  ms: null,
  detail: null,
  ...more,
})

export function commandSteps(ctx: Ctx, row: CommandRow): StoryStep[] {
  const command = shownCommand(ctx.ports.classes.get(row.device_class), row.identifier, row)
  const note = command.message ? bothWords(commands, 'message', command.message) : null
  return [
    queuedStep(labelOf(ctx, command), command),
    command.sent_at &&
      step(command.sent_at, ['已发送到设备', 'Sent to the device'], {
        kind: 'command',
        tone: 'info',
        ms: ms(command.sent_at, command.acked_at ?? command.finished_at),
      }),
    answeredStep(command, note),
    provenStep(command),
    doneStep(command),
    command.state === TIMED_OUT && step(command.finished_at!, TOO_LATE, { tone: 'bad', note }),
  ].filter(one => one !== false && one !== null && one !== '')
}

function queuedStep(label: Text, command: CommandRow): StoryStep {
  const who = bothWords(commands, 'userName', command.user_name ?? '—')
  const reason = command.reason ? bothWords(commands, 'reason', command.reason) : null
  return step(command.queued_at, [`${label[0]}：${command.device_name}`, `${label[1]}: ${command.device_name}`], {
    kind: 'command',
    note: [`${who[0]}${reason ? ` · 原因 ${reason[0]}` : ''}`, `${who[1]}${reason ? ` · reason ${reason[1]}` : ''}`],
    tone: 'info',
    ms: ms(command.queued_at, command.sent_at),
    detail: { params: command.params, component: command.component, commandId: command.id },
  })
}

const withCode = (words: string | undefined, name: string, code: number): string =>
  [words, `${name} ${code}`].filter(Boolean).join(' · ')

function answeredStep({ acked_at, finished_at, state, code, data }: CommandRow, note: Text | null): StoryStep | null {
  if (!acked_at) return null
  const failed = state === FAILED
  return step(acked_at, failed ? ['设备拒绝', 'The device refused'] : ['设备确认', 'The device confirmed'], {
    note: failed && code ? [withCode(note?.[0], '代码', code), withCode(note?.[1], 'code', code)] : note,
    tone: failed ? 'bad' : 'ok',
    ms: ms(acked_at, finished_at),
    detail: { code, data },
  })
}

function provenStep({ proven_at, state }: CommandRow): StoryStep | null {
  if (!proven_at || state === DONE) return null
  const failed = state === FAILED
  return step(proven_at, ['设备上报了对应状态', 'The device reported the state of it'], {
    note: failed ? ['设备的应答是失败，以应答为准', 'Its answer was a failure, and that counts'] : null,
    tone: failed ? 'warn' : 'ok',
  })
}

function doneStep({ acked_at, finished_at, state }: CommandRow): StoryStep | null {
  if (!finished_at || state !== DONE || finished_at === acked_at) return null
  return step(finished_at, ['动作完成', 'Done'], {
    note: acked_at
      ? null
      : ['设备没有应答，由上报的状态证明', 'The device gave no answer; the state that it reported proves it'],
  })
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
    [DONE]: ['完成', 'done'],
    [FAILED]: ['失败', 'failed'],
    [TIMED_OUT]: ['超时', 'timed out'],
    6: ['已取消', 'cancelled'],
  }
  const end = ends[row.state] ?? (['进行中', 'under way'] as const)
  const why = row.state !== DONE && row.message ? bothWords(commands, 'message', row.message) : null
  const steps = commandSteps(ctx, row)
  return {
    verdict: [`${label[0]}${end[0]}${why ? `：${why[0]}` : ''}`, `${label[1]}: ${end[1]}${why ? ` – ${why[1]}` : ''}`],
    tone: row.state === DONE ? 'ok' : row.state === FAILED || row.state === TIMED_OUT ? 'bad' : 'warn',
    subject: {
      kind: 'command',
      id,
      deviceId: row.device_id,
      deviceName: row.device_name,
      deviceClass: row.device_class,
      component: row.component,
      pictures: (await picturesOfCommands(ctx.sql, [id])).get(id) ?? [],
      time: row.queued_at,
      tookMs: row.finished_at ? spanOf(steps) : null,
    },
    steps,
  }
}
