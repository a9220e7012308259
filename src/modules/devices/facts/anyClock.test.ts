/**
 * Whatever time a device states, and over every front: what was accepted is in a list of its owner, an alarm rings, and the
 * same message is the same fact.
 */
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EARLIEST_MS, statedTime } from '#model/statedTime.ts'
import { startQrFront } from '../../../../tests/harness/startQrFront.ts'
import type { QrReader } from '#simulators/QrReader.ts'
import { QrReader as Reader } from '#simulators/QrReader.ts'
import { startAlarmWorld, type AlarmWorld } from '../../../../tests/harness/alarmWorld.ts'
import {
  connectDevice,
  makeApplication,
  openDevice,
  type Credentials,
  type TestDevice,
} from '../../../../tests/harness/device.ts'
import { asGateway, modelOfKind, signed } from '../../../../tests/harness/gatewayDevices.ts'
import { AHEAD_MS } from './translate.rules.ts'

const DAY_MS = 86_400_000
const RUNS = 20
const BASE_MS = Date.now()
/** Bound to another application, then in stock, then bound to ours: the days before now at which each began. */
const [OTHERS, STOCK, OURS] = [80, 60, 40] as const

let world: AlarmWorld
let otherApp: string
let n = 0

const run = <R = any>(statement: ReturnType<typeof sql>): Promise<R[]> =>
  world.platform.server.ports.db.query<R>({ role: 'engine' }, statement)

/** A device with a past, which both applications see in their lists. */
async function withPast(credentials: Credentials): Promise<Credentials> {
  await run(
    sql`update devices.binding set from_at = ${new Date(BASE_MS - OURS * DAY_MS)} where device_id = ${credentials.id}`,
  )
  await run(
    sql`insert into devices.binding (id, device_id, source_id, app_id, from_at, to_at)
      select ${world.platform.server.ports.newId()}, ${credentials.id}, source_id, id,
        ${new Date(BASE_MS - OTHERS * DAY_MS)}::timestamptz, ${new Date(BASE_MS - STOCK * DAY_MS)}::timestamptz
      from applications.application where id = ${otherApp}`,
  )
  return credentials
}
const made = async (deviceClass: string, sn: string): Promise<Credentials> => {
  const { server, appId, models } = world.platform
  return withPast(await connectDevice(server, appId, models[deviceClass]!, sn))
}

/** Anything that firmware writes where a time belongs. */
const around = (days: number) =>
  fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }).map(ms => BASE_MS - days * DAY_MS + ms)
const instant = fc.oneof(
  around(0),
  around(OURS),
  around(STOCK),
  around(OTHERS),
  fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2038, 0, 1) }),
  fc.constantFrom(0, 1, -1, Date.UTC(1970, 0, 1, 8), Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 1, 0, 7), EARLIEST_MS),
  fc.constantFrom(Date.UTC(2038, 0, 19), Date.UTC(9999, 0, 1), 8.64e15, -8.64e15, -1e13),
)
const stated = fc.oneof(
  { weight: 4, arbitrary: instant },
  { weight: 2, arbitrary: instant.map(ms => Math.trunc(ms / 1000)) },
  instant.map(ms => ms / 1000),
  instant.map(String),
  instant.map(ms => String(Math.trunc(ms / 1000))),
  fc.double(),
  fc.constantFrom<unknown>(1e300, '', 'NaN', '2000-01-01 00:00:00', null, true, {}, [], '99999999999999999999'),
)

const listOf = async (path: string, appId: string, deviceId: string): Promise<any[]> =>
  (await world.platform.server.call('GET', `${path}?size=100&deviceId=${deviceId}&appId=${appId}`)).body.data.records
const seen = new Set<string>()
/** The rows that are new in the lists of both applications. */
async function found(path: string, { id }: Credentials): Promise<any[]> {
  const lists = await Promise.all([world.platform.appId, otherApp].map(appId => listOf(path, appId, id)))
  const rows = lists.flat().filter(row => !seen.has(row.id))
  for (const row of rows) seen.add(row.id)
  return rows
}
const EVENTS = '/api/device/event/page'
const PASSAGES = '/api/person/passRecord/page'

function expectFact(rows: readonly any[], given: unknown): void {
  const at = statedTime(given)
  expect(rows).toHaveLength(1)
  const [row] = rows
  const [counted, received] = [Date.parse(row.time), Date.parse(row.receivedAt)]
  const days = at === undefined ? 0 : (BASE_MS - at) / DAY_MS
  const isOthers = days <= OTHERS && days > STOCK
  expect(row.appId ?? null).toBe(isOthers ? otherApp : world.platform.appId)
  const isPossible = at !== undefined && at <= received + AHEAD_MS && (days <= OURS || isOthers)
  if (isPossible) expect([counted, row.clockOff]).toEqual([at, false])
  else expect([counted, row.clockOff]).toEqual([received, at !== undefined])
}

