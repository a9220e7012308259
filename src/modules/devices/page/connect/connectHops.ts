/** The steps of a device up to its first message; a failed one says why and what to do. */
import type { Text } from '#base/text.ts'

export interface Check {
  enabled: boolean
  online: boolean
  session: { online: boolean; openedAt: string; address: string | null; reason: string | null } | null
  spoke: { at: string; kind: number } | null
  refusals: readonly { reason: string; tries: number; lastAt: string; address: string }[]
  ports?: Readonly<Record<string, number>>
}
export interface Hop {
  id: string
  title: Text
  note: Text | null
  state: 'done' | 'now' | 'broken' | 'coming'
  at: string | null
}

/** Why the gate refused the device, and what to do. */
const WHY: Readonly<Record<string, Text>> = {
  badSecret: [
    '密钥不对：请核对密码，注意首尾空格；若已重置密钥，请使用新的。',
    'The secret is wrong: check the password, also for blanks at its ends; after a new secret use that one.',
  ],
  unknownDevice: ['没有这台设备：请核对序列号与产品标识。', 'No such device: check serial number and product key.'],
  disabled: [
    '设备已被禁用：在设备的菜单中启用后再试。',
    'The device is disabled: enable it in its menu and try again.',
  ],
  flapping: [
    '连接过于频繁（一分钟内超过 30 次），请稍候再连，并检查是否有两台设备使用同一凭据。',
    'It connects too often (more than 30 times a minute). Wait, and see whether two devices share these credentials.',
  ],
  unapproved: [
    '设备没有出示证明，请到「在线设备 › 待批准」批准它的地址。',
    'It proves nothing but its serial: approve its address under Devices online › To approve.',
  ],
  onlyBehind: [
    '这种型号只能经由网关接入：请由网关登录它。',
    'This model connects through a gateway only: let its gateway log it in.',
  ],
  notGateway: [
    '所经的设备不是网关：请检查它的型号的「节点类型」。',
    'The device that carries it is no gateway: see the node type of its model.',
  ],
  otherApplication: [
    '设备与网关不在同一应用：请把两者绑定到同一应用。',
    'Device and gateway are not in the same application: bind both to the same one.',
  ],
  nestedGateway: [
    '网关不能经由另一台网关接入：请让它自己连接。',
    'A gateway does not connect through another one: let it connect by itself.',
  ],
  gatewayFull: [
    '网关下的设备已满：请解除不再经由它的设备。',
    'The gateway has as many devices as it may: unlink those that are no longer behind it.',
  ],
  stale: ['签名的时间与平台相差超过 5 分钟，请校时。', 'The signature is more than 5 minutes off: set its clock.'],
  replayed: ['同一签名用了两次。', 'The same signature was used twice.'],
  busy: ['平台正忙，设备会自动重试。', 'The platform is busy; the device will try again.'],
}
const whyRefused = (reason: string): Text => WHY[reason] ?? [`被拒绝：${reason}`, `Refused: ${reason}`]

/** Before the first check, only that it is in stock and bound is known. */
export const hopsOf = (check: Check | undefined): readonly Hop[] => {
  const refusal = check?.refusals[0]
  const session = check?.session
  const called = session ?? refusal
  const authenticated = Boolean(session) && !refusal
  const hops: Omit<Hop, 'state'>[] = [
    { id: 'stocked', title: ['已入库', 'Stocked'], note: null, at: null },
    { id: 'bound', title: ['已绑定应用', 'Bound to the application'], note: null, at: null },
    {
      id: 'called',
      title: ['设备呼叫', 'It called'],
      note: called
        ? [`来自 ${refusal?.address ?? session?.address ?? ''}`, `From ${refusal?.address ?? session?.address ?? ''}`]
        : ['等待设备连接', 'Waiting for it to call'],
      at: refusal?.lastAt ?? session?.openedAt ?? null,
    },
    {
      id: 'authenticated',
      title: ['身份验证', 'Authenticated'],
      note: refusal
        ? whyRefused(refusal.reason)
        : authenticated && !session!.online
          ? ['通过，随后断开了连接', 'It did, and left again']
          : null,
      at: authenticated ? session!.openedAt : null,
    },
    {
      id: 'spoke',
      title: ['第一条消息', 'Its first word'],
      note:
        authenticated && !check?.spoke
          ? ['已连接，等待它上报属性或事件', 'Connected. Waiting for a report or an event']
          : null,
      at: check?.spoke?.at ?? null,
    },
  ]
  const reached = check?.spoke ? 5 : authenticated ? 4 : called ? 3 : 2
  return hops.map((hop, at) => ({
    ...hop,
    state:
      at < reached
        ? 'done'
        : refusal && hop.id === 'authenticated' && !check?.spoke
          ? 'broken'
          : at === reached
            ? 'now'
            : 'coming',
  }))
}
export const isConnected = (check: Check | undefined): boolean => Boolean(check?.spoke) && Boolean(check?.session)
