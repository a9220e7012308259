/** The simulator against the real server: a separate process, known only by its MQTT messages. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { startOutbox, type Outbox } from '#server/outbox/outbox.ts'
import {
  connectDevice,
  makeApplication,
  startTestGateway,
  type Credentials,
  type TestGateway,
} from '../../tests/harness/device.ts'
import { until } from '../../tests/harness/platform.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../tests/harness/server.ts'
import { lookOf } from './bust.ts'
import { portraitOf } from './camera.ts'
import { PublicApi } from './PublicApi.ts'
import { simulate } from './simulate.ts'

const RUN = join(import.meta.dirname, '../../scripts/simulate.ts')
const engine = { role: 'engine' } as const
const CARD = '0038120417'

let server: TestServer
let gateway: TestGateway
let outbox: Outbox
let workers: Workers
let api: PublicApi
let folder: string
let appId: string
let devices: Record<'terminal' | 'controller' | 'bollard', Credentials>
let simulator: { child: ChildProcess; write(line: string): void; status(): Promise<any[]> }
let person: { id: string; shortNo: string }
let group: { id: string }

const rows = <R = any>(query: ReturnType<typeof sql>): Promise<R[]> => server.ports.db.query<R>(engine, query)
const passages = (deviceId: string) =>
  rows<{
    person_id: string | null
    result: number
    reason: string | null
    method: number
    offline: boolean
    photo_file: string | null
    identifier: string
    late_ms: number
  }>(
    sql`select person_id, result, reason, method, offline, photo_file, identifier, (extract(epoch from received_at - time) * 1000)::int as late_ms from devices.passage where device_id = ${deviceId} order by time, id`,
  )
const commandEnd = (id: string) =>
  until(
    async () =>
      (
        await rows<{
          state: number
          code: number | null
          message: string | null
          acked_at: string
          finished_at: string
        }>(sql`select state, code, message, acked_at, finished_at from devices.command where id = ${id} and state > 2`)
      )[0],
    'the end of a command',
  )
const send = (deviceId: string, identifier: string, component?: string) =>
  server.call('POST', `/api/device/control/send?appId=${appId}`, {
    deviceId,
    identifier,
    reason: '测试',
    ...(component ? { component } : {}),
  })

function start(...given: string[]): typeof simulator {
  const child = spawn(process.execPath, [RUN, '--port', String(gateway.port), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: any[] = []
  createInterface({ input: child.stdout! }).on('line', line => lines.push(JSON.parse(line)))
  const write = (line: string): void => void child.stdin!.write(`${line}\n`)
  return {
    child,
    write,
    async status() {
      const from = lines.length
      write('status')
      return until(async () => {
        const found = lines.slice(from).filter(line => line.device)
        return found.length >= 3 && found
      }, 'the status')
    },
  }
}

beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  Object.assign(server.ports, { publicUrl })
  gateway = await startTestGateway(server)
  outbox = startOutbox(server.ports, partsOf('handler'))
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  const made = await makeApplication(server)
  appId = made.appId
  devices = {
    terminal: await connectDevice(server, appId, made.models.faceEqui!, 'SIM-FACE', '大堂'),
    controller: await connectDevice(server, appId, made.models.accessControlDevice!, 'SIM-DOOR', '单元门'),
    bollard: await connectDevice(server, appId, made.models.bollardDevice!, 'SIM-BOL', '车道'),
  }
  folder = await mkdtemp(join(tmpdir(), 'portico-sim-'))
  const file = join(folder, 'devices.json')
  const CLASS = { terminal: 'faceEqui', controller: 'accessControlDevice', bollard: 'bollardDevice' }
  await writeFile(
    file,
    JSON.stringify(
      Object.entries(devices).map(([key, { productKey, deviceName, secret }]) => ({
        deviceClass: CLASS[key as keyof typeof CLASS],
        productKey,
        deviceName,
        secret,
        doorCount: 4,
      })),
    ),
  )
  simulator = start('--credentials', file)
  api = new PublicApi(publicUrl)
  await api.login('admin', ADMIN_PASSWORD)
  const portrait = await api.upload(
    `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`,
    await portraitOf(lookOf('周雨桐')),
    'p.jpg',
  )
  person = await api.post(`/api/person/person?appId=${appId}`, {
    name: '周雨桐',
    personType: 2,
    portrait: [portrait.id],
    consent: true,
    cards: [CARD],
  })
  const doors = await api.get<{ id: string }[]>(`/api/person/authGroup/doors?appId=${appId}`)
  group = await api.post(`/api/person/authGroup?appId=${appId}`, { name: '全体', doorIds: doors.map(door => door.id) })
  await api.post(`/api/person/authGroup/${group.id}/addPeople?appId=${appId}`, { personIds: [person.id] })
}, 40_000)
afterAll(async () => {
  simulator?.child.kill()
  await workers?.stop()
  await outbox?.stop()
  await gateway?.close()
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe('a simulator of its own', () => {
  test('who is enrolled is held, portrait and card', async () => {
    const [terminal, controller] = await until(async () => {
      const all = await simulator.status()
      return all.slice(0, 2).every(one => one.people.includes(person.shortNo)) && all
    }, 'held by both')
    expect([terminal.values.personCount, controller.values.cardCount]).toEqual([1, 1])
    const done = (cells: { state: string }[]): boolean =>
      cells.length > 0 && cells.every(cell => cell.state === 'confirmed')
    for (const deviceClass of ['faceEqui', 'accessControlDevice'])
      await until(
        async () => done((await api.get(`/api/person/auth/matrix?appId=${appId}&deviceClass=${deviceClass}`)).cells),
        `${deviceClass} confirmed`,
      )
  })
  test('they pass by face and by card; strangers and unknown cards do not', async () => {
    simulator.write(`face ${person.shortNo}`)
    simulator.write('face stranger')
    simulator.write(`card ${CARD} 2`)
    simulator.write('card 9900112233 1')
    const faces = await until(async () => {
      const seen = await passages(devices.terminal.id)
      return seen.length >= 2 && seen
    }, 'faces')
    expect(faces.find(row => row.result === 1)).toMatchObject({
      person_id: person.id,
      method: 1,
      photo_file: expect.any(String),
    })
    expect(faces.find(row => row.result === 0)).toMatchObject({ person_id: null, reason: 'stranger' })
    const cards = await until(async () => {
      const seen = await passages(devices.controller.id)
      return seen.length >= 2 && seen
    }, 'cards')
    expect(cards.find(row => row.identifier === 'pass')).toMatchObject({ person_id: person.id, method: 2, result: 1 })
    expect(cards.find(row => row.identifier === 'askPass')).toMatchObject({ person_id: null, result: 0 })
    await until(
      async () =>
        (
          await rows(
            sql`select 1 from devices.event where device_id = ${devices.controller.id} and identifier = 'illegalCard'`,
          )
        )[0],
      'illegal card',
    )
  })
  test('other hours are sent without the portrait, and count at the terminal at once', async () => {
    const weekday = ((new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 1) % 7) + 1
    const plan = await api.post(`/api/person/timePlan?appId=${appId}`, {
      ...{ name: '改日', exceptions: [], week: [{ weekday, from: '03:00', to: '04:00' }] },
    })
    await api.put(`/api/person/authGroup?appId=${appId}`, { id: group.id, timePlanId: plan.id })
    const sent = sql`select params::text as params from devices.command
      where device_id = ${devices.terminal.id} and identifier = 'setPassTime' and state = 3`
    await until(async () => (await rows<{ params: string }>(sent))[0], 'the hours are stored')
    expect((await rows<{ params: string }>(sent))[0]!.params).not.toContain('photoUrl')
    simulator.write(`face ${person.shortNo}`)
    await until(
      async () => (await passages(devices.terminal.id)).some(row => row.reason === 'notInTime'),
      'refused outside the new hours',
    )
    await api.put(`/api/person/authGroup?appId=${appId}`, { id: group.id, timePlanId: null })
    await until(async () => (await rows(sent)).length === 2, 'the whole week again')
  })
  test('a bollard lowers on command, and its position confirms it', async () => {
    const sent = await send(devices.bollard.id, 'fall')
    const ended = await commandEnd(sent.body.data.id)
    expect(ended).toMatchObject({ state: 3, code: 200 })
    expect(new Date(ended.finished_at).getTime() - new Date(ended.acked_at).getTime()).toBeGreaterThan(2000)
    await until(
      async () =>
        (
          await rows(
            sql`select 1 from devices.event where device_id = ${devices.bollard.id} and identifier = 'moved' and params->>'to' = '0'`,
          )
        )[0],
      'moved',
    )
    simulator.write('car on')
    await until(async () => (await send(devices.bollard.id, 'rise')).body.error === 'unsafe', 'the loop is known')
  })
  test('a door opened from afar is no passage', async () => {
    const before = (await passages(devices.controller.id)).length
    expect(await commandEnd((await send(devices.controller.id, 'openDoor', 'door:3')).body.data.id)).toMatchObject({
      state: 3,
    })
    expect(await passages(devices.controller.id)).toHaveLength(before)
  })
  test("a refusal is the device's own word", async () => {
    simulator.write('refuse')
    expect(await commandEnd((await send(devices.controller.id, 'openDoor', 'door:1')).body.data.id)).toMatchObject({
      state: 4,
      code: 4999,
    })
    simulator.write('none')
  })
  test('what happens while it is away comes later, once, with its own time', async () => {
    const before = (await passages(devices.terminal.id)).length
    simulator.write('duplicate')
    simulator.write('drop 3')
    await until(async () => (await simulator.status()).every(one => !one.online), 'offline')
    for (let i = 0; i < 4; i += 1) simulator.write(`face ${person.shortNo}`)
    await until(async () => (await simulator.status())[0].waiting >= 4, 'kept')
    await until(async () => (await simulator.status()).every(one => one.online && one.waiting === 0), 'sent')
    const late = (await passages(devices.terminal.id)).slice(before)
    expect(late).toHaveLength(4)
    for (const row of late) {
      expect(row).toMatchObject({ offline: true, result: 1, person_id: person.id })
      expect(row.late_ms).toBeGreaterThan(500)
    }
  })
  test('the command line registers devices through the public API and keeps their credentials', async () => {
    const file = join(folder, 'made.json')
    const other = start(
      '--class',
      'bollardDevice',
      '--count',
      '2',
      '--app',
      appId,
      '--api',
      api.base,
      '--password',
      ADMIN_PASSWORD,
      '--save',
      file,
    )
    await until(
      async () =>
        (
          await rows<{ n: number }>(
            sql`select count(*)::int as n from devices.session s join devices.device d on d.id = s.device_id where s.online and d.device_class = 'bollardDevice'`,
          )
        )[0]!.n === 3,
      'online',
    )
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(2)
    other.child.kill()
  })
})
