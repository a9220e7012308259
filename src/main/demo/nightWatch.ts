/** What people and detectors do at an alarm host of the demo: armed at night, disarmed in the morning, tested once a day, and now and then an alarm. */
import { randomInt, randomUUID } from 'node:crypto'
import { localTime } from '#simulators/validity.ts'
import type { Values } from '#simulators/SimDevice.ts'

/** By hour: when it is armed, disarmed and tested. */
const [ARMED_FROM, ARMED_TO, TEST_AT] = [22, 6, 3]
const HOUR_MS = 3_600_000
const ALARM_A_NIGHT = 0.12
const BYPASS_A_DAY = 0.08
const USERS = { guard: 3, gateman: 2, manager: 1 } as const
const AWAY = 1

export const isNight = (at: number): boolean => {
  const { hour } = localTime(at)
  return hour >= ARMED_FROM || hour < ARMED_TO
}
const isTestHour = (at: number): boolean => localTime(at).hour === TEST_AT

interface Moment {
  at: number
  identifier: string
  values: Values
}
const moment = (at: number, identifier: string, values: Values): Moment => ({
  ...{ at, identifier },
  values: { guid: randomUUID(), ...values },
})

/** What a host reports from `from` up to `to`, hour by hour. */
export function* nightWatch(from: number, to: number): Generator<Moment> {
  for (let hour = Math.ceil(from / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
    const at = hour + randomInt(0, 12 * 60_000)
    const now = localTime(hour).hour
    if (now === ARMED_FROM) yield moment(at, 'armed', { userNo: USERS.guard, partition: 1, mode: AWAY })
    else if (now === ARMED_TO) yield moment(at, 'disarmed', { userNo: USERS.gateman, partition: 1 })
    else if (now === TEST_AT) yield moment(at, 'testReport', { code: '1602' })
    if (now === 1 && Math.random() < ALARM_A_NIGHT) {
      const zone = { zoneNo: randomInt(1, 4), partition: 1 }
      yield moment(at, 'burglary', { ...zone, on: true, code: '1130' })
      yield moment(at + randomInt(60_000, 200_000), 'silenced', { userNo: USERS.guard, partition: 1 })
      yield moment(at + randomInt(200_000, 400_000), 'burglary', { ...zone, on: false, code: '3130' })
    }
    if (now === 9 && Math.random() < BYPASS_A_DAY) {
      const zone = { zoneNo: 6, userNo: USERS.manager, partition: 1 }
      yield moment(at, 'bypassed', { ...zone, on: true, code: '1570' })
      yield moment(at + randomInt(2, 5) * HOUR_MS, 'bypassed', { ...zone, on: false, code: '3570' })
    }
  }
}

/** Its keypad and its detectors, however it is connected. */
export interface Watched {
  armState: number
  arm(userNo: number): void
  disarm(userNo: number): void
  /** False where a detector is tripped and nothing follows, because the host is disarmed. */
  trip(zoneNo: number): boolean
  restore(zoneNo: number): void
  test(): void
}
const LOOK_MS = 60_000
const FIRST_ALARM_MS = 7 * 60_000
const ALARM_EVERY_MS = 5 * HOUR_MS
const LASTS_MS = [70_000, 160_000] as const
/** The smoke detector, which counts while the host is disarmed. */
const SMOKE = 5

/** Runs until the signal is aborted. Returns at once. */
export function watchAtNight(host: Watched, signal: AbortSignal): void {
  let tested = ''
  const look = (): void => {
    const now = Date.now()
    if (isNight(now) !== (host.armState !== 0)) {
      if (isNight(now)) host.arm(USERS.guard)
      else host.disarm(USERS.gateman)
    }
    const day = new Date(now).toISOString().slice(0, 10)
    if (isTestHour(now) && tested !== day) {
      tested = day
      host.test()
    }
  }
  const alarm = (afterMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      if (signal.aborted) return
      const zone = host.armState === 0 ? SMOKE : randomInt(1, 5)
      if (host.trip(zone)) setTimeout(() => signal.aborted || host.restore(zone), randomInt(...LASTS_MS)).unref()
      alarm(-Math.log(1 - Math.random()) * ALARM_EVERY_MS + LOOK_MS)
    }, afterMs).unref()
  const timer = setInterval(look, LOOK_MS)
  setTimeout(look, 5000).unref()
  alarm(FIRST_ALARM_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}
