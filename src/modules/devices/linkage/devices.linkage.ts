/** What devices add to linkage rules: their events and alarms start them, conditions look at their states, an alarm can be opened. */
import { VALUE } from '#base/labelTexts.ts'
import { lowered, type Text } from '#base/text.ts'
import { choice, json, ref, text } from '#model/field.ts'
import { comparedAs, isIdentity } from '#model/comparedAs.ts'
import type { Field } from '#model/field.ts'
import { defineAct, defineCondition, defineTrigger } from '#model/linkage.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'
import { ALARM_LEVELS } from '../alarm/alarmLevels.rules.ts'
import { deviceEvent } from '../facts/facts.noun.ts'
import { readersOfRecord } from '../facts/readers.rules.ts'
import { COMPARE, COMPARED, compared, holds, unfit, valueWords } from './compare.rules.ts'
import { eventFields, propertyOf } from './eventFields.rules.ts'

export const eventTrigger = defineTrigger('event', {
  wire: 1,
  label: deviceEvent.label,
  devices: true,
  fields: {},
  on: 'fact.stored',
  starts: ({ triggerEvent }, { identifier }) => triggerEvent === identifier,
  events: {},
  gives: ({ deviceClass, triggerEvent }) => ({
    fields: eventFields(deviceClass, triggerEvent),
    person: deviceClass?.events[triggerEvent ?? '']?.record === 'passage',
  }),
  needs({ deviceClass, triggerEvent }) {
    const event = deviceClass?.events[triggerEvent ?? '']
    return event ? [readingAny(readersOfRecord(event.record))] : []
  },
  problem: ({ deviceClass, triggerEvent }) =>
    triggerEvent && deviceClass?.events[triggerEvent]
      ? null
      : { field: 'triggerEvent', text: ['请选择触发事件', 'Choose an event'] },
  words: ({ deviceClass, triggerEvent }) =>
    deviceClass?.events[triggerEvent ?? '']?.label ?? [triggerEvent ?? '…', triggerEvent ?? '…'],
  causedBy: 'devices',
})

export const alarmTrigger = defineTrigger('alarm', {
  wire: 5,
  label: ['告警', 'Alarm'],
  devices: true,
  fields: {
    level: choice(['级别', 'Level'], ALARM_LEVELS),
    alarmKind: text(['告警种类', 'Kind of alarm'], { max: 64, pattern: 'code' }),
  },
  on: 'alarm.opened',
  starts: ({ trigger: { level, alarmKind } }, opened) =>
    (!level || Number(opened.level) >= Number(level)) && (!alarmKind || alarmKind === opened.kind),
  needs: [readingAny('deviceAlarm')],
  words({ deviceClass, trigger: { level: from, alarmKind } }) {
    const level = Object.values(ALARM_LEVELS).find(([wire]) => wire === from)
    const key = typeof alarmKind === 'string' && alarmKind ? alarmKind : null
    const kind = key && (deviceClass?.events[key]?.label ?? [key, key])
    const name: Text = kind
      ? [`“${kind[0]}”告警`, `The alarm “${kind[1]}” is opened`]
      : ['打开告警', 'An alarm is opened']
    return level ? [`${name[0]}（${level[1]}及以上）`, `${name[1]} (${lowered(level[2])} or higher)`] : name
  },
  causedBy: 'both',
})

export const raiseAlarmAct = defineAct('raiseAlarm', {
  label: ['打开告警', 'Raise an alarm'],
  device: 'required',
  fields: {
    name: text(['告警', 'What happened'], { required: true, max: 50 }),
    level: choice(['级别', 'Level'], ALARM_LEVELS, { required: true }),
  },
  needs: [],
  asks: ['请填写告警的名称与级别', 'Name the alarm and choose its level'],
  words: ({ name }) => [`打开告警“${String(name ?? '…')}”`, `raise an alarm “${String(name ?? '…')}”`],
  causes: [alarmTrigger.key],
})

const NO_COMPARISON: Text = ['请选择如何比较', 'Choose a comparison']
const NOT_REPORTED: Text = ['没有上报', 'It was not reported']
const NAME = text(['名称', 'Name'], { max: 64, pattern: 'code' })
const OP = choice(['比较', 'Comparison'], COMPARE)
const WANTED = json(VALUE, { by: 'user', schema: COMPARED })
const named = (name: unknown): string => (typeof name === 'string' && name ? name : '…')
/** Values of an identity in its one form. */
const asCompared = (field: Field | undefined, value: unknown): unknown =>
  !isIdentity(field) || value === null || value === undefined
    ? value
    : Array.isArray(value)
      ? value.map(one => comparedAs(field, String(one)))
      : comparedAs(field, String(value))

export const fieldCondition = defineCondition('field', {
  wire: 1,
  label: ['事件内容', 'Field of the event'],
  of: 'fields',
  fields: { name: NAME, op: OP, value: WANTED },
  needs: [],
  problem({ name, op, value }, { fields }) {
    const field = fields[String(name ?? '')]
    if (!field) return ['请选择触发事件的内容', 'Choose a field of the event that starts the rule']
    return op ? unfit(field, Number(op), value) : NO_COMPARISON
  },
  words({ name, op, value }, { fields, zone }) {
    const field = fields[String(name ?? '')]
    return compared(field?.label ?? [named(name), named(name)], Number(op ?? 0), field, value, zone)
  },
  check({ name, op, value }, known, { fields, zone }) {
    if (!known.fields) return { held: false, saw: ['没有触发事件', 'There was no event'] }
    const [seen, field] = [known.fields[String(name ?? '')], fields[String(name ?? '')]]
    return {
      held: holds(Number(op ?? 0), asCompared(field, value), asCompared(field, seen)),
      saw: seen === null || seen === undefined ? NOT_REPORTED : valueWords(field, seen, zone),
    }
  },
})

export const stateCondition = defineCondition('state', {
  wire: 5,
  label: ['设备状态', 'State of a device'],
  fields: {
    ...{ name: NAME, op: OP, value: WANTED },
    deviceId: ref(['设备', 'Device'], 'deviceBind'),
    component: text(['部件', 'Part'], { max: 32 }),
  },
  needs: [readingAny('deviceBind', 'device')],
  problem({ deviceId, name, op, value }, { device: find, classes }) {
    const device = find(String(deviceId ?? ''))
    if (!device) return ['请选择本应用的设备', 'Choose a device of this application']
    const property = propertyOf(classes.get(device.deviceClass), name)
    if (!property) return ['请选择设备的状态', 'Choose a state of the device']
    return op ? unfit(property.field, Number(op), value) : NO_COMPARISON
  },
  words({ deviceId, name, op, value }, { device: find, classes, zone }) {
    const device = find(String(deviceId ?? ''))
    const property = propertyOf(classes.get(device?.deviceClass ?? ''), name)
    const label = property?.field.label ?? [named(name), named(name)]
    const who = device?.name ?? '…'
    const what: Text = [`${who} ${label[0]}`, `${who}: ${lowered(label[1])}`]
    return compared(what, Number(op ?? 0), property?.field, value, zone)
  },
})
