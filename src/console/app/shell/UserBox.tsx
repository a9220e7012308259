/** The signed-in user, with the actions to lock the screen and to sign out, and on a phone language and theme. */
import { Ellipsis, Lock, LogOut, ShieldCheck } from 'lucide-react'
import { YOUR_ACCOUNT } from '#base/texts.ts'
import { lockNow } from '#console/app/lockNow.ts'
import { leave, SIGN_OUT } from '#console/app/leave.ts'
import { useLook } from '#console/app/shell/useLook.ts'
import { useMe } from '#console/data/me.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { MenuButton } from '#console/kit/overlay/MenuButton.tsx'

const types: readonly Words[] = [
  ['平台管理员', 'Administrator'],
  ['平台员工', 'Platform staff'],
  ['代理商', 'Agency'],
  ['供应商', 'Supplier'],
  ['应用用户', 'Application user'],
  ['终端用户', 'End user'],
]

export const UserBox = () => {
  const translate = useTranslate()
  const me = useMe()
  const look = useLook(true)
  if (!me) return null
  const { sysUser: user, home } = me
  const name = user.nickname || user.username
  return (
    <div className="user-box">
      <Avatar name={name} src={user.avatar ?? undefined} />
      <div className="user-box-words">
        <b className="ellipsis">{name}</b>
        <small className="ellipsis">{translate(types[user.type] ?? '')}</small>
      </div>
      <MenuButton
        icon={Ellipsis}
        label={['账号菜单', 'Account menu']}
        placement="top start"
        items={[
          { id: 'security', label: YOUR_ACCOUNT, icon: ShieldCheck, onPress: () => navigate(`${home}/security`) },
          { id: 'lock', label: ['锁屏', 'Lock the screen'], icon: Lock, onPress: lockNow },
          ...look,
          'separator',
          { id: 'leave', label: SIGN_OUT, icon: LogOut, danger: true, onPress: () => void leave() },
        ]}
      />
    </div>
  )
}
