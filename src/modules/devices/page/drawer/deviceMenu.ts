/** What the menu of a device's drawer offers: its form and label, upkeep, and the end of what connects it. */
import { EDIT } from '#base/listTexts.ts'
import {
  Ban,
  CircleCheck,
  Clock,
  KeyRound,
  MessageSquareText,
  Pencil,
  Power,
  QrCode,
  RefreshCw,
  Router,
  Unlink,
  Unplug,
} from 'lucide-react'
import { can } from '#console/data/me.ts'
import type { MenuItem } from '#console/kit/overlay/Menu.tsx'
import type { Act } from '../command/classCommands.ts'
import type { DeviceRow } from '../DeviceRow.ts'
import type { DeviceActs } from '../useDeviceActs.ts'

const ICONS: Readonly<Record<string, typeof Power>> = {
  reboot: Power,
  syncTime: Clock,
  getInfo: RefreshCw,
  showMessage: MessageSquareText,
}

/** Permissions that users of an application may lack. */
const mayDo = () => ({
  unbind: can('deviceBind:unbind'),
  disable: can('device:disable'),
  enable: can('device:enable'),
  rotate: can('device:rotateSecret'),
  kick: can('device:kick'),
  edit: can('deviceBind:edit'),
})

export const deviceMenu = (
  row: DeviceRow,
  acts: DeviceActs,
  upkeeps: readonly Act[],
  onUpkeep: (act: Act) => void,
  onEdit: (row: DeviceRow) => void,
  onLabel: (() => void) | undefined,
): MenuItem[] => {
  const may = mayDo()
  const connection = connectionItems(row, acts, may)
  return [
    ...(may.edit ? [{ id: 'edit', label: EDIT, icon: Pencil, end: 'e', onPress: () => onEdit(row) }] : []),
    ...(onLabel ? [{ id: 'label', label: ['标签', 'Label'] as const, icon: QrCode, onPress: onLabel }] : []),
    ...(upkeeps.length
      ? [
          'separator' as const,
          ...upkeeps.map(act => ({
            id: act.id,
            label: act.label,
            icon: ICONS[act.identifier] ?? RefreshCw,
            onPress: () => onUpkeep(act),
          })),
        ]
      : []),
    ...(connection.length ? ['separator' as const, ...connection] : []),
  ]
}

/** What ends or renews its way to the platform. */
function connectionItems(row: DeviceRow, acts: DeviceActs, may: ReturnType<typeof mayDo>): MenuItem[] {
  return [
    ...(may.rotate
      ? [
          {
            id: 'rotate',
            label: ['重置密钥', 'New secret'] as const,
            icon: KeyRound,
            onPress: () => void acts.rotate(row),
          },
        ]
      : []),
    ...(may.edit && row.gateway
      ? [
          {
            id: 'unlinkGateway',
            label: ['解除网关', 'Unlink from gateway'] as const,
            icon: Router,
            onPress: () => void acts.unlinkGateway(row),
          },
        ]
      : []),
    ...(may.kick && row.online
      ? [{ id: 'kick', label: ['断开连接', 'Disconnect'] as const, icon: Unplug, onPress: () => void acts.kick(row) }]
      : []),
    ...(row.enabled && may.disable
      ? [
          {
            id: 'disable',
            label: ['禁用', 'Disable'] as const,
            icon: Ban,
            danger: true,
            onPress: () => acts.askDisable(row),
          },
        ]
      : []),
    ...(!row.enabled && may.enable
      ? [{ id: 'enable', label: ['启用', 'Enable'] as const, icon: CircleCheck, onPress: () => void acts.enable(row) }]
      : []),
    ...(may.unbind
      ? [
          {
            id: 'unbind',
            label: ['解绑', 'Unbind'] as const,
            icon: Unlink,
            danger: true,
            onPress: () => void acts.unbind(row),
          },
        ]
      : []),
  ]
}
