/** The possible actions after a refusal, the most suitable first; opening once comes last. */
import type { Text } from '#base/text.ts'
import type { Mend, AtDoor } from '../mend.ts'
import type { Story } from './story.ts'

export interface Offer {
  id: Mend['kind']
  title: Text
  note: Text
  /** Nothing to press where it is done at the door. */
  act?: Act
}
interface Act {
  button: Text
  /** The permission point needed for it. */
  point: string
  /** The page where it is done; otherwise it is done in a dialog here. */
  href?: string
}

type Of<K extends Mend['kind']> = Extract<Mend, { kind: K }>
type Words = Omit<Offer, 'id'>

/** The point that changes a right of a group, or a direct one. */
const pointOf = ({ groupName }: Of<'extendRight' | 'startRight'>): string =>
  groupName === null ? 'personAuth:grant' : 'authGroup:addPeople'

const extended = (right?: Of<'extendRight' | 'startRight'>): Words => ({
  title: ['延长有效期', 'Extend the validity'],
  note: !right
    ? ['人员的有效期已过', 'The validity of the person has ended']
    : right.groupName === null
      ? ['在此门的直接授权已到期', 'The direct right at this door has ended']
      : [`在权限组「${right.groupName}」中已到期`, `The right in group ${right.groupName} has ended`],
  act: { button: ['延期', 'Extend'], point: right ? pointOf(right) : 'person:edit' },
})

const joined = ({ groups }: Of<'join'>, appId: string): Words =>
  groups.length
    ? {
        title: ['加入有此门的权限组', 'Add to a group with this door'],
        note: [`可选 ${groups.length} 个权限组`, `Groups to choose from: ${groups.length}`],
        act: { button: ['加入组', 'Add'], point: 'authGroup:addPeople' },
      }
    : {
        title: ['建一个有此门的权限组', 'Make a group with this door'],
        note: ['还没有权限组包含此门', 'No group has this door yet'],
        act: { button: ['建权限组', 'Make one'], point: 'authGroup:add', href: `/apply/authGroup/${appId}` },
      }

const begun = (right?: Of<'extendRight' | 'startRight'>): Words => ({
  title: ['提前生效', 'Let it begin earlier'],
  note: !right
    ? ['人员的有效期还未开始', 'The validity of the person has not begun']
    : right.groupName === null
      ? ['在此门的直接授权还未生效', 'The direct right at this door has not begun']
      : [`在权限组「${right.groupName}」中还未生效`, `The right in group ${right.groupName} has not begun`],
  act: { button: ['提前生效', 'Begin'], point: right ? pointOf(right) : 'person:edit' },
})

/** What people do at the door where nothing that is stored has to change. */
const WORDS_AT_DOOR: Readonly<Record<AtDoor, Words>> = {
  liveness: {
    title: ['请本人正对镜头再试', 'Ask the person to face the camera'],
    note: [
      '照片和屏幕不能通过；本人多次不过时，可用卡或码',
      'Pictures and screens do not pass; a card or a code helps where a real face fails again',
    ],
  },
  mask: {
    title: ['请戴好口罩再试', 'Ask the person to put on a mask'],
    note: ['此门要求戴口罩', 'This door requires one'],
  },
  temperature: {
    title: ['请稍后重新测温', 'Measure the temperature again'],
    note: ['仍然异常时，按本单位的规定登记处理', 'Where it stays high, follow the rules of your site'],
  },
  forged: {
    title: ['不要放行，核实出示码的人', 'Do not let pass; find out who showed it'],
    note: ['这个码不是本应用签发的，可能是仿造', 'No key of this application signed it, so it may be a copy'],
  },
  late: {
    title: ['请再试一次', 'Try once more'],
    note: [
      '平台没有及时答复；经常出现时，检查设备的网络',
      'The platform did not answer in time; where that is common, look at the network of the device',
    ],
  },
  personalCode: {
    title: ['请出示最新的人员码', 'Ask for the current personal code'],
    note: [
      '人员码只能用一次，手机上的会自动更新，截图无效',
      'It opens once and is replaced on the phone; a picture of it opens nothing',
    ],
  },
}

const onPerson = (button: Text, personId: string, appId: string): Act => ({
  ...{ button, point: 'person:edit' },
  href: `/apply/customPerson/default/${appId}?row=${personId}`,
})

const OFFERS: { [K in Mend['kind']]: (mend: Of<K>, appId: string, subject: Story['subject']) => Words } = {
  register: ({ cardNo }) => ({
    title: ['登记此人', 'Register this person'],
    note: cardNo
      ? [`卡号 ${cardNo} 还不属于任何人`, `Card ${cardNo} belongs to no person yet`]
      : ['登记后再分配权限', 'Rights can be given afterwards'],
    act: { button: ['登记', 'Register'], point: 'person:add' },
  }),
  extendPerson: () => extended(),
  extendRight: right => extended(right),
  startPerson: () => begun(),
  startRight: right => begun(right),
  newCode: ({ personId }, appId, { deviceClass, personName }) => ({
    title: ['签发新码', 'Issue a new code'],
    note: personId
      ? [`为${personName ?? '持码人'}签发此门可用的新码`, `A code for this door, for ${personName ?? 'its holder'}`]
      : ['先核实来人，再为其签发', 'First find out who it is'],
    act: {
      button: ['去签发', 'Issue'],
      point: 'passCode:issue',
      href: `/${deviceClass}/log/${appId}?tab=passCode${personId ? `&personId=${personId}` : ''}`,
    },
  }),
  atDoor: ({ of }) => WORDS_AT_DOOR[of],
  join: joined,
  hours: ({ groupName, planId, planName }, appId) => ({
    title: ['调整时间计划', 'Change the time plan'],
    note:
      groupName === null
        ? [`直接授权按「${planName}」放行`, `The direct right follows "${planName}"`]
        : [`权限组「${groupName}」按「${planName}」放行`, `Group ${groupName} follows "${planName}"`],
    act: { button: ['改时段', 'Change'], point: 'timePlan:edit', href: `/apply/timePlan/${appId}?row=${planId}` },
  }),
  paused: ({ personId }, appId) => ({
    title: ['启用此人', 'Resume this person'],
    note: ['此人已停用或已离开', 'Paused, or has left'],
    act: onPerson(['去启用', 'Open'], personId, appId),
  }),
  blocked: ({ personId }, appId) => ({
    title: ['移出黑名单', 'Take off the block list'],
    note: ['此人在黑名单中', 'On the block list'],
    act: onPerson(['去处理', 'Open'], personId, appId),
  }),
  door: (_mend, appId, { deviceClass, deviceId }) => ({
    title: ['解除常闭', 'Release the door'],
    note: ['此门处于常闭', 'The door is held closed'],
    act: { button: ['去处理', 'Open'], point: 'command:send', href: `/${deviceClass}/equi/${appId}?row=${deviceId}` },
  }),
}

/** Null when the person would no longer be refused. */
export function offerOf({ mend, subject }: Pick<Story, 'mend' | 'subject'>, appId: string): Offer | null {
  if (!mend) return null
  const words = OFFERS[mend.kind] as (mend: Mend, appId: string, subject: Story['subject']) => Words
  return { id: mend.kind, ...words(mend, appId, subject) }
}

/** Whether opening the door once is offered after this refusal: not for a code that may be a copy. */
export const opensOnce = ({ mend, subject }: Pick<Story, 'mend' | 'subject'>): boolean =>
  Boolean(subject.component) && !(mend?.kind === 'atDoor' && mend.of === 'forged')
