/** The server's halves of what devices add to linkage rules: facts and alarms that start them, states, alarms that they open. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { storedAs, type Stored } from '#model/families.ts'
import type { Params } from '#model/row.ts'
import { acts, causes, looks, type Cause } from '#server/linkageParts.ts'
import type { OutboxEvent } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { alarmChanged } from '../alarm/alarmActs.server.ts'
import { raiseAlarm } from '../alarm/raiseAlarm.server.ts'
import { liveTimeOf } from '../facts/translate.rules.ts'
import { holds, valueWords } from './compare.rules.ts'
import { alarmTrigger, eventTrigger, raiseAlarmAct, stateCondition } from './devices.linkage.ts'
import { propertyOf } from './eventFields.rules.ts'

interface Fact {
  device_id: string
  device_name: string
  identifier: string
  fields: Params
  time: string
  received: string
  late: boolean | null
  person_id: string | null
}
/** Nothing for the end of an event (`on: false`), because rules react to the beginning. */
const readFact = (query: Query, factId: string, family: number): Promise<Fact[]> =>
  READ[storedAs(family)](query, factId)

const readEvent = (query: Query, factId: string): Promise<Fact[]> =>
  query<Fact>(
    sql`select device_id, device_name, identifier, time, received_at as received, late, null as person_id,
        params as fields
      from devices.event where id = ${factId} and coalesce(params->>'on', 'true') <> 'false'`,
  )
const READ: Readonly<Record<Stored, (query: Query, factId: string) => Promise<Fact[]>>> = {
  event: readEvent,
  reading: readEvent,
  capture: (query, factId) =>
    query<Fact>(
      sql`select device_id, device_name, identifier, time, received_at as received, late, null as person_id,
          params || jsonb_strip_nulls(jsonb_build_object('plate', plate)) as fields
        from devices.capture where id = ${factId}`,
    ),
  passage: (query, factId) =>
    query<Fact>(
      sql`select device_id, device_name, identifier, time, received_at as received, late, person_id,
            params || jsonb_strip_nulls(jsonb_build_object(
              'result', result, 'direction', direction, 'method', method, 'cardNo', card_no, 'plateNo', plate_no,
              'personType', person_type, 'reason', reason, 'score', score)) as fields
          from devices.passage where id = ${factId}`,
    ),
}

export const factCauses = causes({
  of: eventTrigger.key,
  async read(query, { payload }) {
    const factId = String(payload.factId)
    const [row] = await readFact(query, factId, Number(payload.family))
    return row
      ? {
          ...{ factId, device: { id: row.device_id, name: row.device_name }, event: row.identifier },
          ...{ fields: row.fields, personId: row.person_id, at: liveTimeOf(row.time, row.received) },
          ...{ late: row.late === true, received: row.received },
        }
      : null
  },
})

async function readAlarm(
  query: Query,
  { payload, createdAt }: OutboxEvent,
): Promise<(Cause & { late: boolean; received: string }) | null> {
  const { alarmId, deviceId, kind, level, component } = payload as Record<string, string>
  // An alarm that no device reported was raised here, with its event.
  const { late, receivedAt: received = createdAt } = payload as { late?: boolean; receivedAt?: string }
  const [alarm] = await query<{ name: string; at: string }>(
    sql`select device_name as name, opened_at as at from devices.alarm where id = ${alarmId!}`,
  )
  return alarm
    ? {
        ...{ factId: alarmId!, device: { id: deviceId!, name: alarm.name }, event: alarmTrigger.key },
        ...{ fields: { kind, level, component }, at: liveTimeOf(alarm.at, received), late: late === true, received },
      }
    : null
}
/** An alarm shows the runs that it started. */
export const alarmCauses = causes({ of: alarmTrigger.key, read: readAlarm, ran: alarmChanged })

const NOT_REPORTED: Text = ['没有上报', 'It was not reported']
/** A device that is offline is in no state: what it last reported may be over. */
export const deviceStates = looks({
  of: stateCondition.key,
  async look({ classes }, query, { deviceId, component, name, op, value }, { zone, appId }) {
    const [state] = await query<{ vals: Params; online: boolean; device_class: string }>(
      sql`select s.vals, coalesce(ss.online, false) as online, d.device_class from devices.shadow s
        join devices.device d on d.id = s.device_id left join devices.session ss on ss.device_id = s.device_id
        where s.device_id = ${String(deviceId)} and s.component = ${String(component ?? '')} and d.app_id = ${appId}`,
    )
    if (!state) return { held: false, saw: NOT_REPORTED }
    if (!state.online) return { held: false, saw: ['设备离线', 'The device is offline'] }
    const seen = state.vals[String(name ?? '')]
    const property = propertyOf(classes.get(state.device_class), name)
    return {
      held: holds(Number(op ?? 0), value, seen),
      saw: seen === null || seen === undefined ? NOT_REPORTED : valueWords(property?.field, seen, zone),
    }
  },
})

/** One alarm for each rule and device while it is open: what triggers the rule again counts as a repetition. */
export const alarmByRule = acts({
  of: raiseAlarmAct.key,
  async run(ports, query, { rule, device, params }) {
    await raiseAlarm(ports, query, {
      ...{ deviceId: device!.id, name: String(params.name), level: Number(params.level) },
      ...{ kind: `rule.${rule.id}`, origin: 'rule', originName: rule.name },
    })
    return { state: 'done' }
  },
})
