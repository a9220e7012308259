/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data, type Form } from '#server/describe/answers.ts'
import {
  about,
  at,
  byName,
  count,
  figure,
  free,
  id,
  many,
  maybe,
  oneOf,
  shape,
  text,
  word,
  yes,
  rowOf,
} from '#server/describe/shape.ts'
import { deviceBind } from './stock/deviceBind.noun.ts'

const components = many(shape({ id, kind: word, no: count, name: maybe(word), key: word }))
const gateway = maybe(shape({ id, name: word, deviceClass: word }))
const { shadow, heartbeat, alarm } = deviceBind.fields

export const devicesAnswers = answers({
  'row deviceBind': data(shape({ ...{ address: maybe(word), protocol: maybe(word), gateway, components } })),
  'GET /api/device/bind/page': data(
    shape({
      records: many(rowOf('deviceBind')),
      total: count,
      size: count,
      current: count,
      pages: count,
      counts: shape({ all: count, online: count, offline: count, alarm: count }),
      'missing?': many(word),
    }),
  ),
  'GET /api/device/reading/curve': data(
    shape({ stepMs: count, points: many(shape({ at, low: figure, high: figure, last: figure })) }),
  ),
  'PUT /api/device/picture/:token': data(yes),
  'GET /api/device/portraitCapture/devices': data(many(shape({ id, name: word, place: maybe(word), online: yes }))),
  'POST /api/device/portraitCapture': data(shape({ id, waitS: count, answerS: count })),
  'GET /api/device/door/page': { query: { id: ['通行点编号，逗号分隔', 'Ids of doors, with commas'] } },
  'GET /api/device/portraitCapture/:id': data(
    shape({ state: oneOf('waiting', 'taken', 'failed'), file: maybe(word), problem: maybe(text) }),
  ),
  'POST /api/device/portraitCapture/:id/use': data(shape({ id: word })),
  'DELETE /api/device/portraitCapture/:id': data(yes),
  'deviceAlarm:acknowledge': data(count),
  'deviceAlarm:claim': data(yes),
  'deviceAlarm:assign': data(yes),
  'deviceAlarm:comment': data(yes),
  'deviceAlarm:close': data(count),
  'deviceAlarm:falseAlarm': data(count),
  'deviceAlarm:raise': data(shape({ id })),
  'GET /api/device/alarm/open': data(
    shape({
      ...{ active: count, total: count },
      alarms: many(
        shape({
          ...{ id, appId: id, name: word, level: count, state: count, kind: word, component: word, deviceId: id },
          ...{ deviceName: word, deviceClass: word, siteName: maybe(word), repeats: count, openedAt: at, lastAt: at },
          ...{ announcedAt: at, clearedAt: maybe(at), assigneeId: maybe(id) },
        }),
      ),
    }),
  ),
  'deviceBind:bind': data(id),
  'deviceBind:unbind': data(yes),
  'deviceBind:connect': data(
    shape({
      id,
      sn: word,
      productKey: word,
      deviceName: word,
      secret: word,
      mqttPort: maybe(count),
      ports: byName(count),
    }),
  ),
  'deviceBind:assignGroup': data(count),
  'deviceBind:assignLocation': data(count),
  'deviceBind:control': data(count),
  'deviceBind:setParameters': data(count),
  'deviceBind:stat': data(
    shape({
      ...{ total: count, online: count, doors: count, sites: count, alarming: count },
      longestOffline: maybe(shape({ id, name: word, since: at })),
      alarms: many(shape({ name: word, identifier: word, n: count })),
      alarmTotal: count,
      hours: many(shape({ hour: at, family: count, result: count, n: count })),
    }),
  ),
  'GET /api/admin/employeePlaces': data(
    shape({
      name: maybe(word),
      sites: many(shape({ id, name: word })),
      groups: many(shape({ id, name: word })),
      counts: many(shape({ siteId: maybe(id), groupId: maybe(id), n: count })),
    }),
  ),
  'GET /api/device/ownPlaces': data(
    maybe(shape({ sites: many(shape({ id, name: word })), groups: many(shape({ id, name: word })), devices: count })),
  ),
  'GET /api/device/bind/week': data(
    shape({
      days: many(shape({ day: word, online: maybe(figure) })),
      counts: many(shape({ day: word, family: count, result: count, n: count })),
      hours: many(shape({ weekday: count, hour: count, family: count, result: count, n: count })),
      faulty: many(shape({ id, name: word, n: count })),
      wrong: many(shape({ deviceId: id, deviceName: word, identifier: word, component: word, n: count, wrong: count })),
      moved: shape({ given: count, byHand: count, meanMs: maybe(count) }),
      worn: many(shape({ id, name: word, cycles: count, rated: maybe(count) })),
    }),
  ),
  'deviceBind:detail': data(
    shape({
      ...{ id, rev: count, name: word, sn: word, productKey: word, labelCode: word, deviceClass: word, enabled: yes },
      ...{ position: maybe(shape({ lng: figure, lat: figure })), direction: maybe(count) },
      ...{ boundAt: maybe(at), activatedAt: maybe(at), siteId: maybe(id), siteName: maybe(word) },
      ...{ groupId: maybe(id), groupName: maybe(word), locationId: maybe(id), locationName: maybe(word) },
      ...{ gatewayId: maybe(id), gatewayName: maybe(word), isGateway: yes },
      ...{ modelId: id, modelName: word, thingModel: free },
      ...{ online: yes, status: word, onlineReason: maybe(word), since: maybe(at), lastSeenAt: maybe(at) },
      ...{ address: maybe(word), protocol: maybe(word), gateway, components },
      ...{ shadow: shadow.schema, heartbeat: heartbeat.schema, alarm: maybe(alarm.schema) },
      roundTripMs: maybe(count),
    }),
  ),
  'GET /api/device/bind/plan': data(many(shape({ deviceId: id, x: figure, y: figure }))),
  'POST /api/device/bind/plan': data(yes),
  'POST /api/device/bind/:id/unlinkGateway': data(yes),
  'deviceBind:check': data(
    shape({
      ...{ enabled: yes, online: yes, mqttPort: maybe(count), ports: byName(count) },
      session: maybe(shape({ online: yes, openedAt: maybe(at), address: maybe(word), reason: maybe(word) })),
      spoke: maybe(shape({ at, kind: count })),
      refusals: many(shape({ reason: word, tries: count, lastAt: at, address: maybe(word) })),
    }),
  ),
  'command:send': data(shape({ id })),
  'command:force': data(shape({ id })),
  'command:setProperties': data(shape({ id })),
  'command:cancel': data(yes),
  'device:assign': data(count),
  'deadMessage:again': data(count),
  'deviceEvent:handle': data(count),
  'GET /api/live': {
    outside: { media: 'text/event-stream', schema: word },
    query: {
      appId: ['只看一个应用', 'One application'],
      deviceClass: ['只看一类设备', 'One class'],
      deviceId: ['只看一台设备', 'One device'],
      type: ['消息类型，逗号分隔', 'Kinds of messages, with commas'],
    },
  },
  'device:disable': data(yes),
  'device:enable': data(yes),
  'device:rotateSecret': data(shape({ sn: word, productKey: word, deviceName: word, secret: word })),
  'device:kick': data(yes),
  'session:kick': data(yes),
  'approval:approve': data(yes),
  'approval:refuse': data(yes),
  'POST /api/device/warehouse': data(shape({ id, sn: word, productKey: word, deviceName: word, secret: word })),
})
