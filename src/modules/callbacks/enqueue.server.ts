/** One delivery for each event and subscribed endpoint. Most events of a busy application have none, and cost one statement. */
import sql from 'sql-template-tag'
import type { Announcement } from '#model/announcement.ts'
import type { AnnouncedDevice, Content } from '#server/announcedParts.ts'
import { handler, type OutboxEvent } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { envelope } from './callback.rules.ts'
import { queueDelivery } from './deliveryLine.server.ts'

const ENGINE = { role: 'engine' } as const

interface Endpoint {
  id: string
  appId: string
  deviceClass: string
  events: readonly string[]
}

/** What messages about the event may be: whether an event is an alarm is known once its row is read. */
const kindsOf = ({ announcements }: Ports, { type, payload }: OutboxEvent): Announcement[] =>
  [...announcements.values()].filter(one => one.announces === type && (one.carries?.(payload) ?? true))

/** What the event itself carries, where its module does not read more. */
const carried = (
  { key, fields }: Announcement,
  event: OutboxEvent,
  of: { appId: string; sourceId: string },
): Content => ({
  ...{ key, ...of, factId: null, subject: key, time: event.createdAt },
  data: Object.fromEntries(
    Object.keys(fields).flatMap(name => (name in event.payload ? [[name, event.payload[name]]] : [])),
  ),
})

/** The device that the event is about, if any, and the endpoints that receive it; null where there is none. */
async function wanted(
  query: RunSql,
  event: OutboxEvent,
  kinds: readonly Announcement[],
): Promise<{ device: AnnouncedDevice | null; sourceId: string; endpoints: Endpoint[] } | null> {
  const keys = kinds.map(one => one.key)
  if (kinds[0]!.devices) {
    // Without the device, or an endpoint of its class, no row.
    const [row] = await query<AnnouncedDevice & { endpoints: Endpoint[] }>(
      prepared(sql`select d.id, d.sn, d.name, d.app_id, d.source_id, c.device_class,
          jsonb_agg(jsonb_build_object('id', c.id::text, 'appId', c.app_id::text, 'deviceClass', c.device_class,
            'events', c.events)) as endpoints
        from devices.device d
        join callbacks.callback c on c.app_id in (${event.appId}::bigint, d.app_id) and c.state = 1
          and c.device_class = ${String(event.payload.deviceClass)} and c.events ?| ${keys}::text[]
        where d.id = ${String(event.payload.deviceId)}
        group by d.id, c.device_class`),
    )
    return row ? { device: row, sourceId: row.source_id, endpoints: row.endpoints } : null
  }
  const rows = await query<Endpoint & { sourceId: string }>(
    prepared(sql`select id, app_id as "appId", source_id as "sourceId", device_class as "deviceClass", events
      from callbacks.callback where app_id = ${event.appId} and state = 1 and events ?| ${keys}::text[] order by id`),
  )
  return rows.length ? { device: null, sourceId: rows[0]!.sourceId, endpoints: rows } : null
}

/** The id of the event makes repetition harmless. */
export const enqueue = handler({
  name: 'callbacks.callback',
  on: ({ announcements }) => [...announcements.values()].map(one => one.announces),
  wantedBy: sql`select c.app_id, c.device_class, null as identifier, t.stored from callbacks.callback c
    join (values ('passage', array['passage']), ('capture', array['capture']), ('event', array['event', 'alarm']))
      t(stored, types) on c.events ?| t.types
    where c.state = 1`,
  async run(ports, event) {
    if (!event.appId) return
    const query: RunSql = text => ports.db.query(ENGINE, text)
    const kinds = kindsOf(ports, event)
    const found = kinds.length ? await wanted(query, event, kinds) : null
    if (!found) return
    const { device, sourceId, endpoints } = found
    const half = ports.contents.get(event.type)
    const content = half
      ? await half.read(query, event, device)
      : carried(kinds[0]!, event, { appId: event.appId, sourceId })
    if (!content) return
    const wanting = endpoints.filter(one => one.appId === content.appId && one.events.includes(content.key))
    const messageId = `msg_${event.id}`
    const { appId, subject, time, data } = content
    const body = envelope({
      id: messageId,
      type: content.key,
      appId,
      deviceSn: device?.sn ?? null,
      subject,
      time,
      data,
    })
    for (const { id: callbackId, deviceClass } of wanting)
      await queueDelivery(query, {
        ...{ id: ports.newId(), callbackId, deviceClass, messageId, body, type: content.key },
        ...{ appId, sourceId: content.sourceId, deviceId: device?.id ?? null, factId: content.factId },
      })
    if (wanting.length) ports.bus.publish('deliver', {})
  },
})