const each = (name: string, take: (given: unknown) => Promise<void>): void => {
  test(name, () => fc.assert(fc.asyncProperty(stated, take), { numRuns: RUNS, endOnFailure: true }), 120_000)
}

beforeAll(async () => {
  world = await startAlarmWorld()
  otherApp = (await makeApplication(world.platform.server, '从前的小区')).appId
})
afterAll(() => world?.close())

describe('MQTT', () => {
  let door: Credentials
  let box: Credentials
  let child: Credentials
  let link: TestDevice
  let gateway: TestDevice
  beforeAll(async () => {
    const { server, appId, models, gateway: front } = world.platform
    door = await made('accessControlDevice', 'CLOCK-DOOR')
    link = await openDevice(front.port, door)
    box = await connectDevice(
      server,
      appId,
      await modelOfKind(server, models.accessControlDevice!, 'CLOCK-BOX', 2),
      'CLOCK-BOX',
    )
    child = await made('accessControlDevice', 'CLOCK-CHILD')
    gateway = await openDevice(front.port, box)
    expect(await asGateway(gateway, box, 'combine/login', signed(child))).toMatchObject({ code: 200 })
  })
  afterAll(async () => {
    await link?.end()
    await gateway?.end()
  })
  const publish = (by: TestDevice, { productKey, deviceName }: Credentials, path: string, params: unknown) =>
    by.client.publishAsync(`/sys/${productKey}/${deviceName}/thing/${path}`, JSON.stringify({ id: '1', params }), {
      qos: 1,
    })
  const fire = (given: unknown) => ({ value: { on: true, mark: (n += 1) }, time: given })

  each('an event that rings', async given => {
    const params = fire(given)
    await publish(link, door, 'event/fire/post', params)
    if (statedTime(given) !== undefined) await publish(link, door, 'event/fire/post', params)
    const rows = await found(EVENTS, door)
    expectFact(rows, given)
    expect(rows[0].alarmId).not.toBeNull()
  })
  test('the story of a fact says that the clock is wrong, and what it said', async () => {
    await publish(link, door, 'event/tamper/post', { value: { on: true }, time: Date.UTC(2000, 0, 1, 4) })
    const [row] = await found(EVENTS, door)
    const { steps } = await world.platform.ask('GET', `/api/insight/story?kind=event&id=${row.id}`)
    expect(steps[0].note[0]).toBe('设备时钟不准（设备报的是 2000/01/01 12:00:00），按收到时间记录')
  })
  each('a passage', async given => {
    await publish(link, door, 'event/pass/post', {
      value: { doorNo: 1, method: 2, ok: true, mark: (n += 1) },
      time: given,
    })
    expectFact(await found(PASSAGES, door), given)
  })
  each('an event of a device behind a gateway', async given => {
    await publish(gateway, child, 'event/fire/post', fire(given))
    const rows = await found(EVENTS, child)
    expectFact(rows, given)
    expect(rows[0].alarmId).not.toBeNull()
  })
  for (const form of ['history', 'batch', 'pack'])
    each(`a bundle: ${form}`, async given => {
      const bundle = { events: [{ fire: fire(given) }] }
      const reply = link.next(`${form}/post_reply`)
      await publish(link, door, `event/property/${form}/post`, form === 'history' ? [bundle] : bundle)
      const { code } = (await reply).body
      const rows = await found(EVENTS, door)
      if (code !== 200) return void expect(rows).toEqual([])
      expectFact(rows, given)
      // What its form says is of the past is history after a day.
      const isHistory = form !== 'pack' && Date.parse(rows[0].time) < Date.parse(rows[0].receivedAt) - DAY_MS
      if (!isHistory) expect(rows[0].alarmId).not.toBeNull()
    })

  describe('a state', () => {
    const uptime = async (): Promise<unknown> =>
      (
        await run(sql`select vals -> 'uptime' as v from devices.shadow where device_id = ${door.id} and component = ''`)
      )[0]?.v
    each('of a clock that is right again', async given => {
      const at = statedTime(given)
      await publish(link, door, 'event/property/post', { uptime: { value: (n += 1), time: given } })
      const isPossible = at !== undefined && at >= EARLIEST_MS && at <= Date.now() + AHEAD_MS
      if (!isPossible) expect(await uptime()).toBe(n)
      await publish(link, door, 'event/property/post', {
        uptime: { value: (n += 1), time: Date.now() + AHEAD_MS - 1000 },
      })
      expect(await uptime()).toBe(n)
    })
    test('jumps back to 2000, and is set again', async () => {
      const other = await made('accessControlDevice', 'CLOCK-STATE')
      let session = await openDevice(world.platform.gateway.port, other)
      const states = async (time: number, value: number): Promise<unknown> => {
        await session.post('event/property/post', { uptime: { value, time } })
        return (await run(sql`select vals -> 'uptime' as v from devices.shadow where device_id = ${other.id}`))[0].v
      }
      expect(await states(Date.now(), 1)).toBe(1)
      expect(await states(Date.UTC(2000, 0, 1), 2)).toBe(2)
      expect(await states(Date.UTC(2000, 0, 1, 0, 0, 1) / 1000, 3)).toBe(3)
      expect(await states(Date.now(), 4)).toBe(4)
      expect(await states(Date.now() - 5000, 5)).toBe(4)
      // A clock that was never set since the device was made.
      expect(await states(Date.now() - 400 * DAY_MS, 6)).toBe(6)
      // Two minutes ahead, and right after the next start.
      expect(await states(Date.now() + 120_000, 7)).toBe(7)
      await session.end()
      session = await openDevice(world.platform.gateway.port, other)
      expect(await states(Date.now(), 8)).toBe(8)
      // What waited is older than what is known, whenever it was.
      const past = { properties: [{ uptime: [{ value: 9, time: Date.UTC(2000, 0, 2) }] }] }
      await session.post('event/property/history/post', [past] as never)
      expect(await states(Date.now() - 60_000, 10)).toBe(8)
      await session.end()
    })
  })
})

