/** Built-in rows are shown in the reader's language, until somebody changes their texts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nouns } from '#main/registry.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import { makeApplication } from './harness/device.ts'
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

const asked = async (path: string, language: 'zh-CN' | 'en') =>
  (await server.call('GET', path, undefined, { headers: { 'accept-language': language } })).body.data

/** Chinese text shown to a reader of English, except names with an English version beside them, and text that is Chinese on purpose. */
const chinese = ({ english = {} }: Noun, rows: readonly Row[]): string[] =>
  rows
    .filter(row => row.language !== 'zh')
    .flatMap(({ children, nameZh: _zh, ...row }) => [
      ...Object.entries(row)
        .filter(([name, value]) => !(name in english && row[english[name]!]) && HAN.test(JSON.stringify(value)))
        .map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, 80)}`),
      ...chinese({ english } as Noun, (children ?? []) as Row[]),
    ])

test('no list of a new platform shows Chinese to a reader of English', async () => {
  // The reason of a refusal, which the log stores.
  await server.call('POST', '/api/auth/oauth/token?grant_type=password&username=nobody-here&password=x')
  let rows = 0
  for (const noun of nouns.values()) {
    if (!verbsOf(noun).includes('list')) continue
    const pages = [`${noun.api}/page?size=100`, ...(noun.tree ? [`${noun.api}/tree`] : [])]
    for (const page of pages) {
      const data = await asked(page, 'en')
      const found: Row[] = data?.records ?? (Array.isArray(data) ? data : [])
      rows += found.length
      expect({ [page]: chinese(noun, found) }).toEqual({ [page]: [] })
    }
  }
  expect(rows).toBeGreaterThan(100)
})

test('the brand and the administrator are called in the language of the reader, also before signing in', async () => {
  for (const path of ['/api/config', '/api/config?platform=foshan', '/api/admin/user/info']) {
    const [zh, en] = [await asked(path, 'zh-CN'), await asked(path, 'en')]
    expect(HAN.test(JSON.stringify(en))).toBe(false)
    expect(zh.brand.name).toMatch(HAN)
    if (zh.sysUser) expect([zh.sysUser.nickname, en.sysUser.nickname]).toEqual(['平台管理员', 'Administrator'])
  }
})

test('a row that another refers to is named in the language of the reader', async () => {
  const { appId } = await makeApplication(server)
  const [scenario] = await asked('/api/admin/scenario/tree', 'en')
  await server.call('PUT', '/api/admin/application', { id: appId, scenarioId: scenario.id })
  const named = async (language: 'zh-CN' | 'en') => {
    const application = await asked(`/api/admin/application/${appId}`, language)
    const [doc] = (await asked('/api/admin/doc/page?size=1', language)).records
    return [application.scenarioName, application.sourceName, doc.dirName]
  }
  for (const name of await named('zh-CN')) expect(name).toMatch(HAN)
  for (const name of await named('en')) expect(name).not.toMatch(HAN)
})

test('what is read in English is found by its English words', async () => {
  const found = async (path: string) => (await asked(path, 'en')).records.length
  expect(await found('/api/admin/role/page?name=security adm')).toBe(1)
  expect(await found('/api/admin/scenario/page?name=Car park')).toBe(1)
  expect(await found('/api/admin/user/page?nickname=administrator')).toBe(1)
  expect(await found('/api/admin/role/page?name=no such')).toBe(0)
})
