/** The tree of places of a site: its order of kinds, moving, merging and stopping; devices stand in it and are found by it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'

const LOCATION = '/api/admin/location'
const KIND = { area: 1, building: 2, unit: 3, floor: 4, room: 5, space: 6, passage: 7 } as const

let platform: TestPlatform
let sites: [string, string]
beforeAll(async () => {
  platform = await startPlatform()
  const site = async (name: string): Promise<string> =>
    (await platform.ask('POST', '/api/admin/site', { name, type: 1, status: 1 })).id
  sites = [await site('东区'), await site('西区')]
})
afterAll(() => platform?.close())

const add = async (name: string, kind: keyof typeof KIND, parentId?: string, siteId = sites[0]): Promise<string> =>
  (await platform.ask('POST', LOCATION, { name, kind: KIND[kind], ...(parentId ? { parentId } : { siteId }) })).id
const refusal = async (method: string, path: string, body?: object): Promise<string | null> => {
  const url = `${path}${path.includes('?') ? '&' : '?'}appId=${platform.appId}`
  return (await platform.server.call(method as 'POST', url, body)).body.msg
}
const device = async (sn: string, name: string): Promise<string> =>
  (await connectDevice(platform.server, platform.appId, platform.models.faceEqui!, sn, name)).id
const found = async (query: string): Promise<string[]> =>
  (await platform.ask('GET', `/api/device/bind/page?size=100&${query}`)).records.map((row: any) => row.name).sort()

test('each location is in a wider one, levels may be missing, and the site follows from above', async () => {
  const building = await add('A 栋', 'building')
  const floor = await add('3 层', 'floor', building)
  const room = await add('301', 'room', floor)
  expect(await platform.ask('GET', `${LOCATION}/${room}`)).toMatchObject({ parentId: floor, siteName: '东区' })
  const order = '顺序为区域、楼栋、单元、楼层、房间（车位、通道）'
  expect(await refusal('POST', LOCATION, { name: 'B', kind: KIND.building, parentId: floor })).toBe(
    `楼栋不能放在楼层内，${order}`,
  )
  expect(await refusal('POST', LOCATION, { name: 'P', kind: KIND.passage, parentId: room })).toBe(
    `通道不能放在房间内，${order}`,
  )
  expect(await refusal('PUT', LOCATION, { id: floor, kind: KIND.room })).toBe(`房间不能放在房间内，${order}`)
  expect(await refusal('PUT', LOCATION, { id: building, parentId: await add('B 栋', 'building') })).toBe(
    `楼栋不能放在楼栋内，${order}`,
  )
  expect(await refusal('POST', LOCATION, { name: '无处', kind: KIND.area })).toBe('请选择站点')
})

test('names and numbers are unique among siblings only', async () => {
  const building = await add('C 栋', 'building')
  await platform.ask('POST', LOCATION, { name: '1 层', no: 'F1', kind: KIND.floor, parentId: building })
  expect(await refusal('POST', LOCATION, { name: '1 层', kind: KIND.floor, parentId: building })).toBe('名称已存在')
  expect(await refusal('POST', LOCATION, { name: '2 层', no: 'F1', kind: KIND.floor, parentId: building })).toBe(
    '编号已存在',
  )
  await add('1 层', 'floor', await add('D 栋', 'building'))
  await add('C 栋', 'building', undefined, sites[1])
})

test('a location stays within its site; merging keeps the order, hands over parts and devices, and is refused for twins', async () => {
  const there = await add('E 栋', 'building', undefined, sites[1])
  const [from, into] = [await add('F 栋', 'building'), await add('G 栋', 'building')]
  const floor = await add('5 层', 'floor', from)
  expect(await refusal('PUT', LOCATION, { id: floor, parentId: there })).toBe('上级在另一个站点；位置不能移到别的站点')
  expect(await refusal('POST', `${LOCATION}/${from}/merge`, { intoId: there })).toBe('只能合并到同一站点的位置')
  expect(await refusal('POST', `${LOCATION}/${from}/merge`, { intoId: floor })).toMatch(/不能/)
  const twin = await add('5 层', 'floor', into)
  expect(await refusal('POST', `${LOCATION}/${from}/merge`, { intoId: into })).toBe(
    '两处都有“5 层”或相同的编号，请先改名',
  )
  await platform.ask('PUT', LOCATION, { id: twin, name: '6 层' })
  const id = await device('LOC-MERGE-1', '合并门')
  await platform.ask('POST', '/api/device/bind/assignLocation', { ids: [id], locationId: from })
  await platform.ask('POST', `${LOCATION}/${from}/merge`, { intoId: into })
  expect(await platform.ask('GET', `${LOCATION}/${floor}`)).toMatchObject({ parentId: into })
  expect(await platform.ask('GET', `/api/device/bind/${id}/detail`)).toMatchObject({
    locationId: into,
    locationName: 'G 栋',
  })
})

test('devices stand at a location, are found below it, counted above it, and keep it from being removed', async () => {
  const building = await add('H 栋', 'building')
  const floor = await add('2 层', 'floor', building)
  const [one, two] = [await device('LOC-FIND-1', '大堂'), await device('LOC-FIND-2', '二层')]
  await platform.ask('PUT', '/api/device/bind', { id: one, locationId: building })
  await platform.ask('POST', '/api/device/bind/assignLocation', { ids: [two], locationId: floor })
  expect(await found(`locationId=${building}`)).toEqual(['二层', '大堂'])
  expect(await found(`locationId=${floor}`)).toEqual(['二层'])
  expect(await platform.ask('GET', `${LOCATION}/${building}`)).toMatchObject({ deviceCount: 2 })
  const detail = await platform.ask('GET', `/api/device/bind/${two}/detail`)
  expect(detail).toMatchObject({ siteName: '东区', locationName: 'H 栋/2 层' })
  expect(await refusal('DELETE', `${LOCATION}/${floor}`)).toBe('正在被1个设备使用，不能删除')
  // Another site takes it away from its location.
  await platform.ask('PUT', '/api/device/bind', { id: two, siteId: sites[1] })
  expect(await platform.ask('GET', `/api/device/bind/${two}/detail`)).toMatchObject({
    locationId: null,
    siteName: '西区',
  })
  await platform.ask('POST', `/api/device/bind/${one}/unbind`, {})
  expect(await platform.ask('GET', `${LOCATION}/${building}`)).toMatchObject({ deviceCount: 0 })
})

test('a stopped location takes no devices, and neither does that of another application', async () => {
  const room = await add('值班室', 'room')
  const id = await device('LOC-STOP-1', '值班门')
  await platform.ask('POST', `${LOCATION}/${room}/stop`, {})
  const assign = (locationId: string) => refusal('POST', '/api/device/bind/assignLocation', { ids: [id], locationId })
  expect(await assign(room)).toBe('位置“值班室”已停用，不能选用')
  const { appId } = await makeApplication(platform.server, '别处')
  const post = async (path: string, body: object) =>
    (await platform.server.call('POST', `${path}?appId=${appId}`, body)).body.data.id
  const site = await post('/api/admin/site', { name: '别处', type: 1, status: 1 })
  expect(await assign(await post(LOCATION, { name: '别处的楼', kind: KIND.building, siteId: site }))).toBe('位置不存在')
})

test('a device is put on the floor plan of a location at or above it, moved there, and leaves it with its location', async () => {
  const floor = await add('平面图楼', 'building')
  const room = await add('机房', 'room', floor)
  const id = await device('LOC-PLAN-1', '机房门')
  await platform.ask('POST', '/api/device/bind/assignLocation', { ids: [id], locationId: room })
  const put = (body: object) => ({ locationId: floor, deviceId: id, ...body })
  const shown = () => platform.ask('GET', `/api/device/bind/plan?locationId=${floor}`)
  await platform.ask('POST', '/api/device/bind/plan', put({ x: '12.5', y: '80' }))
  expect(await shown()).toEqual([{ deviceId: id, x: 12.5, y: 80 }])
  await platform.ask('POST', '/api/device/bind/plan', put({ x: '0', y: '100' }))
  expect(await shown()).toEqual([{ deviceId: id, x: 0, y: 100 }])
  expect(await refusal('POST', '/api/device/bind/plan', put({ x: '101', y: '1' }))).toMatch(/100/)
  await platform.ask('PUT', '/api/device/bind', { id, locationId: null })
  expect(await shown()).toEqual([])
  expect(await refusal('POST', '/api/device/bind/plan', put({ x: '1', y: '1' }))).toBe('设备不在此位置')
})