describe('readers of codes', () => {
  let readers: Record<'form' | 'query', { credentials: Credentials; reader: QrReader }>
  let close: () => Promise<void>
  beforeAll(async () => {
    const front = await startQrFront(world.platform.gateway.gate)
    const of = async (wire: 'form' | 'query') => {
      const credentials = await made('qrcodeDevice', `CLOCK-${wire}`)
      const { sn, secret } = credentials
      return { credentials, reader: new Reader({ host: '127.0.0.1', port: front.port, deviceName: sn, secret, wire }) }
    }
    readers = { form: await of('form'), query: await of('query') }
    close = async () => {
      for (const { reader } of Object.values(readers)) await reader.stop()
      await front.close(1000)
    }
  })
  afterAll(() => close?.())

  for (const wire of ['form', 'query'] as const)
    each(`a scan that was judged offline, reported by ${wire}`, async given => {
      const { credentials, reader } = readers[wire]
      const text = typeof given === 'object' ? '' : String(given)
      const more = `scan=s${(n += 1)}&at=${encodeURIComponent(text)}&local=1`
      const { status } = await (reader as any).call(`code${n}`, more)
      expect(status).toBe(200)
      const rows = await found(PASSAGES, credentials)
      // Without a readable time, the wire of a query has one of its own.
      expectFact(rows, statedTime(text) === undefined && wire === 'query' ? Date.parse(rows[0]?.time) : text)
    })
})

describe('DC-09', () => {
  let host: Credentials
  beforeAll(async () => {
    const { ask } = world.platform
    host = await withPast(await world.connect('C10C', '没有密钥的主机'))
    expect((await world.panelOf('C10C').alarm(1)).kind).toBe('DUH')
    const [waiting] = (await ask('GET', '/api/device/approval/page')).records.filter(
      (one: any) => one.deviceId === host.id,
    )
    await ask('POST', `/api/device/approval/${waiting.id}/approve`, {})
  })
  each('an alarm', async given => {
    const at = statedTime(given)
    const panel = world.panelOf('C10C', { tries: 1 })
    const sequence = (n += 1)
    const year = at === undefined ? -1 : new Date(at).getUTCFullYear()
    const bytes = panel.frame('ADM-CID', `#C10C|1110 01 ${String(sequence % 8).padStart(3, '0')}`, {
      sequence,
      ...(year >= 1000 && year <= 9999 && { at }),
    })
    expect((await panel.send(bytes)).toString('latin1')).toContain('ACK')
    expect((await panel.send(bytes)).toString('latin1')).toContain('ACK')
    const rows = (await found(EVENTS, host)).filter(row => row.identifier === 'fire')
    expect(rows).toMatchObject([{ appId: world.platform.appId, alarmId: expect.any(String) }])
    const isFarOff = year >= 1000 && (at! < EARLIEST_MS || at! > Date.now() + AHEAD_MS)
    expect([rows[0].clockOff, rows[0].time]).toEqual([isFarOff, isFarOff ? rows[0].receivedAt : expect.any(String)])
  })
})
