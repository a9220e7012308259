/** Three levels of access to devices, each as a set of permission points. */
import type { Text } from '#base/text.ts'

export interface DeviceRight {
  id: 'see' | 'control' | 'configure'
  title: Text
  note: Text
  holds: (point: string) => boolean
}
const DEVICE_NOUNS = new Set([
  'device',
  'deviceBind',
  'deviceEvent',
  'deviceLog',
  'session',
  'door',
  'linkage',
  'linkageRun',
  'command',
  'passRecord',
  'syncTask',
  'refusal',
])
const LOOKS = new Set(['list', 'view', 'export', 'stat'])
const ofDevices = (point: string): boolean => DEVICE_NOUNS.has(point.split(':')[0] ?? '')
const looks = (point: string): boolean => LOOKS.has(point.split(':')[1] ?? '')

export const DEVICE_RIGHTS: readonly DeviceRight[] = [
  {
    id: 'see',
    title: ['查看', 'See'],
    note: ['设备、状态、事件、记录与日志', 'Devices, their state, events, records and logs'],
    holds: point => ofDevices(point) && looks(point),
  },
  {
    id: 'control',
    title: ['控制', 'Control'],
    note: ['开门、升降、重启等远程指令', 'Open, move, restart: commands from afar'],
    holds: point => point === 'command:send' || point === 'command:cancel',
  },
  {
    id: 'configure',
    title: ['配置', 'Configure'],
    note: [
      '添加、修改、解绑设备，设置属性，管理联动',
      'Add, change and unbind devices, set properties, manage linkage',
    ],
    holds: point => ofDevices(point) && !looks(point) && point !== 'command:send' && point !== 'command:cancel',
  },
]
