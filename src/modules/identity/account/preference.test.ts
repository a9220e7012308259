/** Preferences are stored with the account: users read and change only their own, within limits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PATH = '/api/admin/user/preference'
const stored = async (): Promise<unknown> => (await server.call('GET', PATH)).body.data

test('stored, changed, removed; too large is refused, and so is a request without a session', async () => {
  expect(await stored()).toEqual({})
  await server.call('PUT', PATH, { name: 'columns:equi', value: { hidden: ['sn'] } })
  await server.call('PUT', PATH, { name: 'views:equi', value: [{ name: '在线', search: 'online=true' }] })
  await server.call('PUT', PATH, { name: 'columns:equi', value: { hidden: [] } })
  expect(await stored()).toEqual({
    'columns:equi': { hidden: [] },
    'views:equi': [{ name: '在线', search: 'online=true' }],
  })
  // A choice may be one word, such as a page size, a number or a flag.
  for (const value of ['fit', 36, false, [1, 'a']]) {
    expect((await server.call('PUT', PATH, { name: 'choice', value })).body).toMatchObject({ code: 0 })
    expect(await stored()).toMatchObject({ choice: value })
  }
  await server.call('PUT', PATH, { name: 'choice', value: null })
  const large = await server.call('PUT', PATH, { name: 'columns:equi', value: { hidden: ['x'.repeat(20_000)] } })
  expect([large.status, large.body.msg]).toEqual([400, '内容过大'])
  await server.call('PUT', PATH, { name: 'columns:equi', value: null })
  expect(Object.keys((await stored()) as object)).toEqual(['views:equi'])
  expect((await server.app.inject({ method: 'GET', url: PATH })).statusCode).toBe(401)
})

test('a dictionary is answered by its type, in both languages; an unknown one is not found', async () => {
  const ask = (type: string, language: string) =>
    server.app.inject({
      method: 'GET',
      url: `/api/admin/dict/type/${type}`,
      headers: { authorization: `Bearer ${server.token}`, 'accept-language': language },
    })
  expect(
    (await ask('lock_flag', 'zh-CN'))
      .json()
      .data.map((one: { value: string; label: string }) => [one.value, one.label]),
  ).toEqual([
    ['0', '有效'],
    ['9', '锁定'],
  ])
  expect((await ask('lock_flag', 'en')).json().data[1].label).toBe('Locked')
  expect((await ask('nothing', 'en')).statusCode).toBe(404)
})
