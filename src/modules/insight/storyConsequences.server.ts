/** The consequences of a fact: linkage and its commands, callbacks, and its handling by people. */
import { counted } from '#base/counted.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { stepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { actionWords, type RunAction } from '#modules/linkage/actionWords.rules.ts'
import { attemptsIn, errorIn } from '#modules/callbacks/api.ts'
import { bothWords } from '#server/crud/builtIn.ts'
import { COMMAND, commandSteps, type CommandRow } from './storyCommand.server.ts'
import type { StoryStep } from './storyStep.ts'
import { ms } from './storySteps.server.ts'

/** The consequences that the caller may read: each part requires the permissions of its own noun. */
export async function consequences(ctx: Ctx, factId: string): Promise<StoryStep[]> {
  return [...(await linked(ctx, factId)), ...(await calledBack(ctx, factId)), ...(await handled(ctx, factId))]
}

/** The runs that the fact started, and those that its alarm started: a rule waits for alarms as a whole. */
async function linked(ctx: Ctx, factId: string): Promise<StoryStep[]> {
  if (!mayRead(ctx.user, 'linkageRun')) return []
  const runs = await ctx.sql<{
    id: string
    linkage_name: string
    by_alarm: boolean
    at: string
    state: number
    reason: string | null
    finished_at: string | null
    actions: RunAction[]
  }>(
    sql`select id, linkage_name, fact_id <> ${factId} as by_alarm, at, state, reason, finished_at, actions
      from linkage.run where fact_id = ${factId}
        or fact_id = (select alarm_id from devices.alarm_event where fact_id = ${factId}) order by id`,
  )
  const steps: StoryStep[] = []
  for (const run of runs) {
    const done = (at: 0 | 1): string => run.actions.map(action => actionWords(ctx.ports, action)[at]).join(' · ')
    steps.push({
      at: run.at,
      kind: 'linkage',
      title: run.by_alarm
        ? [`告警触发联动「${run.linkage_name}」`, `Linkage "${run.linkage_name}", started by the alarm`]
        : [`联动「${run.linkage_name}」`, `Linkage "${run.linkage_name}"`],
      note: [done(0), done(1)],
      tone: run.state === 1 ? 'ok' : run.state === 2 ? 'bad' : 'info',
      ms: ms(run.at, run.finished_at),
      detail: {
        actions: run.actions.map(({ message, ...action }) => ({
          ...action,
          ...(message ? { message: stepMessage(message, ctx.language) } : {}),
        })),
        runId: run.id,
      },
    })
    if (!mayRead(ctx.user, 'command')) continue
    const commands = await ctx.sql<CommandRow>(
      sql`${COMMAND} where c.origin = 'linkage' and c.origin_id = ${run.id} order by c.id`,
    )
    for (const command of commands) steps.push(...commandSteps(ctx, command))
  }
  return steps
}

async function calledBack(ctx: Ctx, factId: string): Promise<StoryStep[]> {
  if (!mayRead(ctx.user, 'delivery')) return []
  const deliveries = await ctx.sql<{
    created_at: string
    finished_at: string | null
    state: number
    tries: number
    response_status: number | null
    error: string | null
    name: string
    url: string
    attempts: Parameters<typeof attemptsIn>[0]
    cost_ms: number | null
  }>(
    sql`select d.created_at, d.finished_at, d.state, d.tries, d.response_status, d.error, d.attempts, d.cost_ms, c.name,
        c.url from callbacks.delivery d join callbacks.callback c on c.id = d.callback_id
      where d.fact_id = ${factId} order by d.id`,
  )
  if (!deliveries.length) return []
  const addresses = mayRead(ctx.user, 'callback')
  return [
    {
      at: deliveries[0]!.created_at,
      kind: 'callback',
      title: [`回调 ${deliveries.length} 个地址`, `Called back ${counted(deliveries.length, 'address', 'addresses')}`],
      note: null,
      tone: deliveries.every(entry => entry.state === 2)
        ? 'ok'
        : deliveries.some(entry => entry.state === 3)
          ? 'bad'
          : 'warn',
      ms: Math.max(...deliveries.map(entry => ms(entry.created_at, entry.finished_at) ?? 0)),
      detail: deliveries.map(entry => ({
        name: entry.name,
        url: addresses ? entry.url : null,
        state: entry.state,
        tries: entry.tries,
        status: entry.response_status,
        error: errorIn(entry.error, ctx.language),
        ms: ms(entry.created_at, entry.finished_at),
        attempts: attemptsIn(entry.attempts, ctx.language),
      })),
    },
  ]
}

async function handled(ctx: Ctx, factId: string): Promise<StoryStep[]> {
  if (!mayRead(ctx.user, 'deviceEvent')) return []
  const [item] = await ctx.sql<{
    updated_at: string
    handler_name: string | null
    remark: string | null
    state: number
  }>(sql`select updated_at, handler_name, remark, state from devices.work_item where fact_id = ${factId}`)
  if (!item) return []
  const handler = item.handler_name ? bothWords(deviceEvent, 'handler', item.handler_name) : null
  const handledBy = (at: 0 | 1): string => [handler?.[at], item.remark].filter(Boolean).join(' · ')
  return [
    {
      at: item.updated_at,
      kind: 'handled',
      title: item.state === 3 ? ['标为误报', 'Marked as a false alarm'] : ['已处理', 'Handled'],
      note: [handledBy(0), handledBy(1)],
      tone: 'ok',
      ms: null,
      detail: null,
    },
  ]
}
