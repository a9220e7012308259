/** The message shown when the server cannot be reached. */
import type { Text } from '#base/text.ts'

export const noAnswer: Text = [
  '无法连接服务器，请检查网络后重试',
  'The server cannot be reached. Check the network and try again',
]
