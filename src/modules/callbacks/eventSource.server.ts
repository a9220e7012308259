/** The data of a callback for an event of the outbox: application, time and content, read from the rows that it refers to. */
import sql from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import { isPassage } from '#model/families.ts'
import type { OutboxEvent } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'

interface Source {
  appId: string
  sourceId: string
  deviceId: string
  deviceClass: string
  sn: string
  type: 'passage' | 'event' | 'alarm' | 'escalation' | 'online' | 'offline'
  factId: string | null
  subject: string
  time: string
  data: Params
}
type OfDevice = Pick<Source, 'deviceId' | 'deviceClass' | 'sn'>

/** The device of an event as it is now, with the class that it had. */
export interface SourceDevice {
  id: string
  device_class: string
  sn: string
  name: string
  app_id: string | null
  source_id: string
}

/** The types that a message about the event may have: whether an event is an alarm is known once its row is read. */
export function typesOf({ type, payload }: OutboxEvent): Source['type'][] {
  if (type === 'fact.stored') return isPassage(Number(payload.family)) ? ['passage'] : ['event', 'alarm']
  if (type === 'alarm.escalated') return ['escalation']
  return [type === 'device.online' ? 'online' : 'offline']
}

/** Null if what the event refers to no longer exists, or belongs to no application. */
export async function eventSourceOf(query: RunSql, event: OutboxEvent, device: SourceDevice): Promise<Source | null> {
  const { factId, family, reason } = event.payload as Record<string, string> & { family: number }
  const base = { deviceId: device.id, deviceClass: device.device_class, sn: device.sn }
  if (event.type === 'fact.stored')
    return isPassage(family) ? passageSource(query, base, factId!) : deviceEventSource(query, base, factId!)
  if (event.type === 'alarm.escalated') return escalationSource(query, base, event)
  if (!device.app_id) return null
  const [type] = typesOf(event)
  return {
    ...base,
    appId: device.app_id,
    sourceId: device.source_id,
    type: type!,
    factId: null,
    subject: 'device',
    time: event.createdAt,
    data: { deviceId: device.id, deviceName: device.name, online: type === 'online', ...(reason ? { reason } : {}) },
  }
}

async function passageSource(query: RunSql, base: OfDevice, factId: string): Promise<Source | null> {
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
    offline: boolean
  }>(
    prepared(sql`select p.app_id, p.source_id, p.component, p.time, p.device_name, p.person_id, p.person_name,
      pe.person_no, p.method, p.direction, p.result, p.reason, p.score,
      coalesce(p.params ->> 'cardNo', p.card_no) as card_no, p.offline
      from devices.passage p left join people.person pe on pe.id = p.person_id where p.id = ${factId}`),
  )
  if (!row?.app_id) return null
  return {
    ...base,
    appId: row.app_id,
    sourceId: row.source_id,
    type: 'passage',
    factId,
    subject: row.component || 'device',
    time: row.time,
    data: {
      deviceId: base.deviceId,
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
      offline: row.offline,
    },
  }
}

async function deviceEventSource(query: RunSql, base: OfDevice, factId: string): Promise<Source | null> {
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
    ...base,
    appId: row.app_id,
    sourceId: row.source_id,
    type: row.level > 0 ? 'alarm' : 'event',
    factId,
    subject: row.component || 'device',
    time: row.time,
    data: {
      deviceId: base.deviceId,
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
async function escalationSource(query: RunSql, base: OfDevice, event: OutboxEvent): Promise<Source | null> {
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
    ...base,
    appId: row.app_id,
    sourceId: row.source_id,
    type: 'escalation',
    factId: null,
    subject: row.component || 'device',
    time: event.createdAt,
    data: {
      alarmId: event.payload.alarmId,
      deviceId: base.deviceId,
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
