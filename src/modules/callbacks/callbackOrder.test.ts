/** The order of callbacks per device, as the receiver sees it: over an outage of an hour, past a refused event, and in a replay. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'

const engine = { role: 'engine' } as const
const DEVICES = 4
let platform: TestPlatform
const devices: TestDevice[] = []
const ids: string[] = []
let stated = 0

interface Receiver {
  url: string
  /** Numbers of the events by device, in the order of their acceptance. */
  taken: Map<string, number[]>
  all: number
  /** The status it answers; null closes the connection. */
  answer: (device: string, no: number) => number | null
  close(): void
}
async function startReceiver(): Promise<Receiver> {
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { deviceId: string; cardNo: string } }
      const status = receiver.answer(data.deviceId, Number(data.cardNo))
      if (status === null) return void request.socket.destroy()
      if (status < 300) {
        receiver.taken.set(data.deviceId, [...(receiver.taken.get(data.deviceId) ?? []), Number(data.cardNo)])
        receiver.all += 1
      }
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken: new Map(),
    all: 0,
    answer: () => 200,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
let receiver: Receiver
let callbackId: string
const nos = new Map<number, number>()
const pass = async (device: number): Promise<void> => {
  const no = (nos.get(device) ?? 0) + 1
  nos.set(device, no)
  await devices[device]!.post('event/pass/post', {
    value: {
      guid: `${callbackId}-${device}-${no}`,
      doorNo: 1,
      cardNo: String(no).padStart(8, '0'),
      method: 2,
      ok: true,
    },
    time: (stated = Math.max(stated + 1, Date.now())),
  })
}
/** Moves all stored times back, as if the given time had passed. */
async function travel(seconds: number): Promise<void> {
  // Rows being delivered meanwhile are locked in another order, so PostgreSQL may abort one of the two as a deadlock.
  for (let tries = 1; ; tries += 1)
    try {
      return await platform.server.ports.db.tx(engine, query => turnBack(query, seconds))
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === 10) throw error
    }
}
async function turnBack(query: Query, seconds: number): Promise<void> {
  const back = sql`make_interval(secs => ${seconds})`
  await query(
    sql`update callbacks.delivery set next_at = next_at - ${back}, failed_at = failed_at - ${back} where callback_id = ${callbackId} and state in (0, 1)`,
  )
  await query(
    sql`update callbacks.callback set failing_since = failing_since - ${back}, probe_at = probe_at - ${back}, last_ok_at = last_ok_at - ${back} where id = ${callbackId}`,
  )
}
const rows = () =>
  platform.server.ports.db.query<{ id: string; state: number; tries: number; aside: boolean; failures: number }>(
    engine,
    sql`select id, state, tries, aside, failures from callbacks.delivery where callback_id = ${callbackId} order by id`,
  )
const inversions = (): number =>
  [...receiver.taken.values()].reduce(
    (sum, list) => sum + list.filter((no, at) => at > 0 && no < list[at - 1]!).length,
    0,
  )

beforeAll(async () => {
  platform = await startPlatform()
  for (let n = 0; n < DEVICES; n += 1) {
    const { server, appId, models, gateway } = platform
    const credentials = await connectDevice(server, appId, models.accessControlDevice!, `ORDER-${n}`)
    ids.push(credentials.id)
    devices.push(await openDevice(gateway.port, credentials))
  }
})
afterAll(async () => {
  for (const device of devices) await device.end()
  await platform?.close()
})
async function subscribe(): Promise<void> {
  nos.clear()
  receiver = await startReceiver()
  ;({ id: callbackId } = await platform.ask('POST', '/api/device/callback', {
    name: '接收',
    deviceClass: 'accessControlDevice',
    url: receiver.url,
    events: ['passage'],
  }))
  // The gateway reloads its listeners every half second.
  await new Promise(resolve => setTimeout(resolve, 700))
}
afterEach(async () => {
  receiver.close()
  await platform.ask('DELETE', `/api/device/callback/${callbackId}`)
})

