/**
 * May this person pass this door now? One pure function: the answer to devices that ask, the explanation of decisions
 * by devices themselves, and the reason shown for "may pass".
 */
import type { Text } from '#base/text.ts'
import { DIRECT } from '#model/delivery.ts'
import { showInstant } from '#base/zonedTime.ts'
import { isOpen, type TimePlan } from './timePlan.rules.ts'

export interface KnownPerson {
  id: string
  name: string
  state: number
  personType: number
  validFrom: string | null
  validTo: string | null
}
/** One group, or one direct right, that allows the person to pass this door. */
export interface Right {
  groupId: string
  /** Null for a direct right. */
  groupName: string | null
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

const BLOCKED = 5
type Verdict = { ok: Text } | { reason: string; text: Text }

const period = (from: string | null, to: string | null, zone: string): Text => {
  const [a, b] = [from ? showInstant(from, zone).slice(0, 16) : null, to ? showInstant(to, zone).slice(0, 16) : null]
  if (!a && !b) return ['长期有效', 'Without end']
  return [`${a ?? '…'} 至 ${b ?? '…'}`, `${a ?? '…'} to ${b ?? '…'}`]
}
const inPeriod = (from: string | null, to: string | null, at: string): boolean =>
  (!from || from <= at) && (!to || at <= to)

interface Attempt {
  person: KnownPerson | null
  rights: readonly Right[]
  /** 0 normal, 1 held open, 2 held closed, undefined unknown. */
  doorMode: number | undefined
  /** RFC 3339 in UTC. */
  at: string
  zone: string
}
/** Rules after `known` are evaluated only for a known person. */
type KnownAttempt = Attempt & { person: KnownPerson }

const known = ({ person }: Attempt): Verdict =>
  person
    ? { ok: [`认出 ${person.name}`, `This is ${person.name}`] }
    : { reason: 'stranger', text: ['未登记的人员、卡或车牌', 'Not a person, card or plate we know'] }

const blacklist = ({ person }: KnownAttempt): Verdict =>
  person.personType === BLOCKED
    ? { reason: 'blacklist', text: ['在黑名单中', 'On the block list'] }
    : { ok: ['未命中', 'Not on it'] }

const state = ({ person }: KnownAttempt): Verdict =>
  person.state === 0
    ? { ok: ['正常', 'Active'] }
    : {
        reason: 'paused',
        text: person.state === 1 ? ['人员已停用', 'The person is paused'] : ['人员已离开', 'The person has left'],
      }

function validity({ person, at, zone }: KnownAttempt): Verdict {
  const text = period(person.validFrom, person.validTo, zone)
  return inPeriod(person.validFrom, person.validTo, at)
    ? { ok: text }
    : { reason: person.validFrom && at < person.validFrom ? 'notYet' : 'expired', text }
}

const currentRights = ({ rights, at }: Attempt): readonly Right[] =>
  rights.filter(right => inPeriod(right.validFrom, right.validTo, at))

/** The groups that give these rights, and that one is direct. */
function sourcesOf(rights: readonly Right[]): Text {
  const groups = rights.flatMap(right => right.groupName ?? [])
  const direct = groups.length < rights.length
  const named: Text[] = [
    ...(groups.length ? [[`权限组「${groups.join('、')}」`, `Group ${groups.join(', ')}`] as const] : []),
    ...(direct ? [DIRECT] : []),
  ]
  return [named.map(([zh]) => zh).join('、'), named.map(([, en]) => en).join(', ')]
}

function permission(attempt: KnownAttempt): Verdict {
  const { rights, at, zone } = attempt
  const current = currentRights(attempt)
  if (current.length) return { ok: sourcesOf(current) }
  const [first] = rights
  if (!first) return { reason: 'noPermission', text: ['没有此门的授权', 'No right at this door'] }
  const [zh, en] = period(first.validFrom, first.validTo, zone)
  return {
    // A right that starts later is reported in preference to an expired one.
    reason: rights.some(right => right.validFrom && at < right.validFrom) ? 'notYet' : 'expired',
    text:
      first.groupName === null
        ? [`直接授权 ${zh}`, `The direct right is valid ${en}`]
        : [`权限组「${first.groupName}」中的授权 ${zh}`, `The right in group ${first.groupName} is valid ${en}`],
  }
}

function hours(attempt: KnownAttempt): Verdict {
  const current = currentRights(attempt)
  const open = current.find(right => isOpen(right.plan, attempt.at, attempt.zone))
  if (open)
    return { ok: open.plan ? [`「${open.plan.name}」之内`, `Within "${open.plan.name}"`] : ['全天', 'Any time'] }
  const name = current[0]!.plan?.name ?? ''
  return { reason: 'notInTime', text: [`不在「${name}」的时段内`, `Outside the hours of "${name}"`] }
}

const door = ({ doorMode }: Attempt): Verdict =>
  doorMode === 2
    ? { reason: 'doorClosed', text: ['门处于常闭', 'The door is held closed'] }
    : { ok: doorMode === 1 ? ['常开', 'Held open'] : ['受控', 'Controlled'] }

/** Evaluated in this order; the rules after a refusal are skipped. */
const RULES: readonly [rule: string, label: Text, judge: (attempt: KnownAttempt) => Verdict][] = [
  ['known', ['身份', 'Identity'], known],
  ['blacklist', ['黑名单', 'Block list'], blacklist],
  ['state', ['人员状态', 'State'], state],
  ['validity', ['有效期', 'Validity'], validity],
  ['permission', ['权限组', 'Permission'], permission],
  ['hours', ['时间计划', 'Hours'], hours],
  ['door', ['门模式', 'Door mode'], door],
]

/** `doorMode`: 0 normal, 1 held open, 2 held closed, undefined unknown. `at` is RFC 3339 in UTC. */
export function decide(
  person: KnownPerson | null,
  rights: readonly Right[],
  doorMode: number | undefined,
  at: string,
  zone: string,
): Decision {
  const attempt = { person, rights, doorMode, at, zone } as KnownAttempt
  let refused: string | null = null
  const steps = RULES.map(([rule, label, judge]): Step => {
    if (refused) return { rule, label, verdict: 'skipped', text: ['前一条已拒绝', 'Refused before'] }
    const verdict = judge(attempt)
    if ('ok' in verdict) return { rule, label, verdict: 'pass', text: verdict.ok }
    refused = verdict.reason
    return { rule, label, verdict: 'refuse', text: verdict.text }
  })
  return { allow: refused === null, reason: refused, steps }
}
