/** 页面配置: which pages of a device type the menu shows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
let typeId: string
beforeAll(async () => {
  server = await startTestServer()
  typeId = (await server.call('GET', '/api/device/type/page?code=bollardDevice')).body.data.records[0].id
})
afterAll(() => server?.close())

const pages = async (of = typeId): Promise<{ id: string; path: string; hidden: boolean }[]> =>
  (await server.call('GET', `/api/device/type/${of}/pages`)).body.data
const inMenu = async (path: string): Promise<boolean> =>
  JSON.stringify((await server.call('GET', '/api/admin/menu')).body.data).includes(`"${path}"`)
const show = (ids: readonly string[], token?: string) =>
  server.call<any>('POST', `/api/device/type/${typeId}/pages`, { menuIds: ids }, token ? { token } : {})

test('a page that is switched off leaves the menu and comes back', async () => {
  const all = await pages()
  const event = all.find(page => page.path === '/bollardDevice/event')!
  expect(event.hidden).toBe(false)
  expect((await show(all.filter(page => page !== event).map(page => page.id))).body.data).toBe(all.length - 1)
  expect(await inMenu(event.path)).toBe(false)
  expect((await pages()).filter(page => page.hidden)).toEqual([{ ...event, hidden: true }])
  expect((await show(all.map(page => page.id))).body.data).toBe(all.length)
  expect(await inMenu(event.path)).toBe(true)
})

test('pages of other types are left as they are', async () => {
  const other = (await server.call('GET', '/api/device/type/page?code=faceEqui')).body.data.records[0].id
  const [first] = await pages(other)
  const all = await pages()
  expect((await show([...all.map(page => page.id), first!.id])).body.data).toBe(all.length)
  expect((await show([])).body.data).toBe(0)
  expect((await pages(other)).some(page => page.hidden)).toBe(false)
  expect(await inMenu(first!.path)).toBe(true)
  await show(all.map(page => page.id))
})

test('without the permission it is refused, and so is a type that does not exist', async () => {
  const role = await quickRole(server, { points: ['deviceType:list', 'deviceType:view', 'deviceType:edit'] })
  const { token } = await quickAccount(server, { roleIds: [role] })
  expect((await show([], token)).body).toMatchObject({ error: 'forbidden' })
  expect((await server.call('GET', `/api/device/type/${typeId}/pages`, undefined, { token })).status).toBe(403)
  expect((await server.call('GET', '/api/device/type/1/pages')).status).toBe(404)
})
