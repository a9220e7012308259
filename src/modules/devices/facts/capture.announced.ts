/** What callbacks carry of captures: what was seen, never the picture. */
import { defineAnnouncement } from '#model/announcement.ts'
import { FAMILIES } from '#model/families.ts'
import { integer, json, text } from '#model/field.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'
import { deviceCapture } from './capture.noun.ts'
import { readersOfRecord } from './readers.rules.ts'

export const captureAnnouncement = defineAnnouncement('capture', {
  announces: 'fact.stored',
  label: deviceCapture.label,
  devices: true,
  carries: ({ family }) => Number(family) === FAMILIES.capture.wire,
  fields: {
    deviceId: text(['设备', 'Device']),
    deviceName: text(['设备名称', 'Name']),
    door: text(['部件', 'Part'], { keyOf: 'part' }),
    identifier: text(['标识', 'Identifier'], { keyOf: 'event' }),
    name: text(['名称', 'Name']),
    kind: integer(['种类', 'Kind']),
    plate: text(['车牌', 'Plate']),
    quality: integer(['质量', 'Quality']),
    params: json(['参数', 'Parameters']),
  },
  needs: [readingAny(readersOfRecord('capture'))],
  sample: {
    ...{ deviceId: '190000000000000001', deviceName: '南门抓拍机', identifier: 'plateSnap', name: '车牌抓拍' },
    ...{ kind: 2, plate: '浙A12345', quality: 91, params: { plate: '浙A12345', colour: 1, trackId: '20417' } },
  },
})
