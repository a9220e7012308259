/** What every device has: versions, address, clock, restart. */
import type { Ability } from '#model/device.ts'
import { flag, integer, text } from '#model/field.ts'

const DOCUMENT = { ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const

/** The usual causes; a device may name another one. */
const BOOT_REASONS = {
  powerOn: ['power-on', '上电', 'Power on'],
  reboot: ['reboot', '远程重启', 'Restarted remotely'],
  watchdog: ['watchdog', '看门狗复位', 'Watchdog'],
  upgrade: ['upgrade', '升级后重启', 'After an upgrade'],
} as const

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
    heartbeatSec: {
      field: integer(['心跳间隔', 'Heartbeat'], { min: 10, max: 300, unit: 's' }),
      unit: 's',
      access: 'rw',
    },
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
    selfTest: {
      label: ['自检', 'Self-test'],
      input: { items: text(['项目', 'Items'], { max: 100, example: 'network,storage' }) },
      ...{ ttlS: 60, offline: 'refuse', risk: 'none', lane: 'now' },
    },
    factoryReset: {
      label: ['恢复出厂', 'Factory reset'],
      input: { confirmToken: text(['设备序列号', 'Serial number'], { required: true, max: 64, mono: true }) },
      ...{ ttlS: 30, offline: 'refuse', risk: 'erases', lane: 'now' },
      confirm: ['确认清除设备上的名单、记录和参数', 'Lists, records and parameters on the device will be erased'],
      typed: 'confirmToken',
    },
    // Parameters that are wanted, all at once; they are delivered when the device is back.
    setParam: { label: ['下发参数', 'Send parameters'], input: {}, ...DOCUMENT },
    getParam: { label: ['读取参数', 'Read parameters'], input: {}, ...DOCUMENT },
    getInfo: { label: ['读取信息', 'Read'], input: {}, ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now' },
  },
  figures: 'events',
  holds: [
    {
      kind: 'document',
      document: 'parameters',
      put: { command: 'setParam', content: 'params', version: 'version' },
      readBack: { command: 'getParam', version: 'version' },
    },
  ],
  events: {
    boot: {
      label: ['启动', 'Started'],
      level: 'info',
      record: 'event',
      fields: { reason: text(['原因', 'Reason'], { example: 'power-on', known: BOOT_REASONS }) },
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
    lowPower: {
      label: ['电量低', 'Battery low'],
      level: 'alert',
      record: 'alarm',
      fields: { percent: integer(['电量', 'Battery'], { unit: '%' }), on: flag(['状态', 'On']) },
      ends: true,
    },
    testResult: {
      label: ['自检结果', 'Self-test'],
      level: 'info',
      record: 'event',
      fields: {
        item: text(['项目', 'Item'], { example: 'storage' }),
        pass: flag(['通过', 'Passed']),
        value: text(['数值', 'Value'], { example: '62 %' }),
      },
    },
    // Alink devices report them on topics of their own.
    upgradeProgress: {
      label: ['升级进度', 'Upgrade progress'],
      level: 'info',
      record: 'event',
      fields: {
        module: text(['模块', 'Module'], { example: 'default' }),
        percent: integer(['进度', 'Progress'], { min: 0, max: 100, unit: '%' }),
        code: integer(['失败的种类', 'Kind of failure'], { example: 0, help: ['0 为没有失败', '0 is none'] }),
        desc: text(['说明', 'Text'], { example: 'downloading' }),
      },
    },
    moduleVersion: {
      label: ['模块版本', 'Version of a module'],
      level: 'info',
      record: 'event',
      fields: {
        module: text(['模块', 'Module'], { required: true, example: 'reader' }),
        version: text(['版本', 'Version'], { required: true, mono: true, example: '2.4.1' }),
      },
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
