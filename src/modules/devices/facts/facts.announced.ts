/** What callbacks carry of devices: passages, events, alarms and their escalations, connections. */
import type { Text } from '#base/text.ts'
import { OFFLINE } from '#base/listTexts.ts'
import { defineAnnouncement } from '#model/announcement.ts'
import type { DeviceClass } from '#model/device.ts'
import { flag, instant, integer, json, text, type Fields } from '#model/field.ts'
import { isPassage, storedAs } from '#model/families.ts'
import type { Params } from '#model/row.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'
import { alarmLens } from '../alarm/deviceAlarm.noun.ts'
import { readersOfRecord } from './readers.rules.ts'

/** Events and alarms are told apart by their level: a class may store them in several families. */
const readingEvents = (deviceClass: DeviceClass | undefined): readonly (readonly string[])[] => {
  const nouns = Object.values(deviceClass?.events ?? {}).flatMap(({ record }) =>
    record === 'passage' || record === 'capture' ? [] : [readersOfRecord(record)],
  )
  return [...new Set(nouns)].map(noun => readingAny(noun))
}
const DEVICE = [readingAny('deviceBind', 'device')]
const OF_DEVICE = { deviceId: text(['设备', 'Device']), deviceName: text(['设备名称', 'Name']) }
const OF_PART = { ...OF_DEVICE, door: text(['部件', 'Part'], { keyOf: 'part' }) }
const OF_EVENT = {
  ...OF_PART,
  identifier: text(['标识', 'Identifier'], { keyOf: 'event' }),
  name: text(['名称', 'Name']),
  level: integer(['级别', 'Level']),
} satisfies Fields
const isFact = (payload: Readonly<Params>): boolean => storedAs(Number(payload.family)) === 'event'
const presence = (key: string, label: Text, online: boolean) =>
  defineAnnouncement(key, {
    announces: `device.${key}`,
    label,
    devices: true,
    fields: { ...OF_DEVICE, online: flag(['在线', 'Online']), reason: text(['原因', 'Reason']) },
    needs: DEVICE,
    sample: {
      ...{ deviceId: '190000000000000001', deviceName: '3 栋单元门控制器', online },
      ...(online ? {} : { reason: 'keepAlive' }),
    },
  })

export const ofDevices = [
  defineAnnouncement('passage', {
    announces: 'fact.stored',
    label: ['识别/通行', 'Passages'],
    devices: true,
    carries: ({ family }) => isPassage(Number(family)),
    fields: {
      ...OF_PART,
      personId: text(['人员', 'Person']),
      personName: text(['姓名', 'Name']),
      personNo: text(['编号', 'Number']),
      method: integer(['方式', 'Method']),
      direction: integer(['方向', 'Direction']),
      result: integer(['结果', 'Result']),
      reason: text(['原因', 'Reason']),
      score: integer(['分数', 'Score']),
      cardNo: text(['卡号', 'Card']),
      plateNo: text(['车牌', 'Plate']),
      offline: flag(['补传', 'Sent later']),
    },
    needs: [readingAny(readersOfRecord('passage'))],
    sample: {
      ...{ deviceId: '190000000000000001', deviceName: '东门人脸 1', door: 'door:1' },
      ...{ personId: '190000000000000002', personName: '周雨桐', personNo: 'A0801' },
      ...{ method: 1, direction: 1, result: 1, reason: null, score: 94, offline: false },
    },
  }),
  defineAnnouncement('event', {
    announces: 'fact.stored',
    label: ['设备事件', 'Events'],
    devices: true,
    carries: isFact,
    fields: { ...OF_EVENT, params: json(['参数', 'Parameters']) },
    needs: readingEvents,
    sample: {
      ...{ deviceId: '190000000000000001', deviceName: '北门升降柱', identifier: 'moved', name: '动作完成', level: 0 },
      params: { from: 1, to: 2, ms: 3120, ok: true },
    },
  }),
  defineAnnouncement('alarm', {
    announces: 'fact.stored',
    label: alarmLens.label,
    devices: true,
    carries: isFact,
    fields: { ...OF_EVENT, params: json(['参数', 'Parameters']) },
    needs: readingEvents,
    sample: {
      ...{ deviceId: '190000000000000001', deviceName: '3 栋单元门控制器', door: 'door:2' },
      ...{ identifier: 'forcedOpen', name: '强行闯入', level: 2, params: {} },
    },
  }),
  defineAnnouncement('escalation', {
    announces: 'alarm.escalated',
    label: ['告警升级', 'Escalated alarms'],
    devices: true,
    fields: {
      alarmId: text(['告警', 'Alarm']),
      ...OF_EVENT,
      repeats: integer(['次数', 'Times']),
      openedAt: instant(['发生时间', 'Opened']),
      step: integer(['第几步', 'Step']),
    },
    needs: [readingAny('deviceAlarm')],
    sample: {
      ...{ alarmId: '190000000000000003', deviceId: '190000000000000001', deviceName: '3 栋单元门控制器' },
      ...{ door: 'door:2', identifier: 'forcedOpen', name: '强行闯入', level: 2 },
      ...{ repeats: 3, openedAt: '2026-11-21T01:40:26.318Z', step: 1 },
    },
  }),
  presence('online', ['上线', 'Online'], true),
  presence('offline', OFFLINE, false),
]
