/** A recorder: it stores the pictures of its cameras, and takes one of each face that passes them. */
import type { Text } from '#base/text.ts'
import type { Ability, EventSpec } from '#model/device.ts'
import { flag, integer, text } from '#model/field.ts'
import { channelLook, channelProperties, CHANNELS, channelLost, snapshotOfChannel } from './channels.ts'
import { captureEvents } from './seen.ts'

const gigabytes = (label: Text) => ({ field: integer(label, { min: 0, unit: 'GB' }), access: 'r' }) as const
const ON = flag(['状态', 'On'], { required: true })
const diskAlarm = (label: Text): EventSpec => ({
  ...{ label, level: 'fault', record: 'alarm', ends: true },
  fields: { on: ON },
})

export const recorder: Ability = {
  name: 'recorder',
  faults: ['recognition'],
  components: CHANNELS,
  properties: {
    diskTotal: gigabytes(['磁盘容量', 'Disk']),
    diskUsed: gigabytes(['磁盘已用', 'Disk used']),
    ...channelProperties,
    recording: { field: flag(['录像中', 'Recording']), access: 'r', per: 'channel' },
  },
  look: channelLook,
  commands: { snapshot: snapshotOfChannel },
  events: {
    faceSnap: captureEvents('channel').faceSnap!,
    channelLost,
    diskFull: diskAlarm(['磁盘已满', 'Disk full']),
    diskError: diskAlarm(['磁盘故障', 'Disk fault']),
    illegalAccess: {
      ...{ label: ['非法登录', 'Illegal sign-in'], level: 'alert', record: 'event' },
      fields: { address: text(['来源地址', 'Address'], { max: 64, mono: true, example: '192.168.1.23' }) },
    },
  },
  figures: 'captures',
}
