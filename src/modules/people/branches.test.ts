/** Organisations are moved, merged and stopped; what would lose or hide people is refused, with its reason. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { makeApplication } from '../../../tests/harness/device.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())

const ORGANIZATION = '/api/person/organization'
const add = async (name: string, parentId?: string): Promise<string> =>
  (await platform.ask('POST', ORGANIZATION, { name, ...(parentId ? { parentId } : {}) })).id
const addPerson = async (name: string, orgId?: string): Promise<string> =>
  (await platform.ask('POST', '/api/person/person', { name, personType: 2, orgId })).id
const call = (method: string, path: string, body?: object) =>
  platform.server.call(method as 'POST', `${path}${path.includes('?') ? '&' : '?'}appId=${platform.appId}`, body)
const messageOf = async (
  method: string,
  path: string,
  body?: object,
): Promise<[number | undefined, string | undefined, string | null]> => {
  const { status, body: answer } = await call(method, path, body)
  return [status, answer.error, answer.msg]
}

test('a merged organisation hands over its people and its parts, and is gone', async () => {
  const [old, kept] = [await add('一期物业'), await add('物业服务中心')]
  const team = await add('保洁班', old)
  const person = await addPerson('洪敏', old)
  expect((await call('POST', `${ORGANIZATION}/${old}/merge`, { intoId: kept })).status).toBe(200)
  expect((await call('GET', `${ORGANIZATION}/${old}`)).body.error).toBe('not_found')
  expect(await platform.ask('GET', `/api/person/person/${person}`)).toMatchObject({
    orgId: kept,
    orgName: '物业服务中心',
  })
  expect(await platform.ask('GET', `${ORGANIZATION}/${team}`)).toMatchObject({ parentId: kept })
  const log = await platform.ask('GET', `/api/admin/operLog/page?object=organization&objectId=${old}`)
  expect(log.records.map((row: any) => row.action)).toContain('merge')
})

test('parts without a place in the order follow as they were added, after those that come first', async () => {
  const top = await add('楼栋')
  for (const name of ['1栋', '2栋', '3栋']) await add(name, top)
  await platform.ask('POST', ORGANIZATION, { name: '末栋', parentId: top, sort: 9 })
  await add('4栋', top)
  const tree = await platform.ask('GET', `${ORGANIZATION}/tree`)
  const { children } = tree.find((one: any) => one.id === top)
  expect(children.map((one: any) => one.name)).toEqual(['1栋', '2栋', '3栋', '4栋', '末栋'])
})

test('a merge is refused into itself, into its own part, into a stopped one, into another application, and beyond the depth', async () => {
  const top = await add('工程部')
  const below = await add('水电组', top)
  const merge = (id: string, intoId: string) => messageOf('POST', `${ORGANIZATION}/${id}/merge`, { intoId })
  expect(await merge(top, top)).toEqual([400, 'invalid', '不能合并到自己'])
  expect(await merge(top, below)).toEqual([400, 'invalid', '不能移动到自己的下级'])
  expect(await merge(top, '999')).toEqual([400, 'invalid', '要合并到的组织不存在'])
  const stopped = await add('旧部门')
  await platform.ask('POST', `${ORGANIZATION}/${stopped}/stop`, {})
  expect(await merge(top, stopped)).toEqual([400, 'invalid', '“旧部门”已停用，不能合并到它'])
  const { appId } = await makeApplication(platform.server, '别的应用')
  const other = await platform.server.call('POST', `${ORGANIZATION}?appId=${appId}`, { name: '外部' })
  expect((await merge(top, other.body.data.id))[2]).toBe('要合并到的组织不存在')
  let deep = await add('第 1 级')
  for (let level = 2; level <= 10; level++) deep = await add(`第 ${level} 级`, deep)
  expect(await merge(top, deep)).toEqual([400, 'invalid', '最多10级'])
  expect(await platform.ask('GET', `${ORGANIZATION}/${below}`)).toMatchObject({ parentId: top })
})

test('an organisation is moved with all below it, but never deeper than the tree allows', async () => {
  const [a, b] = [await add('甲'), await add('乙')]
  const part = await add('甲一', a)
  await platform.ask('PUT', ORGANIZATION, { id: a, parentId: b })
  expect(await platform.ask('GET', `${ORGANIZATION}/${part}`)).toMatchObject({ parentId: a })
  expect((await messageOf('PUT', ORGANIZATION, { id: b, parentId: part }))[2]).toBe('不能移动到自己的下级')
  let deep = await add('层 1')
  for (let level = 2; level <= 8; level++) deep = await add(`层 ${level}`, deep)
  // Below the eighth there is room for two levels, not for three.
  expect((await messageOf('PUT', ORGANIZATION, { id: b, parentId: deep }))[2]).toBe('最多10级')
  expect((await call('PUT', ORGANIZATION, { id: a, parentId: deep })).status).toBe(200)
})

test('a stopped organisation keeps its people and takes no new ones, and no parts, until it is started', async () => {
  const org = await add('夜班')
  const kept = await addPerson('华叔', org)
  const outside = await addPerson('翁姨')
  await platform.ask('POST', `${ORGANIZATION}/${org}/stop`, {})
  expect(await platform.ask('PUT', '/api/person/person', { id: kept, name: '华师傅', orgId: org })).toMatchObject({
    orgId: org,
  })
  const refused = '组织“夜班”已停用，不能选用'
  expect(await messageOf('PUT', '/api/person/person', { id: outside, orgId: org })).toEqual([400, 'invalid', refused])
  expect((await messageOf('POST', '/api/person/person', { name: '新人', personType: 2, orgId: org }))[2]).toBe(refused)
  expect((await messageOf('POST', ORGANIZATION, { name: '下级', parentId: org }))[2]).toBe(refused)
  await platform.ask('POST', `${ORGANIZATION}/${org}/start`, {})
  expect(await platform.ask('PUT', '/api/person/person', { id: outside, orgId: org })).toMatchObject({ orgId: org })
})
