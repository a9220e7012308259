/** The story of a device's event: its receipt and its consequences. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { isEnd } from '#modules/devices/facts/endEvent.rules.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { bothWords } from '#server/crud/builtIn.ts'
import { picturesOfEvents } from '#modules/devices/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { consequences } from './storyConsequences.server.ts'
import { receivedStep, type Story } from './storySteps.server.ts'

export async function storyOfEvent(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<{
    id: string
    name: string
    identifier: string
    level: number
    device_id: string
    device_name: string
    device_class: string
    component: string
    params: unknown
    time: string
    at: string
    received_at: string
    clock_off: boolean
  }>(sql`select id, name, identifier, level, device_id, device_name, device_class, component, params, time, at,
    received_at, clock_off from devices.event where id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const over = isEnd(row.params)
  return {
    verdict: [
      `${row.device_name}：${row.name}${over ? '，已恢复' : ''}`,
      `${row.device_name}: ${ctx.ports.classes.get(row.device_class)?.events[row.identifier]?.label[1] ?? bothWords(deviceEvent, 'name', row.name)[1]}${over ? ', ended' : ''}`,
    ],
    tone: row.level === 0 || over ? 'ok' : row.level === 1 ? 'warn' : 'bad',
    subject: {
      kind: 'event',
      id,
      deviceId: row.device_id,
      deviceName: row.device_name,
      deviceClass: row.device_class,
      component: row.component,
      identifier: row.identifier,
      params: row.params,
      pictures: (await picturesOfEvents(ctx.sql, [id])).get(id) ?? [],
      time: row.time,
      level: row.level,
    },
    steps: [await receivedStep(ctx, row), ...(await consequences(ctx, id))],
  }
}
