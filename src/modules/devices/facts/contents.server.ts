/** What callbacks say of the events of devices, read from the rows that an event of the outbox refers to. */
import sql from 'sql-template-tag'
import { storedAs } from '#model/families.ts'
import { contents, type AnnouncedDevice, type Content } from '#server/announcedParts.ts'
import type { OutboxEvent } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { captureContent } from './captureContent.server.ts'

/** Of an event of the outbox that is about a device. */
const ofDevice = (
  of: string,
  read: (query: RunSql, event: OutboxEvent, device: AnnouncedDevice) => Promise<Content | null>,
) => contents({ of, read: async (query, event, device) => device && read(query, event, device) })

export const factContents = ofDevice('fact.stored', (query, { payload: { family, factId } }, { id }) =>
  OF_FACT[storedAs(Number(family))](query, id, String(factId)),
)
const OF_FACT = { passage, capture: captureContent, event: deviceEvent, reading: deviceEvent }
export const escalationContents = ofDevice('alarm.escalated', escalation)
export const onlineContents = ofDevice('device.online', connection)
export const offlineContents = ofDevice('device.offline', connection)

async function connection(
  _query: RunSql,
  { type, payload: { reason }, createdAt }: OutboxEvent,
  { id, name, app_id: appId, source_id: sourceId }: AnnouncedDevice,
): Promise<Content | null> {
  if (!appId) return null
  const key = type === 'device.online' ? 'online' : 'offline'
  const data = { deviceId: id, deviceName: name, online: key === 'online', ...(reason ? { reason } : {}) }
  return { ...{ key, appId, sourceId, factId: null, subject: 'device', time: createdAt }, data }
}

async function passage(query: RunSql, deviceId: string, factId: string): Promise<Content | null> {
  const [row] = await query<{
    app_id: string | null
    source_id: string
    component: string
    time: string
    device_name: string
    person_id: string | null
    person_name: string | null
    person_no: string | null
    method: number | null
    direction: number | null
    result: number
    reason: string | null
    score: number | null
    card_no: string | null
    plate_no: string | null
    offline: boolean
  }>(
    prepared(sql`select p.app_id, p.source_id, p.component, p.time, p.device_name, p.person_id, p.person_name,
      pe.person_no, p.method, p.direction, p.result, p.reason, p.score,
      coalesce(p.params ->> 'cardNo', p.card_no) as card_no, p.plate_no, p.offline
      from devices.passage p left join people.person pe on pe.id = p.person_id where p.id = ${factId}`),
  )
  if (!row?.app_id) return null
  return {
    appId: row.app_id,
    sourceId: row.source_id,
    key: 'passage',
    factId,
    subject: row.component || 'device',
    time: row.time,
    data: {
      deviceId,
      deviceName: row.device_name,
      door: row.component,
      personId: row.person_id,
      personName: row.person_name,
      personNo: row.person_no,
      method: row.method,
      direction: row.direction,
      result: row.result,
      reason: row.reason,
      score: row.score,
      cardNo: row.card_no,
      plateNo: row.plate_no,
      offline: row.offline,
    },
  }
}

async function deviceEvent(query: RunSql, deviceId: string, factId: string): Promise<Content | null> {
  const [row] = await query<{
    app_id: string | null
    source_id: string
    component: string
    time: string
    device_name: string
    identifier: string
    name: string
    level: number
    params: unknown
  }>(
    prepared(sql`select app_id, source_id, component, time, device_name, identifier, name, level, params
      from devices.event where id = ${factId}`),
  )
  if (!row?.app_id) return null
  return {
    appId: row.app_id,
    sourceId: row.source_id,
    key: row.level > 0 ? 'alarm' : 'event',
    factId,
    subject: row.component || 'device',
    time: row.time,
    data: {
      deviceId,
      deviceName: row.device_name,
      door: row.component || undefined,
      identifier: row.identifier,
      name: row.name,
      level: row.level,
      params: row.params,
    },
  }
}

/** An alarm that was not acknowledged in time; the same as it was when the step of the escalation was taken. */
async function escalation(query: RunSql, event: OutboxEvent, device: AnnouncedDevice): Promise<Content | null> {
  const [row] = await query<{
    app_id: string
    source_id: string
    component: string
    device_name: string
    kind: string
    name: string
    level: number
    repeats: number
    opened_at: string
    escalated: number
  }>(
    sql`select app_id, source_id, component, device_name, kind, name, level, repeats, opened_at, escalated
      from devices.alarm where id = ${String(event.payload.alarmId)}`,
  )
  if (!row) return null
  return {
    appId: row.app_id,
    sourceId: row.source_id,
    key: 'escalation',
    factId: null,
    subject: row.component || 'device',
    time: event.createdAt,
    data: {
      alarmId: event.payload.alarmId,
      deviceId: device.id,
      deviceName: row.device_name,
      door: row.component || undefined,
      identifier: row.kind,
      name: row.name,
      level: row.level,
      repeats: row.repeats,
      openedAt: row.opened_at,
      step: row.escalated,
    },
  }
}
