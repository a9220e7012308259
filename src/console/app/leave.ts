/** Signs out after a confirmation. */
import type { Text } from '#base/text.ts'
import { signOut } from '#console/app/signOut.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'

export const SIGN_OUT: Text = ['退出登录', 'Sign out']

export const leave = async (): Promise<void> => {
  if (await confirm({ message: ['确定退出登录吗？', 'Sign out now?'] })) await signOut()
}
