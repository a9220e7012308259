/** The cameras behind a device: each is a channel, with its own state, which may lose its picture. */
import { picture } from '#devices/fields/picture.ts'
import type { Command, Component, EventSpec, Property } from '#model/device.ts'
import { choice, flag, text } from '#model/field.ts'
import type { Look } from '#model/look.ts'

export const CHANNEL_STATES = { online: [1, '在线', 'Online'], lost: [2, '视频丢失', 'Video lost'] } as const

export const CHANNELS: Readonly<Record<string, Component>> = {
  channel: { label: ['通道', 'Channel'], min: 1, max: 'model', param: 'channelNo', list: 'channels' },
}
export const channelProperties: Readonly<Record<string, Property>> = {
  channelState: { field: choice(['通道状态', 'State'], CHANNEL_STATES), access: 'r', per: 'channel' },
  camera: { field: text(['摄像机', 'Camera'], { max: 64, example: '冲压线北侧' }), access: 'r', per: 'channel' },
}
const FACTS = [{ property: 'camera' }]
export const channelLook: Look = {
  ...{ label: ['通道', 'Channels'], per: 'channel' },
  states: [
    {
      when: { channelState: CHANNEL_STATES.online[0] },
      ...{ glyph: 'plain', tone: 'quiet', word: 'channelState', facts: FACTS },
    },
    {
      when: { channelState: CHANNEL_STATES.lost[0] },
      ...{ glyph: 'unknown', tone: 'warn', word: 'channelState', facts: FACTS },
    },
    { when: {}, glyph: 'unknown', tone: 'off', word: 'channelState', facts: FACTS },
  ],
  legend: [
    { glyph: 'plain', word: ['在线', 'Online'] },
    { glyph: 'unknown', word: ['视频丢失', 'Video lost'], tone: 'warn' },
  ],
}
export const snapshotOfChannel: Command = {
  ...{ label: ['截图', 'Take a picture'], per: 'channel', input: {} },
  output: { photo: picture(['截图', 'Picture']) },
  ...{ ttlS: 15, offline: 'refuse', risk: 'none', lane: 'now', atHand: true, inert: true },
}
export const channelLost: EventSpec = {
  ...{ label: ['视频丢失', 'Video lost'], level: 'fault', record: 'alarm', per: 'channel', ends: true },
  fields: { on: flag(['状态', 'On'], { required: true }) },
}
