/** The possible actions after a refusal, the most suitable first; opening once comes last. */
import type { Text } from '#base/text.ts'
import type { Mend } from '../mend.ts'
import type { Story } from './story.ts'

export interface Offer {
  id: Mend['kind']
  title: Text
  note: Text
  button: Text
  /** The permission point needed for it. */
  point: string
  /** The page where it is done; otherwise it is done in a dialog here. */
  href?: string
}

type Of<K extends Mend['kind']> = Extract<Mend, { kind: K }>
type Words = Omit<Offer, 'id'>

const extended = (groupName?: string): Words => ({
  title: ['延长有效期', 'Extend the validity'],
  note: groupName
    ? [`在权限组「${groupName}」中已到期`, `The right in group ${groupName} has ended`]
    : ['人员的有效期已过', 'The validity of the person has ended'],
  button: ['延期', 'Extend'],
  point: groupName ? 'authGroup:addPeople' : 'person:edit',
})

const joined = ({ groups }: Of<'join'>, appId: string): Words =>
  groups.length
    ? {
        title: ['加入有此门的权限组', 'Add to a group with this door'],
        note: [`可选 ${groups.length} 个权限组`, `Groups to choose from: ${groups.length}`],
        button: ['加入组', 'Add'],
        point: 'authGroup:addPeople',
      }
    : {
        title: ['建一个有此门的权限组', 'Make a group with this door'],
        note: ['还没有权限组包含此门', 'No group has this door yet'],
        button: ['建权限组', 'Make one'],
        point: 'authGroup:add',
        href: `/apply/authGroup/${appId}`,
      }

const OFFERS: { [K in Mend['kind']]: (mend: Of<K>, appId: string, subject: Story['subject']) => Words } = {
  register: ({ cardNo }) => ({
    title: ['登记此人', 'Register this person'],
    note: cardNo
      ? [`卡号 ${cardNo} 还不属于任何人`, `Card ${cardNo} belongs to no person yet`]
      : ['登记后再分配权限', 'Rights can be given afterwards'],
    button: ['登记', 'Register'],
    point: 'person:add',
  }),
  extendPerson: () => extended(),
  extendRight: ({ groupName }) => extended(groupName),
  join: joined,
  hours: ({ groupName, planId, planName }, appId) => ({
    title: ['调整时间计划', 'Change the time plan'],
    note: [`权限组「${groupName}」按「${planName}」放行`, `Group ${groupName} follows "${planName}"`],
    button: ['改时段', 'Change'],
    point: 'timePlan:edit',
    href: `/apply/timePlan/${appId}?row=${planId}`,
  }),
  paused: ({ personId }, appId) => ({
    title: ['启用此人', 'Resume this person'],
    note: ['此人已停用或已离开', 'Paused, or has left'],
    button: ['去启用', 'Open'],
    point: 'person:edit',
    href: `/apply/customPerson/default/${appId}?row=${personId}`,
  }),
  blocked: ({ personId }, appId) => ({
    title: ['移出黑名单', 'Take off the block list'],
    note: ['此人在黑名单中', 'On the block list'],
    button: ['去处理', 'Open'],
    point: 'person:edit',
    href: `/apply/customPerson/default/${appId}?row=${personId}`,
  }),
  door: (_mend, appId, { deviceClass, deviceId }) => ({
    title: ['解除常闭', 'Release the door'],
    note: ['此门处于常闭', 'The door is held closed'],
    button: ['去处理', 'Open'],
    point: 'command:send',
    href: `/${deviceClass}/equi/${appId}?row=${deviceId}`,
  }),
}

/** Null when the person would no longer be refused. */
export function offerOf({ mend, subject }: Pick<Story, 'mend' | 'subject'>, appId: string): Offer | null {
  if (!mend) return null
  const words = OFFERS[mend.kind] as (mend: Mend, appId: string, subject: Story['subject']) => Words
  return { id: mend.kind, ...words(mend, appId, subject) }
}
