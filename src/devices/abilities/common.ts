/** What every device has: versions, address, clock, restart. */
import type { Ability } from '#model/device.ts'
import { flag, integer, text } from '#model/field.ts'

export const common: Ability = {
  name: 'common',
  properties: {
    fwVersion: { field: text(['固件版本', 'Firmware'], { mono: true, example: 'v2.6.3' }), access: 'r' },
    hwVersion: { field: text(['硬件版本', 'Hardware'], { mono: true, example: 'B1' }), access: 'r' },
    ip: { field: text(['IP 地址', 'IP address'], { mono: true, example: '192.168.1.20' }), access: 'r' },
    mac: { field: text(['MAC', 'MAC'], { mono: true, example: '3C:84:6A:10:2F:07' }), access: 'r' },
    rssi: { field: integer(['信号强度', 'Signal'], { unit: 'dBm' }), unit: 'dBm', access: 'r' },
    uptime: { field: integer(['运行时长', 'Uptime'], { unit: 's' }), unit: 's', access: 'r' },
    clockOffset: { field: integer(['时钟偏差', 'Clock offset'], { unit: 's' }), unit: 's', access: 'r' },
    power: {
      field: text(['供电', 'Power'], {
        known: { mains: ['mains', '市电', 'Mains'], battery: ['battery', '电池', 'Battery'] },
        example: 'mains',
      }),
      access: 'r',
    },
  },
  commands: {
    reboot: {
      label: ['重启', 'Restart'],
      input: { delaySec: integer(['延时', 'Delay'], { min: 0, max: 60, unit: 's' }) },
      ttlS: 30,
      offline: 'refuse',
      risk: 'none',
      lane: 'now',
    },
    syncTime: { label: ['校时', 'Set clock'], input: {}, ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now' },
    getInfo: { label: ['读取信息', 'Read'], input: {}, ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now' },
  },
  figures: 'events',
  events: {
    boot: {
      label: ['启动', 'Started'],
      level: 'info',
      record: 'event',
      fields: { reason: text(['原因', 'Reason'], { example: 'power-on' }) },
    },
    tamper: {
      label: ['防拆', 'Tamper'],
      level: 'alert',
      record: 'alarm',
      fields: { on: flag(['状态', 'On'], { required: true }) },
      ends: true,
    },
    fault: {
      label: ['故障', 'Fault'],
      level: 'fault',
      record: 'alarm',
      fields: {
        code: text(['代码', 'Code'], { example: 'E12' }),
        text: text(['说明', 'Text'], { example: '读头无响应' }),
        on: flag(['状态', 'On'], { required: true }),
      },
      ends: true,
    },
    powerLoss: {
      label: ['市电断电', 'Mains lost'],
      level: 'alert',
      record: 'alarm',
      fields: { on: flag(['状态', 'On'], { required: true }) },
      ends: true,
    },
  },
}
