/** Who uses up the limit of people of an application: neither visitors nor blocked people; and of which devices a share is. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<any> =>
  (await platform.server.call<any>(method, `${url}?appId=${platform.appId}`, body)).body
const add = (name: string, personType: number) => call('POST', '/api/person/person', { name, personType })

test('visitors and blocked people are beyond the limit, and count as soon as they are something else', async () => {
  await platform.server.ports.db.query(
    ENGINE,
    sql`update applications.application set person_quota = 2 where id = ${platform.appId}`,
  )
  const FULL = '应用的人员数已达上限 2'
  const visitor = (await add('访客', 4)).data
  expect((await add('黑名单', 5)).code).toBe(0)
  expect((await add('员工', 1)).code).toBe(0)
  expect((await add('住户', 2)).code).toBe(0)
  expect((await add('学生', 3)).msg).toBe(FULL)
  expect((await add('又一访客', 4)).code).toBe(0)
  expect((await call('PUT', '/api/person/person', { id: visitor.id, personType: 1 })).msg).toBe(FULL)
  expect((await call('PUT', '/api/person/person', { id: visitor.id, name: '来客' })).code).toBe(0)
  const { people } = (await call('GET', '/api/insight/application')).data
  expect(people).toMatchObject({ total: 5, counted: 2 })
})

test('the share connected is of the devices in use: those in stock are connected nowhere', async () => {
  const { server, appId, models, ask } = platform
  const made = await connectDevice(server, appId, models.bollardDevice!, 'SHARE-1', '柱')
  for (const sn of ['SHARE-2', 'SHARE-3'])
    await ask('POST', '/api/device/warehouse', { sn, name: sn, modelId: models.bollardDevice })
  await server.ports.db.query(
    ENGINE,
    sql`insert into devices.session (device_id, source_id, app_id, online, epoch, opened_at)
      select id, source_id, app_id, true, 1, now() from devices.device where id = ${made.id}
      on conflict (device_id) do update set online = true`,
  )
  const { records } = (await call('GET', '/api/device/type/page')).data
  const type = records.find((row: any) => row.code === 'bollardDevice')
  expect(type).toMatchObject({ deviceCount: 3, onlineRate: '100.0' })
})
