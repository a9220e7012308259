/** Why: the whole story of a passage, an event or a command, in order: heard, decided, told, answered, linked, called back. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Text } from '#base/text.ts'
import { REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import type { Ctx } from '#server/ctx.ts'
import { judge } from '#modules/access/api.ts'
import { endpoint } from '#server/parts.ts'

export interface StoryStep {
  at: string
  kind: 'frame' | 'identity' | 'decision' | 'command' | 'reply' | 'linkage' | 'callback' | 'handled'
  title: Text
  note: Text | null
  tone: 'ok' | 'bad' | 'warn' | 'info'
  ms: number | null
  detail: unknown
}
export interface Story {
  verdict: Text
  tone: 'ok' | 'bad' | 'warn'
  subject: Record<string, unknown>
  steps: StoryStep[]
}

const ms = (from: string | null, to: string | null): number | null =>
  from && to ? Math.max(0, new Date(to).getTime() - new Date(from).getTime()) : null
const both = (text: string): Text => [text, text]

interface CommandRow {
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
  finished_at: string | null
  expires_at: string
  params: unknown
  data: unknown
  device_class: string
}

function commandSteps(ctx: Ctx, command: CommandRow): StoryStep[] {
  const label =
    ctx.ports.classes.get(command.device_class)?.commands[command.identifier]?.label ?? both(command.identifier)
  const who = command.user_name ?? '—'
  const steps: StoryStep[] = [
    {
      at: command.queued_at,
      kind: 'command',
      title: [`${label[0]}：${command.device_name}`, `${label[1]}: ${command.device_name}`],
      note: [
        `${who}${command.reason ? ` · 原因 ${command.reason}` : ''}`,
        `${who}${command.reason ? ` · reason ${command.reason}` : ''}`,
      ],
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
      note: command.message ? both(command.message) : null,
      tone: command.state === 4 ? 'bad' : 'ok',
      ms: ms(command.acked_at, command.finished_at),
      detail: { code: command.code, data: command.data },
    })
  if (command.finished_at && command.state === 3 && command.finished_at !== command.acked_at)
    steps.push({
      at: command.finished_at,
      kind: 'reply',
      title: ['动作完成', 'Done'],
      note: null,
      tone: 'ok',
      ms: null,
      detail: null,
    })
  if (command.state === 5)
    steps.push({
      at: command.finished_at!,
      kind: 'reply',
      title: ['超时', 'Timed out'],
      note: command.message ? both(command.message) : null,
      tone: 'bad',
      ms: null,
      detail: null,
    })
  return steps
}

const COMMAND = sql`select c.*, d.name as device_name from devices.command c join devices.device d on d.id = c.device_id`

async function consequences(ctx: Ctx, factId: string): Promise<StoryStep[]> {
  const runs = await ctx.sql<{
    id: string
    linkage_name: string
    at: string
    state: number
    reason: string | null
    finished_at: string | null
    actions: { deviceName: string; identifier: string; state: string; message?: string }[]
  }>(sql`select * from devices.linkage_run where fact_id = ${factId} order by id`)
  const steps: StoryStep[] = []
  for (const run of runs) {
    const done = run.actions
      .map(
        action =>
          `${action.deviceName} ${action.identifier} ${action.state === 'done' ? '成功' : action.state === 'failed' ? `失败${action.message ? `：${action.message}` : ''}` : '执行中'}`,
      )
      .join(' · ')
    steps.push({
      at: run.at,
      kind: 'linkage',
      title: [`联动「${run.linkage_name}」`, `Linkage "${run.linkage_name}"`],
      note: both(done),
      tone: run.state === 1 ? 'ok' : run.state === 2 ? 'bad' : 'info',
      ms: ms(run.at, run.finished_at),
      detail: { actions: run.actions, runId: run.id },
    })
    const commands = await ctx.sql<CommandRow>(
      sql`${COMMAND} where c.origin = 'linkage' and c.origin_id = ${run.id} order by c.id`,
    )
    for (const command of commands) steps.push(...commandSteps(ctx, command))
  }
  const deliveries = await ctx.sql<{
    created_at: string
    finished_at: string | null
    state: number
    tries: number
    response_status: number | null
    error: string | null
    name: string
    url: string
    attempts: unknown
    cost_ms: number | null
  }>(
    sql`select d.*, c.name, c.url from applications.delivery d join applications.callback c on c.id = d.callback_id where d.fact_id = ${factId} order by d.id`,
  )
  if (deliveries.length)
    steps.push({
      at: deliveries[0]!.created_at,
      kind: 'callback',
      title: [`回调 ${deliveries.length} 个地址`, `Called back ${deliveries.length} addresses`],
      note: null,
      tone: deliveries.every(entry => entry.state === 2)
        ? 'ok'
        : deliveries.some(entry => entry.state === 3)
          ? 'bad'
          : 'warn',
      ms: Math.max(...deliveries.map(entry => ms(entry.created_at, entry.finished_at) ?? 0)),
      detail: deliveries.map(entry => ({
        name: entry.name,
        url: entry.url,
        state: entry.state,
        tries: entry.tries,
        status: entry.response_status,
        error: entry.error,
        ms: ms(entry.created_at, entry.finished_at),
        attempts: entry.attempts,
      })),
    })
  const [handled] = await ctx.sql<{
    updated_at: string
    handler_name: string | null
    remark: string | null
    state: number
  }>(sql`select * from devices.work_item where fact_id = ${factId}`)
  if (handled)
    steps.push({
      at: handled.updated_at,
      kind: 'handled',
      title: handled.state === 3 ? ['标为误报', 'Marked as a false alarm'] : ['已处理', 'Handled'],
      note: both([handled.handler_name, handled.remark].filter(Boolean).join(' · ')),
      tone: 'ok',
      ms: null,
      detail: null,
    })
  return steps
}

async function heard(
  ctx: Ctx,
  factId: string,
  receivedAt: string,
  statedAt: string,
  clockOff: boolean,
  params: unknown,
): Promise<StoryStep> {
  const [frame] = await ctx.ports.db.query<{ bytes: number; kind: number; identifier: string }>(
    { role: 'engine' },
    sql`select bytes, kind, identifier from devices.frame where fact_id = ${factId} limit 1`,
  )
  const late = ms(statedAt, receivedAt) ?? 0
  const note: Text = clockOff
    ? ['设备时钟超前，按服务器时间记录', "The device's clock is ahead; our time was taken"]
    : late > 60_000
      ? [
          `设备时间早 ${Math.round(late / 1000)} 秒：离线补传`,
          `Stated ${Math.round(late / 1000)} s earlier: sent later`,
        ]
      : [
          `MQTT · ${frame?.bytes ?? 0} B · 存储后应答`,
          `MQTT · ${frame?.bytes ?? 0} B · acknowledged after it was stored`,
        ]
  return {
    at: receivedAt,
    kind: 'frame',
    title: ['收到设备消息', 'Heard the device'],
    note,
    tone: clockOff ? 'warn' : 'info',
    ms: null,
    detail: frame ? { identifier: frame.identifier, content: params } : null,
  }
}

interface Decision {
  allow: boolean
  reason: string | null
  steps: { rule: string; label: Text; verdict: string; text: Text }[]
  tookMs: number
}

async function ofPassage(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<{
    id: string
    person_id: string | null
    person_name: string | null
    portrait_file: string | null
    org_name: string | null
    device_id: string
    device_name: string
    device_class: string
    component: string
    result: number
    reason: string | null
    score: number | null
    method: number
    direction: number | null
    photo_file: string | null
    time: string
    at: string
    received_at: string
    clock_off: boolean
    offline: boolean
    decision: Decision | null
    identifier: string
    card_no: string | null
    app_id: string | null
    params: Record<string, unknown>
  }>(sql`
    select p.*, pe.portrait_file, o.name as org_name from access.passage p left join people.person pe on pe.id = p.person_id left join people.organization o on o.id = pe.org_id where p.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const name: Text = row.person_name ? both(row.person_name) : ['未登记人员', 'Unknown person']
  const reason: Text = row.reason
    ? (REFUSAL_REASONS[row.reason] ?? both(row.reason))
    : ['原因未说明', 'no reason given']
  const ask = ctx.ports.classes.get(row.device_class)?.events[row.identifier]?.ask !== undefined
  const steps: StoryStep[] = [await heard(ctx, id, row.received_at, row.time, row.clock_off, row.params)]
  if (row.person_name || row.score !== null)
    steps.push({
      at: row.received_at,
      kind: 'identity',
      title: [`认出 ${name[0]}`, `Recognised ${name[1]}`],
      note: [
        [row.score !== null ? `相似度 ${row.score}` : null, row.card_no ? `卡号 ${row.card_no}` : null]
          .filter(Boolean)
          .join(' · '),
        [row.score !== null ? `score ${row.score}` : null, row.card_no ? `card ${row.card_no}` : null]
          .filter(Boolean)
          .join(' · '),
      ],
      tone: 'info',
      ms: null,
      detail: null,
    })
  const now = row.decision === null && row.app_id !== null
  const decision =
    row.decision ??
    (row.app_id === null
      ? null
      : ((
          await judge(ctx.ports, {
            deviceId: row.device_id,
            appId: row.app_id,
            component: row.component,
            params: row.params,
            at: row.time,
          })
        ).decision as Decision))
  if (decision) {
    const refusedAt = decision.steps.findIndex(step => step.verdict === 'refuse')
    const agrees = decision.allow === (row.result === 1)
    const who: Text = ask
      ? ['平台裁决', 'Decided by the platform']
      : now
        ? ['设备自行裁决；按现在的规则', 'Decided by the device; by the rules of now']
        : ['设备自行裁决；平台规则', 'Decided by the device; our rules']
    steps.push({
      at: row.received_at,
      kind: 'decision',
      tone: decision.allow ? 'ok' : 'bad',
      ms: decision.tookMs,
      title:
        refusedAt < 0
          ? [`${who[0]}：${decision.steps.length} 条全部通过`, `${who[1]}: all ${decision.steps.length} pass`]
          : [
              `${who[0]}：${decision.steps.length} 条规则，第 ${refusedAt + 1} 条拒绝`,
              `${who[1]}: rule ${refusedAt + 1} of ${decision.steps.length} refuses`,
            ],
      note: agrees
        ? null
        : ['与设备的结果不一致，请核对设备', "It differs from the device's result; compare the device"],
      detail: decision.steps,
    })
  }
  if (ask)
    steps.push({
      at: row.received_at,
      kind: 'reply',
      title:
        row.result === 1
          ? ['答复设备：放行', 'Told the device: let pass']
          : ['答复设备：不开门', 'Told the device: stay closed'],
      note: row.result === 1 ? null : reason,
      tone: row.result === 1 ? 'ok' : 'bad',
      ms: null,
      detail: null,
    })
  steps.push(...(await consequences(ctx, id)))
  return {
    verdict:
      row.result === 1
        ? [`已放行：${name[0]}`, `Passed: ${name[1]}`]
        : [`没开门：${reason[0]}`, `Not opened: ${reason[1]}`],
    tone: row.result === 1 ? 'ok' : 'bad',
    subject: {
      kind: 'passage',
      id,
      personId: row.person_id,
      personName: row.person_name,
      orgName: row.org_name,
      portraitFile: row.portrait_file,
      photoFile: row.photo_file,
      score: row.score,
      deviceId: row.device_id,
      deviceName: row.device_name,
      deviceClass: row.device_class,
      component: row.component,
      method: row.method,
      direction: row.direction,
      time: row.time,
      reason: row.reason,
      result: row.result,
      tookMs: ms(row.time, row.received_at),
    },
    steps,
  }
}

async function ofEvent(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<{
    id: string
    name: string
    level: number
    device_id: string
    device_name: string
    device_class: string
    component: string
    params: unknown
    time: string
    received_at: string
    clock_off: boolean
  }>(sql`select * from devices.event where id = ${id}`)
  if (!row) throw new Refusal('not_found')
  return {
    verdict: [
      `${row.device_name}：${row.name}`,
      `${row.device_name}: ${ctx.ports.classes.get(row.device_class)?.events[(row as { identifier?: string }).identifier ?? '']?.label[1] ?? row.name}`,
    ],
    tone: row.level === 0 ? 'ok' : row.level === 1 ? 'warn' : 'bad',
    subject: {
      kind: 'event',
      id,
      deviceId: row.device_id,
      deviceName: row.device_name,
      deviceClass: row.device_class,
      component: row.component,
      params: row.params,
      time: row.time,
      level: row.level,
    },
    steps: [
      await heard(ctx, id, row.received_at, row.time, row.clock_off, row.params),
      ...(await consequences(ctx, id)),
    ],
  }
}

async function ofCommand(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<CommandRow>(sql`${COMMAND} where c.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const label = ctx.ports.classes.get(row.device_class)?.commands[row.identifier]?.label ?? both(row.identifier)
  const ends: Record<number, Text> = {
    3: ['完成', 'done'],
    4: ['失败', 'failed'],
    5: ['超时', 'timed out'],
    6: ['已取消', 'cancelled'],
  }
  const end = ends[row.state] ?? (['进行中', 'under way'] as const)
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
      tookMs: ms(row.queued_at, row.finished_at),
    },
    steps: commandSteps(ctx, row),
  }
}

export const story = endpoint({
  method: 'GET',
  path: '/api/insight/story',
  access: 'login',
  scope: 'application',
  summary: 'The story of a passage, event or command: kind=passage|event|command, id',
  async run(ctx, input) {
    const kind = String(input.kind)
    const point = { passage: 'passRecord:list', event: 'deviceEvent:list', command: 'command:list' }[kind]
    if (!point || !isId(input.id)) throw new Refusal('invalid')
    if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden')
    const told = await (kind === 'passage' ? ofPassage : kind === 'event' ? ofEvent : ofCommand)(ctx, String(input.id))
    return { ...told, steps: told.steps.sort((a, b) => a.at.localeCompare(b.at)) }
  },
})
