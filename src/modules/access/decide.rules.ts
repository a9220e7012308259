/**
 * May this person pass this door now? One pure function: the answer to devices that ask, the explanation beside
 * those that decide themselves, and the reason of "may pass because".
 */
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/time.ts'
import { isOpen, type TimePlan } from './timePlan.rules.ts'

export interface KnownPerson {
  id: string
  name: string
  state: number
  personType: number
  validFrom: string | null
  validTo: string | null
}
/** One group that lets the person through this door. */
export interface Right {
  groupId: string
  groupName: string
  validFrom: string | null
  validTo: string | null
  plan: TimePlan | null
}
export interface Step {
  rule: string
  label: Text
  verdict: 'pass' | 'refuse' | 'skipped'
  text: Text
}
export interface Decision {
  allow: boolean
  reason: string | null
  steps: Step[]
}

const RULES: readonly [rule: string, label: Text][] = [
  ['known', ['身份', 'Identity']],
  ['blacklist', ['黑名单', 'Block list']],
  ['state', ['人员状态', 'State']],
  ['validity', ['有效期', 'Validity']],
  ['permission', ['权限组', 'Permission']],
  ['hours', ['时间计划', 'Hours']],
  ['door', ['门模式', 'Door mode']],
]
const BLOCKED = 5
type Verdict = { ok: Text } | { reason: string; text: Text }

const period = (from: string | null, to: string | null, zone: string): Text => {
  const [a, b] = [from ? showInstant(from, zone).slice(0, 16) : null, to ? showInstant(to, zone).slice(0, 16) : null]
  if (!a && !b) return ['长期有效', 'Without end']
  return [`${a ?? '…'} 至 ${b ?? '…'}`, `${a ?? '…'} to ${b ?? '…'}`]
}
const inPeriod = (from: string | null, to: string | null, at: string): boolean =>
  (!from || from <= at) && (!to || at <= to)

/** `doorMode`: 0 normal, 1 held open, 2 held closed, undefined unknown. `at` is RFC 3339 in UTC. */
export function decide(
  person: KnownPerson | null,
  rights: readonly Right[],
  doorMode: number | undefined,
  at: string,
  zone: string,
): Decision {
  const current = rights.filter(right => inPeriod(right.validFrom, right.validTo, at))
  const open = current.filter(right => isOpen(right.plan, at, zone))
  const judge: Record<string, () => Verdict> = {
    known: () =>
      person
        ? { ok: [`认出 ${person.name}`, `This is ${person.name}`] }
        : { reason: 'stranger', text: ['未登记的人员或卡', 'Not a person or card we know'] },
    blacklist: () =>
      person!.personType === BLOCKED
        ? { reason: 'blacklist', text: ['在黑名单中', 'On the block list'] }
        : { ok: ['未命中', 'Not on it'] },
    state: () =>
      person!.state === 0
        ? { ok: ['正常', 'Active'] }
        : {
            reason: 'paused',
            text: person!.state === 1 ? ['人员已停用', 'The person is paused'] : ['人员已离开', 'The person has left'],
          },
    validity: () =>
      inPeriod(person!.validFrom, person!.validTo, at)
        ? { ok: period(person!.validFrom, person!.validTo, zone) }
        : {
            reason: person!.validFrom && at < person!.validFrom ? 'notYet' : 'expired',
            text: period(person!.validFrom, person!.validTo, zone),
          },
    permission: () =>
      current.length
        ? {
            ok: [
              `权限组「${current.map(right => right.groupName).join('、')}」`,
              `Group ${current.map(right => right.groupName).join(', ')}`,
            ],
          }
        : rights.length
          ? {
              // A right that still comes is more than one that is over.
              reason: rights.some(right => right.validFrom && at < right.validFrom) ? 'notYet' : 'expired',
              text: [
                `权限组「${rights[0]!.groupName}」中的授权 ${period(rights[0]!.validFrom, rights[0]!.validTo, zone)[0]}`,
                `The right in group ${rights[0]!.groupName} is valid ${period(rights[0]!.validFrom, rights[0]!.validTo, zone)[1]}`,
              ],
            }
          : { reason: 'noPermission', text: ['没有包含此门的权限组', 'No group with this door'] },
    hours: () =>
      open.length
        ? {
            ok: open[0]!.plan
              ? [`「${open[0]!.plan.name}」之内`, `Within "${open[0]!.plan.name}"`]
              : ['全天', 'Any time'],
          }
        : {
            reason: 'notInTime',
            text: [
              `不在「${current[0]!.plan?.name ?? ''}」的时段内`,
              `Outside the hours of "${current[0]!.plan?.name ?? ''}"`,
            ],
          },
    door: () =>
      doorMode === 2
        ? { reason: 'doorClosed', text: ['门处于常闭', 'The door is held closed'] }
        : { ok: doorMode === 1 ? ['常开', 'Held open'] : ['受控', 'Controlled'] },
  }
  let refused: string | null = null
  const steps = RULES.map(([rule, label]): Step => {
    if (refused) return { rule, label, verdict: 'skipped', text: ['前一条已拒绝', 'Refused before'] }
    const verdict = judge[rule]!()
    if ('ok' in verdict) return { rule, label, verdict: 'pass', text: verdict.ok }
    refused = verdict.reason
    return { rule, label, verdict: 'refuse', text: verdict.text }
  })
  return { allow: refused === null, reason: refused, steps }
}
