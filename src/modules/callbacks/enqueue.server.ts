/** One delivery for each event and subscribed endpoint. Most events of a busy application have none, and cost one statement. */
import sql from 'sql-template-tag'
import { handler } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { envelope } from './callback.rules.ts'
import { queueDelivery } from './deliveryLine.server.ts'
import { eventSourceOf, typesOf, type SourceDevice } from './eventSource.server.ts'

const ENGINE = { role: 'engine' } as const

interface Endpoint {
  id: string
  appId: string
  events: readonly string[]
}

/** The id of the event makes repetition harmless. */
export const enqueue = handler({
  name: 'callbacks.callback',
  on: ['fact.stored', 'device.online', 'device.offline', 'alarm.escalated'],
  wantedBy: sql`select c.app_id, c.device_class, null as identifier, t.passages from callbacks.callback c
    join (values (true, array['passage']), (false, array['event', 'alarm'])) t(passages, types) on c.events ?| t.types
    where c.state = 1`,
  async run(ports, event) {
    if (!event.appId) return
    const query: RunSql = text => ports.db.query(ENGINE, text)
    // Without the device, or an endpoint of its class, no row.
    const [device] = await query<SourceDevice & { endpoints: Endpoint[] }>(
      prepared(sql`select d.id, d.sn, d.name, d.app_id, d.source_id, c.device_class,
          jsonb_agg(jsonb_build_object('id', c.id::text, 'appId', c.app_id::text, 'events', c.events)) as endpoints
        from devices.device d
        join callbacks.callback c on c.app_id in (${event.appId}::bigint, d.app_id) and c.state = 1
          and c.device_class = ${String(event.payload.deviceClass)} and c.events ?| ${typesOf(event)}::text[]
        where d.id = ${String(event.payload.deviceId)}
        group by d.id, c.device_class`),
    )
    const source = device ? await eventSourceOf(query, event, device) : null
    if (!source) return
    const wanting = device!.endpoints.filter(one => one.appId === source.appId && one.events.includes(source.type))
    const messageId = `msg_${event.id}`
    const body = envelope({
      id: messageId,
      type: source.type,
      appId: source.appId,
      deviceSn: source.sn,
      subject: source.subject,
      time: source.time,
      data: source.data,
    })
    for (const endpoint of wanting)
      await queueDelivery(query, { ...source, id: ports.newId(), callbackId: endpoint.id, messageId, body })
    if (wanting.length) ports.bus.publish('deliver', {})
  },
})
