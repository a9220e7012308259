/** Rows that come with the product are read in the reader's language, until somebody changes their words. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; rev: number; name: string; remark?: string }
const read = async (url: string, language: 'zh-CN' | 'en'): Promise<Row[]> =>
  (await server.call('GET', `${url}?size=50`, undefined, { headers: { 'accept-language': language } })).body.data
    .records
const HAN = /[\u4e00-\u9fff]/
const ROLE = '/api/admin/role'

for (const api of [ROLE, '/api/device/category', '/api/device/type'])
  test(`${api}: Chinese for one, English for the other`, async () => {
    const [zh, en] = [await read(`${api}/page`, 'zh-CN'), await read(`${api}/page`, 'en')]
    expect(zh.length).toBeGreaterThan(1)
    expect(zh.filter(row => !HAN.test(row.name))).toEqual([])
    expect(en.filter(row => HAN.test(JSON.stringify(row))).map(row => JSON.stringify(row))).toEqual([])
  })

test('saved as it was read nothing changes; what staff wrote is theirs in every language', async () => {
  const [role] = await read(`${ROLE}/page`, 'en')
  const edit = (values: object) =>
    server.call('PUT', ROLE, { id: role!.id, ...values }, { headers: { 'accept-language': 'en' } })
  expect((await edit({ name: role!.name, remark: role!.remark, rev: role!.rev })).body.code).toBe(0)
  const stored = async (language: 'zh-CN' | 'en') =>
    (await read(`${ROLE}/page`, language)).find(row => row.id === role!.id)!.name
  expect(await stored('zh-CN')).toMatch(HAN)
  expect((await edit({ name: 'Keepers' })).body.code).toBe(0)
  expect([await stored('zh-CN'), await stored('en')]).toEqual(['Keepers', 'Keepers'])
})
