/** Devices while the database is unavailable: a reply is stored afterwards, and a connecting device waits for up to four seconds. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { switchedDatabase, type SwitchedDatabase } from '../../../../tests/harness/switchedDatabase.ts'
import { alinkLogin } from '#protocols/alink/guide.ts'
import { pause } from '../../../../tests/harness/pause.ts'

let database: SwitchedDatabase
let server: TestServer
let gateway: TestGateway
let [appId, dataDir] = ['', '']
let [first, second]: Credentials[] = []

beforeAll(async () => {
  database = await switchedDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'portico-away-'))
  server = await startTestServer({ installation: { connection: database.connection, secret: 'away', dataDir } })
  gateway = await startTestGateway(server)
  const made = await makeApplication(server)
  appId = made.appId
  first = await connectDevice(server, appId, made.models.accessControlDevice!, 'AWAY-1')
  second = await connectDevice(server, appId, made.models.accessControlDevice!, 'AWAY-2')
}, 60_000)
afterAll(async () => {
  database.on()
  await gateway?.close()
  await server?.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a reply that comes while it is away is acknowledged and settles its command once it is back', async () => {
  const device = await openDevice(gateway.port, first!)
  const asked = device.next('/service/syncTime')
  const command = { deviceId: first!.id, identifier: 'syncTime' }
  const { id } = (await server.call('POST', `/api/device/control/send?appId=${appId}`, command)).body.data
  const { topic, body } = await asked
  database.off()
  let acknowledged = false
  const reply = device.client
    .publishAsync(`${topic}_reply`, JSON.stringify({ id: body.id, code: 200, data: {} }), { qos: 1 })
    .then(() => (acknowledged = true))
  await pause(1200, 'long enough for an acknowledgement that must not come')
  expect(acknowledged).toBe(false)
  expect(device.client.connected).toBe(true)
  database.on()
  await reply
  await until(
    async () => (await server.call('GET', `/api/device/control/${id}?appId=${appId}`)).body.data?.state === 3,
    'the command is done',
  )
  await device.end()
})

test('a device that connects while it is away is let in when it is back within four seconds', async () => {
  database.off()
  let isIn = false
  const opening = openDevice(gateway.port, second!).then(device => ((isIn = true), device))
  await pause(1200, 'long enough for a login that must not succeed')
  expect(isIn).toBe(false)
  database.on()
  await (await opening).end()
})

test('after four seconds its connection closes without an answer, so that it comes again', async () => {
  database.off()
  const startMs = performance.now()
  const client = mqtt.connect(`mqtt://127.0.0.1:${gateway.port}`, { ...alinkLogin(second!), reconnectPeriod: 0 })
  let answered = false
  client.on('packetreceive', () => (answered = true)).on('error', () => {})
  await new Promise<void>(resolve => client.once('close', () => resolve()))
  const tookMs = performance.now() - startMs
  database.on()
  await client.endAsync(true)
  expect(answered).toBe(false)
  expect(tookMs).toBeGreaterThan(3800)
})
