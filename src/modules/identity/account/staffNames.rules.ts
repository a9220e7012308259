/** How the accounts that the product makes itself are called, also where others note who did something. */
import type { Text } from '#base/text.ts'

export const staffNames: readonly Text[] = [
  ['平台管理员', 'Administrator'],
  ['演示账号', 'Demonstration account'],
  ['主密钥', 'Main key'],
]
