/** What the page of a scanned label says to a stranger, to users of another application, and to those who may open. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toState } from '#server/moves/toState.ts'
import { connectDevice, makeApplication, type Credentials } from '../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { ticket } from './ticket.noun.ts'

const STATES = ticket.states.state.states

const ENGINE = { role: 'engine' } as const
let server: TestServer
let appId: string
let otherId: string
let device: Credentials
let label: string
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  otherId = (await makeApplication(server, '另一个小区')).appId
  device = await connectDevice(server, appId, made.models.accessControlDevice!, 'LB-4455-66', '三号楼')
  const [row] = await server.ports.db.query<{ code: string }>(
    ENGINE,
    sql`select label_code as code from devices.device where id = ${device.id}`,
  )
  label = row!.code
})
afterAll(() => server.close())

const scan = async (token: string | null): Promise<any> =>
  (await server.call('GET', `/api/device/label/${label}`, undefined, { token })).body.data
/** The token of somebody of an application who holds these points. */
const holding = async (points: readonly string[], apps = [appId]): Promise<{ id: string; token: string }> =>
  quickAccount(server, { apps, roleIds: [await quickRole(server, { points })] })
const OPENS = ['command:send', 'command:view']

async function passage(time: Date, result: number): Promise<void> {
  const id = server.ports.newId()
  await server.ports.db.query(
    ENGINE,
    sql`insert into devices.passage (id, source_id, app_id, device_id, device_class, device_name, component, identifier, person_name,
      direction, result, at, key, time, received_at)
      values (${id}, 1, ${appId}, ${device.id}, 'accessControlDevice', '三号楼', 'door:1', 'pass', '周雨桐',
      1, ${result}, ${time}, ${Buffer.from(id)}, ${time}, ${time})`,
  )
}
async function opening(userId: string, state: number): Promise<void> {
  await server.ports.db.query(
    ENGINE,
    sql`insert into devices.command (id, source_id, app_id, device_id, device_class, component, identifier, risk, origin, user_id, user_name, state, expires_at)
      values (${server.ports.newId()}, 1, ${appId}, ${device.id}, 'accessControlDevice', 'door:1', 'openDoor', 'opens', 'console', ${userId}, '林子墨', ${state}, now())`,
  )
}

test('a stranger sees what it is and the number to call, and nothing about people', async () => {
  const other = await holding(OPENS)
  await opening(other.id, 3)
  await passage(new Date(), 1)
  await server.ports.db.query(
    ENGINE,
    sql`update identity.brand set service_phone = '0755-0000 0123' where source_id = 1`,
  )
  const found = await scan(null)
  expect(found).toMatchObject({
    ...{ name: '三号楼', icon: 'door-closed', online: false, openable: true, openTickets: 0, lastRepaired: false },
    ...{ servicePhone: '0755-0000 0123', device: null },
  })
  const text = JSON.stringify(found)
  for (const secret of [device.id, appId, 'LB-4455', '周雨桐', '林子墨', 'openDoor', 'lastOpenedAt', 'passedToday'])
    expect(text).not.toContain(secret)
  await server.ports.db.query(ENGINE, sql`update identity.brand set service_phone = null where source_id = 1`)
  expect((await scan(null)).servicePhone).toBeNull()
})

test('a user of another application is a stranger here', async () => {
  expect((await scan((await holding(OPENS, [otherId])).token)).device).toBeNull()
})

test('who may not give commands, or not read them, is named and gets no door', async () => {
  for (const points of [['passRecord:list'], ['command:send']]) {
    const { device: scanned } = await scan((await holding(points)).token)
    expect(scanned).toMatchObject({ id: device.id, opens: null, lastOpenedAt: null })
  }
})

test('who may open gets the command, its doors, their own last opening, and the passages they may read', async () => {
  const own = await holding(OPENS)
  expect((await scan(own.token)).device).toMatchObject({
    opens: { command: 'openDoor', kind: 'door', label: ['开门', 'Open'] },
    ...{ lastOpenedAt: null, passedToday: null, zone: 'Asia/Shanghai' },
  })
  await opening(own.id, 4)
  expect((await scan(own.token)).device.lastOpenedAt).toBeNull()
  await opening(own.id, 3)
  expect((await scan(own.token)).device.lastOpenedAt).toMatch(/^20/)
  const reader = await holding([...OPENS, 'passRecord:list'])
  const before = (await scan(reader.token)).device.passedToday
  await passage(new Date(), 1)
  await passage(new Date(), 0)
  await passage(new Date(Date.now() - 86_400_000), 1)
  expect((await scan(reader.token)).device.passedToday).toBe(before + 1)
  expect((await scan(reader.token)).device.opens.parts.map((part: { no: number }) => part.no)).toEqual([1, 2, 3, 4])
})

test('the last report counts as repaired when it is done, not while it is worked on', async () => {
  const made = await server.call('POST', '/api/service/ticket', {
    ...{ deviceId: device.id, faultType: 2, content: '刷卡没有反应', reporter: '王女士', phone: '13800001111' },
  })
  expect(made.body.code).toBe(0)
  const seen = async (state: keyof typeof STATES): Promise<unknown[]> => {
    await server.ports.db.query(
      ENGINE,
      sql`update service.ticket set ${toState(STATES, state)} where device_id = ${device.id}`,
    )
    const found = await scan(null)
    expect(JSON.stringify(found)).not.toMatch(/王女士|13800001111|138\*/)
    return [found.openTickets, found.lastRepaired]
  }
  expect(await seen('working')).toEqual([1, false])
  expect(await seen('finished')).toEqual([1, false])
  expect(await seen('done')).toEqual([0, true])
  expect(await seen('closed')).toEqual([0, false])
})
