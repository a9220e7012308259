/**
 * Groups of devices: set for many at once, filtered, counted; only within one application, and cleared when a device or
 * the group is removed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

let platform: TestPlatform
let ids: string[]
let group: { id: string; rev: number }
const devices = async (query = ''): Promise<{ id: string; groupName: string | null }[]> =>
  (await platform.ask('GET', `/api/device/bind/page?size=100${query}`)).records
const groups = async () => (await platform.ask('GET', '/api/device/group/page')).records

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  ids = []
  for (const name of ['东门', '西门', '南门'])
    ids.push(
      (await connectDevice(server, appId, models.accessControlDevice!, `GROUP-${name}`.slice(0, 6) + ids.length, name))
        .id,
    )
  group = await platform.ask('POST', '/api/device/group', { name: '夜间值守' })
})
afterAll(() => platform?.close())

test('two devices join it; the list finds them by it, and it counts them', async () => {
  expect(await platform.ask('POST', '/api/device/bind/assignGroup', { ids: ids.slice(0, 2), groupId: group.id })).toBe(
    2,
  )
  const found = await devices(`&groupId=${group.id}`)
  expect(found.map(row => row.id).sort()).toEqual(ids.slice(0, 2).sort())
  expect(found.map(row => row.groupName)).toEqual(['夜间值守', '夜间值守'])
  expect(await platform.ask('GET', `/api/device/bind/${ids[0]}/detail`)).toMatchObject({ groupName: '夜间值守' })
  expect(await groups()).toMatchObject([{ name: '夜间值守', deviceCount: 2, onlineCount: 0 }])
})

test('a group of another application is refused, alone and for many', async () => {
  const { server } = platform
  const other = await makeApplication(server, '别处')
  const foreign = (await server.call('POST', `/api/device/group?appId=${other.appId}`, { name: '别处的组' })).body.data
  const many = await server.call('POST', `/api/device/bind/assignGroup?appId=${platform.appId}`, {
    ...{ ids, groupId: foreign.id },
  })
  expect(many.body).toMatchObject({ code: 1, msg: '引用的对象不存在' })
  const job = await server.call('POST', `/api/device/bind/assignGroup/bulk?appId=${platform.appId}`, {
    ...{ ids: ids.slice(2), groupId: foreign.id },
  })
  if (job.body.code === 0)
    await until(async () => {
      const { data } = (await server.call('GET', `/api/job/${job.body.data.id}`)).body
      return data.state === 'done' && data.failed === 1
    }, 'the job to refuse it')
  expect((await devices()).filter(row => row.groupName === '别处的组')).toEqual([])
})

test('the command palette finds it by a part of its name, and reads it by its id, only where it belongs', async () => {
  const { server, appId } = platform
  const other = await makeApplication(server, '隔壁')
  const ask = async (path: string, app: string) =>
    (await server.call('GET', `/api/device/group/${path}${path.includes('?') ? '&' : '?'}appId=${app}`)).body
  const found = (await ask(`page?name=${encodeURIComponent('间值')}`, appId)).data.records
  expect(found).toMatchObject([{ id: group.id, name: '夜间值守' }])
  expect((await ask(`page?name=${encodeURIComponent('间值')}`, other.appId)).data.records).toEqual([])
  expect((await ask(group.id, appId)).data).toMatchObject({ name: '夜间值守' })
  expect(await ask(group.id, other.appId)).toMatchObject({ code: 1, data: null })
})

test('a device that is unbound leaves it; a group that is removed leaves its devices ungrouped', async () => {
  await platform.ask('POST', `/api/device/bind/${ids[0]}/unbind`, {})
  expect(await groups()).toMatchObject([{ deviceCount: 1 }])
  await platform.ask('DELETE', `/api/device/group/${group.id}`)
  expect(await groups()).toEqual([])
  expect(await devices()).toMatchObject([{ groupName: null }, { groupName: null }])
})
