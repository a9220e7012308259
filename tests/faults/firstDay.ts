/**
 * `count` devices whose clock begins on 2000-01-01, in seconds or milliseconds, report what happens at their doors; the server
 * is killed and they send it again: each alarm rings once, each passage is listed once, and no state freezes.
 */
import { doorDevice } from './doorDevice.ts'
import type { FaultDevice, Stage } from './stage.ts'
import { answers, became, pause } from './stage.ts'

const FIRST_DAY_MS = Date.UTC(2000, 0, 1)
const KINDS = ['fire', 'forcedOpen', 'tamper'] as const

export async function firstDay(
  { product, appId, productKey, devices, check, onEnd }: Stage,
  count: number,
): Promise<void> {
  const used = devices.slice(0, count)
  const publish = async (device: FaultDevice, no: number): Promise<void> => {
    const door = await doorDevice(product.mqttPort, device, productKey)
    onEnd(door.end)
    const send = (path: string, params: object): Promise<unknown> =>
      door.client.publishAsync(
        `/sys/${productKey}/${device.sn}/thing/event/${path}/post`,
        JSON.stringify({ id: '1', params }),
        { qos: 1 },
      )
    // Every second one counts seconds.
    const at = (seconds: number): number => (FIRST_DAY_MS + seconds * 1000) / (no % 2 ? 1000 : 1)
    for (const [index, kind] of KINDS.entries()) await send(kind, { value: { doorNo: 1, on: true }, time: at(index) })
    await send('pass', { value: { guid: `first-${device.sn}`, doorNo: 1, method: 2, ok: true }, time: at(9) })
    await send('property', { uptime: { value: 9, time: at(9) } })
    await send('property', { uptime: { value: no + 10, time: Date.now() } })
    await door.end()
  }
  await Promise.all(used.map(publish))
  process.kill(product.pids().server!, 'SIGKILL')
  await pause(300)
  await answers(product)
  await Promise.all(used.map(publish))
  const ids = used.map(({ id }) => id)
  const listed = async (
    path: string,
  ): Promise<{ deviceId: string; clockOff: boolean; identifier?: string; alarmId?: string }[]> =>
    (
      await Promise.all(
        ids.map(id =>
          product.api.get<{ records: never[] }>(`${path}?size=100&deviceId=${id}&appId=${appId}&time=today`),
        ),
      )
    ).flatMap(({ records }) => records)
  const events = (await listed('/api/device/event/page')).filter(
    one => KINDS.includes(one.identifier as never) && one.clockOff,
  )
  check(
    `${events.length} of ${KINDS.length * count} alarms are listed, with our time`,
    events.length === KINDS.length * count,
  )
  const silent = events.filter(({ alarmId }) => !alarmId).length
  check(`${silent} of them did not ring`, silent === 0)
  const passages = (await listed('/api/person/passRecord/page')).filter(({ clockOff }) => clockOff).length
  check(`${passages} of ${count} passages are listed`, passages === count)
  const frozen = async (): Promise<number> =>
    (
      await product.sql<{ n: number }>(
        `select count(*)::int as n from devices.shadow where device_id = any($1::bigint[]) and component = '' and (vals ->> 'uptime')::int < 10`,
        [ids],
      )
    )[0]!.n
  check('no state is frozen', await became(async () => (await frozen()) === 0, 5000))
}
