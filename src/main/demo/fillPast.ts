/**
 * The month before the last hours: the only data of the demo that does not come through the public API or from a device, because
 * that would take an hour. `devices` stores it with the function that stores all facts; `past.test.ts` compares both.
 */
import { randomInt } from 'node:crypto'
import {
  handlePast,
  storePast,
  storePastCommands,
  storePastReadings,
  storePastSessions,
  type PastCommand,
  type PastEvent,
  type PastSession,
} from '#modules/devices/api.ts'
import type { Ports } from '#server/ports.ts'
import { batteryPast } from './batteryPast.ts'
import { GONE_MS, happenings, type Happening, type Played } from './happenings.ts'

const DAY_MS = 86_400_000
export const PAST_DAYS = 31
/** Facts in one statement, at least. */
const AT_ONCE = 800
const REMARKS = [
  '已到现场查看，门已关好',
  '住户搬家具，已提醒',
  '已电话联系，恢复正常',
  '门磁松动，已报修',
  '误触，已复位',
]
const REASONS = ['访客未带证件', '快递代收', '住户忘带卡', '送货车辆', '检修', '电话核实后放行']
/** Mean days between two interruptions of a device's connection, and their length in minutes. */
const [BREAK_DAYS, BREAK_MIN] = [6, 14]
const COMMANDS_A_DAY = 40

/**
 * Fills the days from `now` − 31 d until `to`; its devices have been connected since `began`. Returns the
 * number of stored facts.
 */
export async function fillPast(
  ports: Ports,
  played: Played,
  { now, to, began }: { now: number; to: number; began: number },
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<number> {
  const from = now - PAST_DAYS * DAY_MS
  let count = 0
  let waiting: PastEvent[] = []
  // The latest days first: a page about the last week is complete early.
  for (let end = to; end > from && !signal.aborted; end -= DAY_MS) {
    waiting.push(...happenings(played, Math.max(from, end - DAY_MS), end, now).map(pastEvent))
    if (waiting.length < AT_ONCE && end - DAY_MS > from) continue
    count += await storePast(ports, waiting)
    waiting = []
    progress(Math.min(1, (to - end + DAY_MS) / (to - from)))
  }
  await storePastSessions(
    ports,
    [
      ...played.players.map(({ id, plan }) => [id, plan.gone ? now - GONE_MS : began] as const),
      ...played.others.map(id => [id, began] as const),
    ].flatMap(([id, end]) => sessionsOf(id, from, end)),
  )
  await storePastCommands(ports, [...commandsIn(played, from, began)])
  // Devices state what their batteries have, and never what they had: the last hours are filled too.
  for (const player of played.players)
    await storePastReadings(ports, player, batteryPast(player, from, player.plan.gone ? now - GONE_MS : began))
  const { manager } = played.plan.sites[0]!
  const ids = played.players.map(({ id }) => id)
  await handlePast(ports, ids, new Date(to), { name: manager, remarks: REMARKS })
  return count
}

const pastEvent = ({ player, at, identifier, values }: Happening): PastEvent => ({
  ...{ deviceId: player.id, deviceClass: player.deviceClass },
  ...{ identifier, params: values, at: Math.round(at) },
})

/** Connected with some interruptions, until it was connected here or lost power. */
function sessionsOf(deviceId: string, from: number, end: number): PastSession[] {
  const sessions: PastSession[] = []
  for (let at = from; at < end;) {
    const to = Math.min(end, at - Math.log(1 - Math.random()) * BREAK_DAYS * DAY_MS)
    const reason = to === end ? 'takenOver' : 'silent'
    if (to - at > 60_000) sessions.push({ deviceId, from: at, to, reason })
    at = to - Math.log(1 - Math.random()) * BREAK_MIN * 60_000 + 20_000
  }
  return sessions
}

function* commandsIn({ plan, players }: Played, from: number, to: number): Generator<PastCommand> {
  const controllers = players.filter(player => player.cards)
  if (!controllers.length) return
  for (let at = from; at < to; at += (-Math.log(1 - Math.random()) * DAY_MS) / COMMANDS_A_DAY) {
    const player = controllers[randomInt(controllers.length)]!
    const lot = Math.random()
    const state = lot < 0.93 ? 3 : lot < 0.97 ? 4 : 5
    yield {
      ...{ deviceId: player.id, component: `door:${randomInt(1, player.doors!.count + 1)}`, identifier: 'openDoor' },
      ...{ reason: REASONS[randomInt(REASONS.length)]!, userName: plan.sites[randomInt(plan.sites.length)]!.manager },
      ...{ at, state, seconds: state === 5 ? 15 : 0.3 + Math.random() * 0.6 },
      message: state === 4 ? '门锁驱动异常' : state === 5 ? '设备未在时限内应答' : null,
    }
  }
}
