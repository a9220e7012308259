/** The sessions of gateways that have stopped, that are running, and that were only cut off. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '#model/row.ts'
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
import { lostNodes } from './lostNodes.server.ts'
import { makeSessionStore } from './sessionStore.server.ts'

const engine = { role: 'engine' } as const
let server: TestServer
let gateway: TestGateway
const devices: Credentials[] = []

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  const { appId, models } = await makeApplication(server)
  for (const sn of ['ACC-1', 'ACC-2', 'ACC-3'])
    devices.push(await connectDevice(server, appId, models.accessControlDevice!, sn))
})
afterAll(async () => {
  await gateway?.close()
  await server?.close()
})

const look = () => lostNodes.run(server.ports, new AbortController().signal)
const sessionOf = async ({ id }: Credentials) =>
  (
    await server.ports.db.query<{ online: boolean; reason: string | null; epoch: string; node: string }>(
      engine,
      sql`select online, reason, epoch, node from devices.session where device_id = ${id}`,
    )
  )[0]!
const logOf = ({ id }: Credentials) =>
  server.ports.db.query<{ closed: boolean; reason: string | null }>(
    engine,
    sql`select closed_at is not null as closed, reason from devices.session_log where device_id = ${id} order by epoch`,
  )
const offlineOf = ({ id }: Credentials) =>
  server.ports.db.query<{ payload: Input }>(
    engine,
    sql`select payload from engine.outbox where type = 'device.offline' and key = ${id} order by id`,
  )
const setSeen = (node: string, agoS: number) =>
  server.ports.db.query(
    engine,
    sql`insert into engine.node (name, seen_at) values (${node}, now() - ${agoS} * interval '1 second')
    on conflict (name) do update set seen_at = excluded.seen_at`,
  )
/** Opened by a gateway on another machine, of which nothing else is left. */
async function openElsewhere(node: string, { sn, productKey, deviceName }: Credentials): Promise<void> {
  const store = makeSessionStore({ ...server.ports, node })
  const { device } = (await store.find(sn))!
  const claim = { protocol: 'alink', productKey, deviceName, remoteAddress: '10.0.0.9', proves: () => true }
  await store.open({ device, claim, clientId: 'x', keepAliveS: 30, polls: false })
}

test('sessions of a gateway that gives no signs of life are ended as it would have ended them', async () => {
  const [live, dead, unknown] = devices as [Credentials, Credentials, Credentials]
  const device = await openDevice(gateway.port, live)
  await openElsewhere('901', dead)
  await openElsewhere('905', unknown)
  await setSeen('901', 85)
  await setSeen('905', 0)
  await look()
  expect([await sessionOf(live), await sessionOf(dead), await sessionOf(unknown)]).toMatchObject([
    { online: true, node: server.ports.node },
    { online: true, node: '901' },
    { online: true, node: '905' },
  ])
  await setSeen('901', 91)
  await server.ports.db.query(engine, sql`delete from engine.node where name = '905'`)
  // Two workers check at the same time, and again: each end is emitted once.
  await Promise.all([look(), look()])
  await look()
  for (const gone of [dead, unknown]) {
    expect(await sessionOf(gone)).toMatchObject({ online: false, reason: 'serverStop' })
    expect(await logOf(gone)).toEqual([{ closed: true, reason: 'serverStop' }])
    expect((await offlineOf(gone)).map(row => row.payload)).toEqual([
      { deviceId: gone.id, deviceClass: 'accessControlDevice', reason: 'serverStop' },
    ])
  }
  expect(await sessionOf(live)).toMatchObject({ online: true })
  expect(await logOf(live)).toEqual([{ closed: false, reason: null }])
  expect(await offlineOf(live)).toEqual([])
  await device.end()
})

test('a gateway that was only away drops the connections it lost, and their devices come again', async () => {
  const [live] = devices as [Credentials]
  await until(async () => !(await sessionOf(live)).online, 'the session before has ended')
  const device = await openDevice(gateway.port, live)
  const { epoch } = await sessionOf(live)
  // The connection is reset, not closed.
  const dropped = new Promise<void>(resolve => device.client.on('error', () => {}).once('close', () => resolve()))
  await until(async () => {
    await setSeen(server.ports.node, 91)
    await look()
    return !(await sessionOf(live)).online
  }, 'it is taken for lost')
  await dropped
  const again = await openDevice(gateway.port, live)
  await look()
  expect(await sessionOf(live)).toMatchObject({ online: true, epoch: String(Number(epoch) + 1) })
  // The gateway gives signs of life again.
  expect(
    await server.ports.db.query(
      engine,
      sql`select from engine.node where name = ${server.ports.node} and seen_at > now() - interval '10 seconds'`,
    ),
  ).toHaveLength(1)
  await again.end()
})
