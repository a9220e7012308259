/** Labels in the audit for acts and objects that no noun declares. */
import { AUDIT, NAME } from '#base/labelTexts.ts'
import { FAILED } from '#base/outcomeTexts.ts'
import type { Text } from '#base/text.ts'
import type { Choices } from '#model/field.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { SET_LABEL, SET_PROPERTIES } from '#modules/devices/command/commandWords.rules.ts'

const choices = (words: Record<string, Text>): Choices =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, [key, ...text] as const]))

export const ACTS = choices({
  bulk: ['批量操作', 'Bulk action'],
  undoRemove: ['撤销删除', 'Deletion undone'],
  fetchExport: ['下载导出文件', 'Export downloaded'],
  cancelJob: ['取消任务', 'Job cancelled'],
  checkAgain: ['再次校验文件', 'File checked again'],
  importChecked: ['导入已检查的文件', 'Checked file imported'],
  register: ['注册', 'Register'],
  firstPassword: ['设置首个密码', 'First password set'],
  changePassword: ['修改密码', 'Password changed'],
  resetPassword: ['重置密码', 'Password reset'],
  bindPhone: ['绑定手机号', 'Phone set'],
  addFactor: ['添加第二步验证', 'Second factor added'],
  removeFactor: ['移除第二步验证', 'Second factor removed'],
  renewRecovery: ['更换恢复码', 'Recovery codes renewed'],
  endSession: ['结束会话', 'Session ended'],
  endSessions: ['结束全部会话', 'Sessions ended'],
  refreshReuse: ['刷新令牌重复使用', 'Refresh token used twice'],
  setPermission: ['设置权限', 'Permissions set'],
  rotate: ['更换密钥', 'Key rotated'],
  rotateSecret: ['更换密钥', 'Secret rotated'],
  revoke: ['吊销', 'Revoked'],
  reveal: ['查看原文', 'Shown in full'],
  retire: ['到期清理', 'Removed when its term was over'],
  moveRefused: ['未能自动变更', 'Could not change by itself'],
  disable: ['停用', 'Switched off'],
  enable: ['启用', 'Switched on'],
  bind: ['绑定', 'Bound'],
  unbind: ['解绑', 'Unbound'],
  change: ['修改', 'Changed'],
  [SET_PROPERTIES]: SET_LABEL,
  kick: ['断开', 'Disconnected'],
  unlinkGateway: ['解除网关', 'Unlinked from gateway'],
  link: ['生成链接', 'Link made'],
  'ask.open': ['申请开通', 'Asked to open'],
  'ask.change': ['申请变更', 'Asked to change'],
  'ask.close': ['申请停用', 'Asked to close'],
})

export const OBJECTS = choices({
  job: ['任务', 'Job'],
  document: ['文件', 'Document'],
  portrait: ['人像', 'Portrait'],
  capture: ['抓拍', 'Picture of a passage'],
  notice: ['通知', 'Notice'],
  reading: ['读数', 'Reading'],
  exportFile: ['导出文件', 'Export file'],
  audit: AUDIT,
  onlineLog: ['在线记录', 'Times online'],
  workItem: ['处理记录', 'Handling of events'],
})

/** What acts count or name beside the fields of their noun. */
export const COUNTED: Readonly<Record<string, Text>> = {
  rows: ['行数', 'Rows'],
  ok: ['成功', 'Done'],
  failed: FAILED,
  filters: ['筛选条件', 'Filters'],
  columns: ['列', 'Columns'],
  act: ['操作', 'Action'],
  items: ['项数', 'Items'],
  people: ['人员', 'People'],
  doors: ['门', 'Doors'],
  devices: ['设备', 'Devices'],
  deliveries: ['推送', 'Deliveries'],
  memberships: ['移出的权限组', 'Groups left'],
  retried: ['重新下发', 'Sent again'],
  menus: ['菜单', 'Menus'],
  organisations: ['机构', 'Organisations'],
  component: deviceEvent.fields.component.label,
  version: ['版本', 'Version'],
  firstBad: ['第一条不符的记录', 'First record that differs'],
  from: ['自', 'From'],
  through: ['至', 'Through'],
  name: NAME,
  effects: ['影响', 'Effects'],
  removed: ['清理的条数', 'Records removed'],
  count: ['清理的条数', 'Records removed'],
  about: ['清理的大约条数', 'Records removed, about'],
  keptDays: ['保留天数', 'Days kept'],
}
