/** Operations take what they declare: any other name is refused, by that name, wherever it is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from './harness/device.ts'
import { startTestServer, type Answer, type TestServer } from './harness/server.ts'

type Json = Record<string, any>
let server: TestServer
let appId: string
let document: Json
beforeAll(async () => {
  server = await startTestServer()
  appId = (await makeApplication(server)).appId
  document = (await server.call<Json>('GET', '/api/openapi.json')).body
})
afterAll(() => server?.close())

const named = ({ status, body }: Answer): unknown => [
  status,
  body.error,
  (body.data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field),
]

test.each([
  ['an added row', 'POST', '/api/person/person', { name: '甲', colour: 'red' }, ['colour']],
  ['a changed row', 'PUT', '/api/person/person', { id: '1', nickname: 'x' }, ['nickname']],
  ['an action', 'POST', '/api/person/auth/retry', { personIds: ['1'], devceId: '1' }, ['devceId']],
  ['an act on many rows', 'POST', '/api/person/person/remove/bulk', { ids: ['1'], reasons: 'x' }, ['reasons']],
  ['an endpoint', 'POST', '/api/auth/phone', { phone: '13800000000', kode: '1' }, ['kode']],
  ['an export', 'POST', '/api/person/person/export', { nmae: '甲' }, ['nmae']],
  ['a list inside', 'POST', '/api/person/timePlan', { name: '甲', week: [{ weekday: 1, form: '1' }] }, ['week.form']],
  ['a filter', 'GET', '/api/person/person/page?nmae=x&size=10', undefined, ['nmae']],
  ['a read action', 'GET', '/api/device/bind/stat?class=x', undefined, ['class']],
  ['a body without names', 'POST', '/api/auth/session/endOthers', { all: true }, ['all']],
] as const)('%s', async (_what, method, path, body, names) => {
  const url = `${path}${path.includes('?') ? '&' : '?'}appId=${appId}`
  expect(named(await server.call(method, url, body))).toEqual([400, 'invalid', names])
})

test('what a row was read with is sent back with an edit, and what clients add to every request is known', async () => {
  const made = await server.call('POST', `/api/person/person?appId=${appId}`, { name: '甲', personType: 1, appId })
  const id = made.body.data.id as string
  const row = (await server.call('GET', `/api/person/person/${id}?appId=${appId}`)).body.data
  const edited = await server.call('PUT', `/api/person/person?appId=${appId}`, { ...row, name: '乙', appId })
  expect([edited.body.msg, edited.body.data?.name]).toEqual([null, '乙'])
  const list = `/api/person/person/page?appId=${appId}&searchDateBtn=1&ext_color=red&current=1&ascs=name`
  expect((await server.call('GET', list)).status).toBe(200)
})

test('whoever may not call it learns nothing of its names', async () => {
  expect((await server.call('POST', '/api/person/person', { colour: 1 }, { token: null })).status).toBe(401)
})

test('every operation is judged, but for public ones of other protocols', async () => {
  const open: string[] = []
  for (const { method, url, access } of server.app.rules) {
    const described = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!described && access !== 'public') open.push(`${method} ${url}`)
  }
  expect(open).toEqual([])
})
