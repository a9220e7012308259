/** Temporary PINs at two terminals: where one is away, refuses or names what is not its own, and what a visitor keeps. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { refused } from '#simulators/SimDevice.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { sealPin } from './pinSecret.server.ts'

const ENGINE = { role: 'engine' } as const
const STATES = { queued: 2, active: 3, used: 4, revoked: 6, failed: 7 }
interface Terminal extends Simulated {
  id: string
  doorId: string
}
let platform: TestPlatform
let east: Terminal
let west: Terminal
let away: Terminal
const ask: TestPlatform['ask'] = (method, url, body) => platform.ask(method, url, body)

async function terminalAt(sn: string, name: string): Promise<Terminal> {
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models.bsFaceDevice!, sn, name)
  const { components } = await ask('GET', `/api/device/bind/${credentials.id}`)
  return {
    ...simulate('bsFaceDevice', { host: '127.0.0.1', port: gateway.port, credentials }),
    ...{ id: credentials.id, doorId: components.find((one: any) => one.kind === 'door').id },
  }
}
async function start({ device, id }: Terminal): Promise<void> {
  device.start()
  await until(async () => (await ask('GET', `/api/device/bind/${id}`)).online, 'online')
}
beforeAll(async () => {
  platform = await startPlatform()
  ;[east, west, away] = [
    await terminalAt('PIN-E', '东门'),
    await terminalAt('PIN-W', '西门'),
    await terminalAt('PIN-A', '北门'),
  ]
  await start(east)
})
afterAll(async () => {
  for (const one of [east, west]) await one?.device.stop()
  await platform?.close()
})

const orderOf = (id: string): Promise<any> => ask('GET', `/api/person/pinOrder/${id}`)
const reaches = (id: string, state: keyof typeof STATES) =>
  until(async () => (await orderOf(id)).state === STATES[state], `the PIN is ${state}`)
const hasIt = ({ tempPins }: Terminal, id: string): boolean => tempPins!.orders.some(one => one.orderId === id)
const rightsOf = async (personId: string): Promise<any[]> =>
  (await ask('GET', `/api/person/auth/page?personId=${personId}`)).records
async function approved(doors: readonly Terminal[], kind: number): Promise<{ id: string; password: string }> {
  const made = await ask('POST', '/api/person/pinOrder', {
    ...{ kind, doorIds: doors.map(one => one.doorId), validTo: new Date(Date.now() + 7_200_000).toISOString() },
    ...{ visitorName: '顾明', visitorPhone: '13800001234' },
  })
  await ask('POST', `/api/person/pinOrder/${made.id}/approve`, {})
  return made
}

test('one for a single use that was used is used up where another terminal is away, and never gets there', async () => {
  const { id, password } = await approved([east, west], 1)
  await until(() => hasIt(east, id), 'it is at the first')
  expect((await orderOf(id)).state).toBe(STATES.queued)
  expect(east.tempPins!.enter(password)).toBe(true)
  await reaches(id, 'used')
  await until(() => !hasIt(east, id), 'it is gone from the first')
  // The right that it came with ends too.
  const { personId } = await orderOf(id)
  await until(async () => !(await rightsOf(personId)).length, 'the right has ended')
  await start(west)
  const next = await approved([west], 2)
  await reaches(next.id, 'active')
  expect(hasIt(west, id)).toBe(false)
  expect(west.tempPins!.enter(password)).toBe(false)
})

test('a use counts only at its own doors', async () => {
  const { id, password } = await approved([east], 2)
  await reaches(id, 'active')
  west.device.event('pwdOpen', { guid: 'not-mine', doorNo: 1, orderId: id, method: 4, direction: 1, ok: true })
  await until(async () => {
    const { records } = await ask('GET', `/api/person/passRecord/page?deviceId=${west.id}`)
    return records.length > 0
  }, 'the passage')
  expect(east.tempPins!.enter(password)).toBe(true)
  await until(async () => (await orderOf(id)).used > 0, 'the use')
  await until(async () => {
    const left = await platform.server.ports.db.query(
      ENGINE,
      sql`select 1 from engine.outbox where type = 'fact.stored'`,
    )
    return !left.length
  }, 'all passages were judged')
  expect((await orderOf(id)).used).toBe(1)
})

test('sent again after one terminal refused, it comes into force also where the other has it already', async () => {
  const { setPasswords } = west.tempPins!.commands
  west.tempPins!.commands.setPasswords = () => refused(4100, '拒绝')
  const { id } = await approved([east, west], 2)
  await reaches(id, 'failed')
  west.tempPins!.commands.setPasswords = setPasswords!
  await ask('POST', `/api/person/pinOrder/${id}/resend`, {})
  await reaches(id, 'active')
})

test('what somebody else gave the visitor there stays when it is revoked', async () => {
  const { id } = await approved([east], 2)
  const { personId } = await orderOf(id)
  await ask('POST', '/api/person/auth/grant', { personIds: [personId], doorIds: [east.doorId] })
  await ask('POST', `/api/person/pinOrder/${id}/revoke`, { reason: '换卡' })
  expect(await rightsOf(personId)).toHaveLength(1)
  const other = await approved([east], 2)
  const { personId: second } = await orderOf(other.id)
  await ask('POST', `/api/person/pinOrder/${other.id}/revoke`, { reason: '不来了' })
  expect(await rightsOf(second)).toHaveLength(0)
})

test('many that wait for a terminal that is away hold up no others', async () => {
  const { id: model } = await approved([away], 2)
  const ids = Array.from({ length: 210 }, (_, n) => String(1000 + n))
  const sealed = ids.map(id => sealPin(platform.server.ports.vault, id, '135790'))
  await platform.server.ports.db.query(
    ENGINE,
    sql`insert into codes.pin_order (id, app_id, source_id, kind, person_id, visitor, door_ids, pin_sealed, pin_index, duress_index,
        valid_to, maker_name, state)
      select x.id, app_id, source_id, kind, person_id, visitor, door_ids, x.sealed, decode(md5(x.id::text), 'hex'),
        decode(md5(x.id::text), 'hex'), valid_to, maker_name, state
      from codes.pin_order, unnest(${ids}::bigint[], ${sealed}::bytea[]) x(id, sealed) where codes.pin_order.id = ${model}`,
  )
  const { id } = await approved([east], 2)
  await reaches(id, 'active')
})
