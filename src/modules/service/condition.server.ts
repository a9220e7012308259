/** The condition of a device for the technician, as far as they may read devices and events. */
import sql from 'sql-template-tag'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import type { Ctx } from '#server/ctx.ts'

const EVENTS = 20
const DEVICE = ['deviceBind', 'device', 'session']

export type Condition = {
  online: boolean
  lastSeenAt: string | null
  reason: string | null
  firmware: string | null
  /** Only for callers who may read events. */
  events?: { at: string; name: string; level: number }[]
}

/** Null when the caller may not read devices. */
export async function conditionOf(ctx: Ctx, deviceId: string): Promise<Condition | null> {
  if (!DEVICE.some(noun => mayRead(ctx.user, noun))) return null
  const [session] = await ctx.sql<{ online: boolean; last_seen_at: string | null; reason: string | null }>(
    sql`select online, last_seen_at, reason from devices.session where device_id = ${deviceId}`,
  )
  const [shadow] = await ctx.sql<{ firmware: string | null }>(
    sql`select vals ->> 'fwVersion' as firmware from devices.shadow where device_id = ${deviceId} and component = ''`,
  )
  return {
    online: session?.online ?? false,
    lastSeenAt: session?.last_seen_at ?? null,
    reason: session && !session.online ? session.reason : null,
    firmware: shadow?.firmware ?? null,
    ...(mayRead(ctx.user, 'deviceEvent') ? { events: await eventsOf(ctx, deviceId) } : {}),
  }
}

async function eventsOf(ctx: Ctx, deviceId: string): Promise<{ at: string; name: string; level: number }[]> {
  const events = await ctx.sql<{ at: string; name: string; level: number }>(
    sql`select "time" as at, name, level from devices.event
      where device_id = ${deviceId} and "time" > now() - interval '30 days' order by "time" desc limit ${EVENTS}`,
  )
  return events.map(event => ({ ...event, name: readBuiltIn(deviceEvent, 'name', event.name, ctx.language) }))
}
