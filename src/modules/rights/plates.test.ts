/** Plates on a barrier: its white list follows the rights as cards do, and whoever has none is missed nowhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'

const PEOPLE = '/api/person/person'
let platform: TestPlatform
let lane: Simulated & { id: string }
let doorId = ''
let groupId = ''
const ids: Record<'owner' | 'walker', string> = { owner: '', walker: '' }
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway, ask } = platform
  const credentials = await connectDevice(server, appId, models.brakeDevice!, 'BRAKE-1', '东门道闸')
  const simulated = simulate('brakeDevice', { host: '127.0.0.1', port: gateway.port, credentials, capacity: 3 })
  lane = { ...simulated, id: credentials.id }
  lane.device.start()
  await until(() => lane.device.link.online, 'online')
  ;[{ id: doorId }] = await ask('GET', '/api/person/authGroup/doors')
  ids.owner = (await ask('POST', PEOPLE, { name: '周屿', personType: 1, plates: ['粤b·1o234'] })).id
  ids.walker = (await ask('POST', PEOPLE, { name: '许知远', personType: 1 })).id
  groupId = (await ask('POST', '/api/person/authGroup', { name: '车主', doorIds: [doorId] })).id
  await ask('POST', `/api/person/authGroup/${groupId}/addPeople`, { personIds: Object.values(ids) })
})
afterAll(async () => {
  await lane?.device.stop()
  await platform?.close()
})

const stored = (): string[] => [...lane.plates!.held.values()].flatMap(({ plates }) => plates).sort()
const stores = (...plates: string[]) => until(() => stored().join() === plates.join(), `it stores ${plates.join()}`)
const stateOf = async (personId: string): Promise<string> =>
  (await platform.ask('GET', `/api/person/auth/cell?personId=${personId}&doorId=${doorId}`)).state
const summary = () => platform.ask('GET', '/api/person/auth/summary?deviceClass=brakeDevice')

test('the plates of whoever may pass are on it; whoever has none passes as before, and is missed nowhere', async () => {
  await stores('粤B10234')
  await until(async () => (await stateOf(ids.owner)) === 'confirmed', 'confirmed')
  expect(await stateOf(ids.walker)).toBe('notKept')
  expect(await summary()).toMatchObject({ total: 1, confirmed: 1, missing: 0 })
  expect(lane.plates!.refusal(lane.plates!.holderOf('粤B10234')!, 1, Date.now())).toBeNull()
})
test('a plate that is added, taken and given to somebody else is so on the device', async () => {
  await platform.ask('PUT', PEOPLE, { id: ids.owner, plates: ['粤B10234', '粤BD12345'] })
  await stores('粤B10234', '粤BD12345')
  await platform.ask('PUT', PEOPLE, { id: ids.owner, plates: ['粤BD12345'] })
  await platform.ask('PUT', PEOPLE, { id: ids.walker, plates: ['粤B10234'] })
  await stores('粤B10234', '粤BD12345')
  await until(async () => (await stateOf(ids.walker)) === 'confirmed', 'confirmed for the other')
  await platform.ask('PUT', PEOPLE, { id: ids.walker, plates: [] })
  await stores('粤BD12345')
  await until(async () => (await stateOf(ids.walker)) === 'notKept', 'stored no more')
})
test('what the device lost is found by reading it back, and sent again', async () => {
  lane.plates!.held.clear()
  await platform.ask('POST', '/api/person/auth/readBack', { deviceId: lane.id })
  await stores('粤BD12345')
})
test('it says when they do not fit, and takes them when there is room', async () => {
  await platform.ask('PUT', PEOPLE, { id: ids.walker, plates: ['粤A00001', '粤A00002', '粤A00003'] })
  await until(async () => (await stateOf(ids.walker)) === 'failed', 'full')
  await platform.ask('PUT', PEOPLE, { id: ids.owner, plates: [] })
  await stores('粤A00001', '粤A00002', '粤A00003')
})
test('without a right nothing is left, and no command stores a plate', async () => {
  await platform.ask('POST', `/api/person/authGroup/${groupId}/removePeople`, { personIds: Object.values(ids) })
  await stores()
  const commands = await platform.ask('GET', `/api/device/control/page?deviceId=${lane.id}&size=100`)
  expect(JSON.stringify(commands)).not.toMatch(/粤/)
})
