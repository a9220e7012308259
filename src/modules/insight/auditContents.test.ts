/** What an entry of the audit shows, and to whom: its values follow the noun, and its organisation is that of the row. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnOf } from '#model/columnOf.ts'
import { classes, nouns } from '#main/registry.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { changeLines, withoutValues } from './auditChanges.rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** An account of the platform that reads the audit and these nouns besides. */
const auditor = async (more: readonly string[], scope = 0): Promise<string> => {
  const points = ['list', 'view', 'export'].map(verb => `operLog:${verb}`)
  const role = await quickRole(server, { points: [...points, ...more], scope })
  return (await quickAccount(server, { roleIds: [role] })).token
}
const read = async (url: string, token: string | null = null): Promise<any> =>
  (await server.call('GET', url, undefined, token ? { token } : {})).body

test('who may not read a noun sees which of its fields changed, and no value', async () => {
  const made = (await server.call('POST', '/api/device/vendor', { code: 'HIDDEN', name: '甲', status: 1 })).body.data
  await server.call('PUT', '/api/device/vendor', { id: made.id, rev: made.rev, name: '乙', status: 0 })
  const [without, withList] = [await auditor([]), await auditor(['deviceVendor:list'])]
  const of = `object=deviceVendor&objectId=${made.id}`
  const page = async (token: string) => (await read(`/api/admin/operLog/page?${of}`, token)).data.records
  const changes = async (token: string) => (await page(token)).map((row: any) => row.changes)
  expect(await changes(withList)).toEqual([
    { name: ['甲', '乙'], status: [1, 0] },
    { after: { code: 'HIDDEN', name: '甲', status: 1 } },
  ])
  const hidden = [{ name: '•••', status: '•••' }, { after: { code: '•••', name: '•••', status: '•••' } }]
  expect(await changes(without)).toEqual(hidden)
  const [{ id }] = await page(without)
  expect((await read(`/api/admin/operLog/${id}`, without)).data.changes).toEqual(hidden[0])
  const file = (await read(`/api/admin/operLog/export?format=csv&${of}&columns=changes`, without)).msg
  expect(file).toContain('厂商名称：•••；状态：•••')
  expect(file).not.toContain('甲')
})

test('numbers inside a value are hidden with it', () => {
  const changes = { after: { name: '甲', position: { lng: 120.1, lat: 30.2 } }, values: { openSeconds: 5 }, rows: 3 }
  expect(withoutValues(nouns.get('site'), changes)).toEqual({
    after: { name: '•••', position: '•••' },
    values: { openSeconds: '•••' },
    rows: 3,
  })
})

test('a number that belongs to the act, and to no field, is shown to every reader of the audit', async () => {
  await server.call('GET', '/api/device/vendor/export?columns=name')
  const { records } = (await read('/api/admin/operLog/page?object=deviceVendor&action=export', await auditor([]))).data
  expect(records[0].changes).toMatchObject({ rows: expect.any(Number), columns: '•••' })
})

test('an act of the platform on the account of a partner is in the audit of the partner', async () => {
  const account = { username: 'audited', nickname: '甲', password: 'moss kettle river', type: 2, appScope: 1 }
  const { id, rev } = (await server.call('POST', '/api/admin/user', { ...account, sourceId: '2' })).body.data
  expect((await server.call('PUT', '/api/admin/user', { id, rev, nickname: '乙' })).body.code).toBe(0)
  expect((await server.call('DELETE', `/api/admin/user/${id}`)).body.code).toBe(0)
  const entries = async (token: string): Promise<string[]> =>
    (await read(`/api/admin/operLog/page?object=user&objectId=${id}`, token)).data.records.map((row: any) => row.action)
  const role = await quickRole(server, { points: ['operLog:list'], sourceId: '2' })
  const { token } = await quickAccount(server, { type: 2, sourceId: '2', roleIds: [role] })
  expect(await entries(token)).toEqual(['remove', 'edit', 'add'])
  expect(await entries(await auditor([]))).toEqual(['remove', 'edit', 'add'])
  const OWN = 3
  expect(await entries(await auditor([], OWN))).toEqual([])
})

test('each noun of an organisation has the columns from which its entries get their owner', async () => {
  const owned = [...nouns.values()].filter(noun => noun.scope !== 'platform' && noun.life !== 'view')
  const columns = await server.ports.db.query<{ table: string; n: number }>(
    { role: 'engine' },
    sql`select t as table, count(*)::int as n from unnest(${owned.map(noun => noun.table)}::text[]) t
      join pg_attribute a on a.attrelid = to_regclass(t) and a.attname in ('id', 'source_id') group by t`,
  )
  expect(new Set(columns.filter(({ n }) => n >= 2).map(({ table }) => table))).toEqual(
    new Set(owned.map(noun => noun.table)),
  )
})

describe('a file of the audit', () => {
  const lines = (changes: object) =>
    changeLines(
      { object: 'week' in changes ? 'timePlan' : 'site', action: 'edit', changes },
      { nounOf: key => nouns.get(key), fieldOf: columnOf, classes },
    )
  test.each([
    ['a number where the field has a list', { week: 3 }],
    ['a text where the field has a place', { position: '余姚' }],
    ['a hidden value', { name: '•••' }],
    ['a list of something else, before and after,', { week: [[1, null], [2]] }],
    ['a word where the field has an instant', { createdAt: 'never' }],
    ['an object where the field has a text', { name: { a: 1 } }],
  ])('shows %s as it is', (_what, changes) => {
    const [value] = Object.values(changes)
    expect(lines(changes)).toMatchObject([{ field: undefined, after: Array.isArray(value) ? value[1] : value }])
  })
  test('reads values of the form of their field by it', () => {
    expect(lines({ name: ['甲', '乙'] })).toMatchObject([{ field: { kind: 'text' }, before: '甲', after: '乙' }])
  })
})
