/** The story of a capture: what was seen, its receipt and its consequences. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { picturesOfCaptures } from '#modules/devices/api.ts'
import type { Params } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { consequences } from './storyConsequences.server.ts'
import { receivedStep, type Story } from './storySteps.server.ts'

export async function storyOfCapture(ctx: Ctx, id: string): Promise<Story> {
  const [row] = await ctx.sql<{
    id: string
    name: string
    identifier: string
    level: number
    device_id: string
    device_name: string
    device_class: string
    component: string
    plate: string | null
    params: Params
    photo_file: string | null
    time: string
    at: string
    received_at: string
    clock_off: boolean
  }>(sql`select id, name, identifier, level, device_id, device_name, device_class, component, plate,
    params - 'photo' - 'scene' as params, photo_file, time, at, received_at, clock_off
    from devices.capture where id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const label = ctx.ports.classes.get(row.device_class)?.events[row.identifier]?.label ?? [row.name, row.name]
  const of = row.plate ? ` ${row.plate}` : ''
  const apart = ((await picturesOfCaptures(ctx.sql, [id])).get(id) ?? []).filter(({ file }) => file !== row.photo_file)
  return {
    verdict: [`${row.device_name}：${label[0]}${of}`, `${row.device_name}: ${label[1]}${of}`],
    tone: 'ok',
    subject: {
      ...{ kind: 'capture', id, deviceId: row.device_id, deviceName: row.device_name },
      ...{ deviceClass: row.device_class, component: row.component, identifier: row.identifier, params: row.params },
      pictures: [...(row.photo_file ? [{ name: 'photo', file: row.photo_file }] : []), ...apart],
      ...{ time: row.time, level: row.level },
    },
    steps: [await receivedStep(ctx, row), ...(await consequences(ctx, id))],
  }
}
