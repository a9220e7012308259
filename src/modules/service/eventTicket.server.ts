/** Tickets made of events: who may make one, and the ticket that an event has. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Ctx } from '#server/ctx.ts'
import { checkApp } from '#server/http/scope.ts'
import { contributes } from '#server/parts.ts'

/** Not closed. */
const OPEN = sql`state <> 9`

/** Refuses an event that the caller may not read, one of another device, and one that has a ticket already. */
export async function checkEvent(ctx: Ctx, eventId: string, deviceId: string): Promise<void> {
  if (!mayRead(ctx.user, deviceEvent.key)) throw new Refusal('forbidden', { point: `${deviceEvent.key}:list` })
  if (!isId(eventId)) throw new Refusal('invalid')
  const [event] = await ctx.sql<{ app_id: string | null }>(
    sql`select app_id from devices.event where id = ${eventId} and device_id = ${deviceId}`,
  )
  if (!event?.app_id) throw new Refusal('not_found', { text: ['该设备没有此事件', 'The device has no such event'] })
  await checkApp(ctx.ports, ctx.user, event.app_id)
  const [made] = await ctx.sql<{ no: string }>(
    sql`select report_no as no from service.ticket where event_id = ${eventId} and ${OPEN} limit 1`,
  )
  if (made)
    throw new Refusal('conflict', {
      text: [`该事件已生成工单${made.no}`, `Ticket ${made.no} was made of this event already`],
    })
}

/** The names of the events of tickets, in the reader's language; none for readers who may not read events. */
export async function eventNames(
  ctx: Ctx,
  tickets: readonly { eventId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = tickets.flatMap(({ eventId }) => eventId ?? [])
  if (!ids.length || !mayRead(ctx.user, deviceEvent.key)) return new Map()
  const events = await ctx.sql<{ id: string; name: string; identifier: string; device_class: string }>(
    sql`select id, name, identifier, device_class from devices.event where id = any(${ids}::bigint[])`,
  )
  return new Map(
    events.map(({ id, name, identifier, device_class }) => {
      const label = ctx.ports.classes.get(device_class)?.events[identifier]?.label
      return [id, label ? translate(label, ctx.language) : name]
    }),
  )
}

export const eventTickets = contributes(deviceEvent, {
  async compute(ctx, rows) {
    const made = mayRead(ctx.user, 'ticket')
      ? await ctx.sql<{ id: string; no: string }>(
          sql`select event_id as id, report_no as no from service.ticket
            where event_id = any(${rows.map(row => row.id)}::bigint[]) and ${OPEN} order by id`,
        )
      : []
    const numbers = new Map(made.map(({ id, no }) => [id, no]))
    for (const row of rows) row.ticketNo = numbers.get(row.id) ?? null
  },
})
