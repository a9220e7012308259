/** Names of the accounts that the product creates itself, also where they are shown as authors of changes. */
import type { Text } from '#base/text.ts'

export const staffNames: readonly Text[] = [
  ['平台管理员', 'Administrator'],
  ['演示账号', 'Demonstration account'],
  ['演示数据', 'Demonstration data'],
  ['主密钥', 'Main key'],
]