test('away for an hour: level after its return, every event in the order of its device', async () => {
  await subscribe()
  const sendEach = async (each: number): Promise<unknown> =>
    Promise.all(
      devices.map(async (_, n) => {
        for (let i = 0; i < each; i += 1) await pass(n)
      }),
    )
  await sendEach(30)
  await until(() => receiver.all === 30 * DEVICES, 'all before', 90_000)
  // It refuses every other event, and closes the connection for the rest.
  receiver.answer = (_, no) => (no % 2 ? 503 : null)
  await sendEach(220)
  await until(async () => (await rows()).length === 250 * DEVICES, 'all queued', 90_000)
  await until(
    async () => (await rows()).filter(row => row.state === 1).length === DEVICES,
    'a try of each device',
    90_000,
  )
  await travel(1800)
  await new Promise(resolve => setTimeout(resolve, 500))
  await travel(1800)
  await until(async () => (await rows()).some(row => row.failures > 2), 'tries during the outage')
  const waiting = (await rows()).filter(row => row.state < 2)
  expect(waiting).toHaveLength(220 * DEVICES)
  expect(Math.max(...waiting.map(row => row.tries))).toBeLessThan(5)
  receiver.answer = () => 200
  // Attempts that were just refused are stored first: one stored after the recovery would wait for its own next turn.
  await new Promise(resolve => setTimeout(resolve, 500))
  // Without any event, it detects within half a minute that the endpoint has recovered.
  await travel(30)
  await until(() => receiver.all === 250 * DEVICES, 'level again', 90_000)
  await sendEach(10)
  await until(() => receiver.all === 260 * DEVICES, 'all after')
  expect(inversions()).toBe(0)
  expect([...receiver.taken.values()].map(list => new Set(list).size)).toEqual(devices.map(() => 260))
  expect((await rows()).filter(row => row.aside)).toEqual([])
}, 300_000)

test('an event that is refused lets the next of its device through after three refusals, is marked, and still arrives', async () => {
  await subscribe()
  receiver.answer = (_, no) => (no === 2 ? 500 : 200)
  for (let n = 0; n < 5; n += 1) await pass(0)
  await until(async () => (await rows()).some(row => row.failures === 1), 'the first refusal')
  expect(receiver.taken.get(ids[0]!)).toEqual([1])
  // No other device has an event that could show whether the endpoint is failing.
  await travel(6)
  await until(async () => (await rows()).some(row => row.failures === 2), 'the second')
  expect(receiver.taken.get(ids[0]!)).toEqual([1])
  await travel(330)
  await until(() => receiver.all === 4, 'the others')
  expect(receiver.taken.get(ids[0]!)).toEqual([1, 3, 4, 5])
  const bad = (await rows()).find(row => row.aside)!
  expect(bad).toMatchObject({ state: 1, tries: 3 })
  const { records } = await platform.ask('GET', `/api/device/delivery/page?callbackId=${callbackId}`)
  expect(records.find((row: { id: string }) => row.id === bad.id)).toMatchObject({ line: 'aside', responseStatus: 500 })
  expect(await platform.ask('GET', `/api/device/callback/${callbackId}`)).toMatchObject({ waiting: 1, aside: 1 })
  receiver.answer = () => 200
  await travel(2000)
  await until(() => receiver.all === 5, 'the one that was refused')
})

test('while one device waits behind a refused event, others do not', async () => {
  await subscribe()
  receiver.answer = (device, no) => (device === ids[0] && no === 1 ? 500 : 200)
  await pass(0)
  await pass(0)
  for (let n = 0; n < 20; n += 1) for (const device of [1, 2, 3]) await pass(device)
  await until(() => [1, 2, 3].every(device => receiver.taken.get(ids[device]!)?.length === 20), 'those of the others')
  // Others succeed, so it is tried before its time, and after the third refusal its device continues.
  await until(() => receiver.taken.get(ids[0]!)?.includes(2), 'the next of the same device')
  expect(inversions()).toBe(0)
  expect((await rows()).filter(row => row.aside)).toMatchObject([{ state: 1 }])
})

test('an event that is given up lets the next through; early looks at an endpoint use up no tries', async () => {
  await subscribe()
  receiver.answer = () => null
  await pass(0)
  await pass(0)
  await until(async () => (await rows())[0]?.tries === 1, 'the first try')
  for (let looks = 2; looks < 5; looks += 1) {
    await platform.server.ports.db.query(
      engine,
      sql`update callbacks.callback set probe_at = now() where id = ${callbackId}`,
    )
    await platform.server.ports.db.query(
      engine,
      sql`update callbacks.delivery set next_at = now() + interval '1 hour' where callback_id = ${callbackId} and state = 1`,
    )
    await until(async () => (await rows())[0]!.failures >= looks, 'a look')
  }
  expect((await rows())[0]).toMatchObject({ tries: 1, state: 1 })
  await platform.server.ports.db.query(
    engine,
    sql`update callbacks.delivery set tries = 9, next_at = now() where callback_id = ${callbackId} and state = 1`,
  )
  await until(async () => (await rows())[0]?.state === 3, 'given up')
  await until(async () => (await rows())[1]?.tries === 1, 'the next one')
})

test('a replay leaves in the old order, before what comes meanwhile', async () => {
  await subscribe()
  for (let n = 0; n < 20; n += 1) await pass(n % 2)
  await until(() => receiver.all === 20, 'all')
  await until(async () => (await rows()).every(row => row.state === 2), 'noted')
  receiver.taken.clear()
  const all = (await rows()).map(row => row.id).reverse()
  expect(await platform.ask('POST', '/api/device/callback/resend', { ids: all })).toBe(20)
  await pass(0)
  await until(() => receiver.all === 41, 'all again')
  expect(inversions()).toBe(0)
})
