/** The kinds of pages of device classes, in the order of the menu: how each is called, and the nouns whose permission points belong to it. */
import type { Text } from '#base/text.ts'
import type { PageKind } from '#model/device.ts'

export const CLASS_PAGES: Record<PageKind, { label: Text; nouns: readonly string[] }> = {
  equiSum: { label: ['设备总览', 'Overview'], nouns: ['deviceBind'] },
  equi: { label: ['设备管理', 'Devices'], nouns: ['deviceBind', 'command'] },
  authorize: { label: ['授权管理', 'Authorisation'], nouns: ['personAuth'] },
  person: { label: ['人员管理', 'People'], nouns: ['person'] },
  discern: { label: ['识别记录', 'Records'], nouns: ['passRecord'] },
  accessControl: { label: ['门禁管理', 'Door control'], nouns: ['doorControl', 'doorSetting', 'command'] },
  capture: { label: ['抓拍记录', 'Captures'], nouns: ['passRecord'] },
  pswOrder: { label: ['密码指令', 'PIN orders'], nouns: ['pinOrder'] },
  event: { label: ['事件记录', 'Events'], nouns: ['deviceEvent'] },
  union: { label: ['联动管理', 'Linkage'], nouns: ['linkage', 'linkageRun'] },
  callback: { label: ['回调管理', 'Callbacks'], nouns: ['callback', 'delivery'] },
  log: { label: ['扫码日志', 'Scans'], nouns: ['scanRecord', 'passCode'] },
  operateRecord: { label: ['操作记录', 'Operations'], nouns: ['deviceOperation'] },
  record: { label: ['记录', 'Records'], nouns: [] },
}
