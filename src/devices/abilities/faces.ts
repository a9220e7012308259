/** A face terminal: people and their portraits are stored on the device, which recognises them by itself. */
import { picture } from '#devices/fields/picture.ts'
import type { Ability } from '#model/device.ts'
import { choice, decimal, flag, integer, text } from '#model/field.ts'
import { PASSAGE_FIELDS } from './passage.ts'

/** Why no portrait was taken. */
const CAPTURE_REASONS = {
  timeout: ['timeout', '等待超时，没有人正对屏幕', 'Nobody faced the screen in time'],
  noFace: ['noFace', '没有检测到人脸', 'No face was found'],
  quality: ['quality', '照片不清晰', 'The picture is not clear enough'],
  liveness: ['liveness', '活体未过', 'Not a live face'],
  cancelled: ['cancelled', '在设备上取消', 'Cancelled at the terminal'],
  busy: ['busy', '设备正忙', 'The terminal is busy'],
} as const
const CHECKS = { off: [0, '不检', 'Off'], warn: [1, '提示', 'Warns'], stop: [2, '拦截', 'Refuses'] } as const

export const faces: Ability = {
  name: 'faces',
  faults: ['recognition'],
  properties: {
    personCount: { field: integer(['人员数', 'People']), access: 'r' },
    faceCount: { field: integer(['人脸数', 'Faces']), access: 'r' },
    capacity: { field: integer(['容量', 'Capacity']), access: 'r' },
    threshold: { field: integer(['识别阈值', 'Threshold'], { min: 50, max: 99 }), access: 'rw' },
    liveness: {
      field: choice(['活体等级', 'Liveness'], {
        off: [0, '关闭', 'Off'],
        low: [1, '低', 'Low'],
        mid: [2, '中', 'Medium'],
        high: [3, '高', 'High'],
      }),
      access: 'rw',
    },
    maskMode: { field: choice(['口罩模式', 'Masks'], CHECKS), access: 'rw' },
    tempMode: { field: choice(['测温', 'Temperature'], { ...CHECKS, off: [0, '关', 'Off'] }), access: 'rw' },
    tempLimit: {
      field: decimal(['体温上限', 'Highest temperature'], { scale: 1, min: 35, max: 42, unit: '℃' }),
      access: 'rw',
    },
    volume: { field: integer(['音量', 'Volume'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'rw' },
    relayMs: {
      field: integer(['开门时长', 'Open time'], { min: 100, max: 60000, unit: 'ms' }),
      unit: 'ms',
      access: 'rw',
    },
  },
  commands: {
    addPersons: {
      label: ['下发人员', 'Add people'],
      input: {},
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
    setPassTime: {
      label: ['下发通行时段', 'Send hours'],
      input: {},
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
    deletePersons: {
      label: ['删除人员', 'Remove people'],
      input: {},
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
    queryPersons: {
      label: ['查询人员', 'Read people'],
      input: {
        page: integer(['页', 'Page'], { min: 1, max: 10000 }),
        size: integer(['每页', 'Size'], { min: 1, max: 500 }),
      },
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
    captureFace: {
      label: ['现场采集', 'Take a portrait'],
      input: {
        personId: text(['采集编号', 'Reference'], { required: true, max: 32, example: '100001' }),
        timeoutSec: integer(['等待', 'Waits'], { min: 5, max: 120, unit: 's' }),
      },
      ttlS: 15,
      offline: 'refuse',
      risk: 'none',
      lane: 'now',
    },
    snapshot: {
      label: ['抓拍', 'Take a picture'],
      input: {},
      output: { photo: picture(['照片', 'Photo']) },
      ttlS: 15,
      offline: 'refuse',
      risk: 'none',
      inert: true,
      lane: 'now',
    },
    showMessage: {
      label: ['显示提示', 'Show a message'],
      input: {
        text: text(['内容', 'Text'], { required: true, max: 60, example: '请走 2 号门', screened: true }),
        seconds: integer(['时长', 'Duration'], { min: 1, max: 60, unit: 's' }),
      },
      ttlS: 15,
      offline: 'refuse',
      risk: 'none',
      inert: true,
      lane: 'now',
    },
  },
  events: {
    recognise: { label: ['识别', 'Recognised'], level: 'info', record: 'passage', per: 'door', fields: PASSAGE_FIELDS },
    faceCaptured: {
      label: ['采集结果', 'Portrait taken'],
      level: 'info',
      record: 'event',
      fields: {
        personId: text(['采集编号', 'Reference'], { max: 32, example: '100001' }),
        ok: flag(['成功', 'Taken']),
        reason: text(['原因', 'Reason'], { max: 64, example: 'timeout', known: CAPTURE_REASONS }),
        photo: picture(['照片', 'Photo']),
      },
    },
  },
  figures: 'passages',
  portraits: {
    ...{ command: 'captureFace', waitS: 'timeoutSec', event: 'faceCaptured', reference: 'personId' },
    ...{ taken: 'ok', photo: 'photo', reason: 'reason' },
  },
  holds: [
    {
      kind: 'set',
      item: 'person',
      key: 'personId',
      capacity: 'capacity',
      count: 'personCount',
      keeps: { rights: 1, spansADay: 3, closedDays: 366 },
      put: { command: 'addPersons', list: 'persons', max: 50 },
      putRights: { command: 'setPassTime', list: 'persons', max: 200 },
      remove: { command: 'deletePersons', list: 'personIds', max: 200 },
      readBack: { command: 'queryPersons' },
    },
  ],
}

const { relayMs: _, ...withoutOpenTime } = faces.properties!
/** On a device that stores settings of its doors: how long they open is one of these. */
export const facesAtSetDoors: Ability = { ...faces, properties: withoutOpenTime }
