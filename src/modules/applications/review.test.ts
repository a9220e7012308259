/** An application of a partner from request to removal, over the real routes. */
import { dayOf } from '#base/zonedTime.ts'
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { until } from '../../../tests/harness/until.ts'

const FOSHAN = '2'
let server: TestServer
/** The token of an open session. */
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  const ask = async (url: string, body: object): Promise<{ id: string }> => {
    const answer = await server.call('POST', url, body)
    expect(answer.body).toMatchObject({ code: 0 })
    return answer.body.data
  }
  const role = await ask('/api/admin/role', { name: '合作伙伴', code: 'partner', dataScope: 3 })
  const points = ['application:list', 'application:view', 'application:add', 'application:edit', 'application:remove']
  const more = ['application:submit', 'application:activate', 'application:stop', 'application:askClose']
  const asked = ['applicationReview:list', 'applicationReview:withdraw', 'applicationReview:approve', 'person:list']
  const menus = await server.ports.db.query<{ id: string }>(
    { role: 'engine' },
    sql`select id from identity.menu where permission = any(${[...points, ...more, ...asked]})`,
  )
  await ask(`/api/admin/role/${role.id}/grant`, { menuIds: menus.map(menu => menu.id) })
  const user = await ask('/api/admin/user', {
    appScope: 1,
    username: 'foshan-owner',
    password: 'a good long one',
    type: 2,
    sourceId: FOSHAN,
    roleIds: [role.id],
  })
  owner = `at_${'o'.repeat(43)}`
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until, refresh_hash, refresh_until)
      values (1, ${user.id}, ${FOSHAN}, 'console-foshan', ${createHash('sha256').update(owner).digest()}, now() + interval '1 hour', '\\x00', now() + interval '1 hour')`,
  )
})
afterAll(() => server.close())

const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  server.call(method, url, body, { token: owner })
const API = '/api/admin/application'
const DRAFT = { name: '南海工厂', industry: 3, deviceClasses: ['faceEqui'] }
const people = (appId: string) => asOwner('GET', `/api/person/person/page?appId=${appId}`)
const waiting = async (): Promise<any[]> =>
  (await server.call('GET', '/api/admin/applyCheck/page?state=0')).body.data.records

async function newApplication(name: string): Promise<any> {
  const answer = await asOwner('POST', API, { ...DRAFT, name })
  expect(answer.body).toMatchObject({ code: 0, data: { state: 3 } })
  return answer.body.data
}

describe('an application that a partner asks for', () => {
  test('waits, closed to its owner; approved, it opens', async () => {
    const app = await newApplication('南海一厂')
    expect((await people(app.id)).body).toMatchObject({ error: 'app_closed', msg: '应用待审核，通过后即可使用' })
    const [review] = await waiting()
    expect(review).toMatchObject({
      applicationName: '南海一厂',
      kind: 1,
      changes: expect.stringContaining('设备类：人脸设备'),
    })
    expect((await asOwner('POST', `/api/admin/applyCheck/${review.id}/approve`, {})).status).toBe(403)
    expect((await server.call('POST', `/api/admin/applyCheck/${review.id}/approve`, {})).body.data).toMatchObject({
      state: 1,
    })
    await until(async () => (await people(app.id)).status === 200, 'it opens')
    expect((await server.call('POST', `/api/admin/applyCheck/${review.id}/reject`, { reason: '晚了' })).status).toBe(
      409,
    )
  })

  test('a rejected one shows the reason; corrected, it is submitted again', async () => {
    const app = await newApplication('南海二厂')
    const [review] = await waiting()
    expect((await server.call('POST', `/api/admin/applyCheck/${review.id}/reject`, {})).body.data.fields[0].field).toBe(
      'reason',
    )
    await server.call('POST', `/api/admin/applyCheck/${review.id}/reject`, { reason: '缺少营业执照' })
    expect((await asOwner('GET', `${API}/${app.id}`)).body.data).toMatchObject({ state: 4, review: '缺少营业执照' })
    expect((await asOwner('POST', `${API}/${app.id}/activate`, {})).status).toBe(409)
    await asOwner('PUT', API, { id: app.id, remark: '已补充' })
    expect((await asOwner('POST', `${API}/${app.id}/submit`, {})).body.data).toMatchObject({ state: 3 })
    expect(await waiting()).toHaveLength(1)
  })

  test('is withdrawn by its owner, and several are approved at once', async () => {
    const [one] = await waiting()
    expect((await asOwner('POST', `/api/admin/applyCheck/${one.id}/withdraw`, {})).body.data).toMatchObject({
      state: 3,
    })
    expect((await asOwner('GET', `${API}/${one.applicationId}`)).body.data).toMatchObject({ state: 0 })
    await newApplication('南海三厂')
    await newApplication('南海四厂')
    const ids = (await waiting()).map(review => review.id)
    expect(ids).toHaveLength(2)
    const workers = startWorkers(
      server.ports,
      partsOf('worker').filter(part => part.where === 'worker'),
    )
    const asked = await server.call('POST', '/api/admin/applyCheck/approve/bulk', { filter: { state: 0 }, count: 2 })
    expect(asked.body.data).toMatchObject({ kind: 'bulk', title: '通过', total: 2 })
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([])
    await workers.stop()
  })
})

describe('an open application', () => {
  test('changes its name at once and its limits after review', async () => {
    const app = (await asOwner('GET', `${API}/page?name=${encodeURIComponent('南海三厂')}`)).body.data.records[0]
    const edited = await asOwner('PUT', API, { id: app.id, name: '南海三分厂', deviceQuota: 5000 })
    expect(edited.body.data).toMatchObject({ name: '南海三分厂', deviceQuota: 1000 })
    expect(edited.body.data.review).toContain('设备上限：1000 → 5000')
    expect((await asOwner('PUT', API, { id: app.id, personQuota: 9 })).body.msg).toContain('已有申请待审核')
    const [review] = await waiting()
    await server.call('POST', `/api/admin/applyCheck/${review.id}/approve`, {})
    expect((await asOwner('GET', `${API}/${app.id}`)).body.data).toMatchObject({
      deviceQuota: 5000,
      personQuota: 20000,
    })
  })

  test('stopped by the platform it stays so, within a second, until the platform starts it', async () => {
    const app = (await asOwner('GET', `${API}/page?name=${encodeURIComponent('南海一厂')}`)).body.data.records[0]
    expect((await people(app.id)).status).toBe(200)
    await server.call('POST', `${API}/${app.id}/stop`, { reason: '欠费' })
    await until(async () => (await people(app.id)).body.error === 'app_closed', 'it closes')
    expect((await people(app.id)).body).toMatchObject({ error: 'app_closed', msg: '应用已停用' })
    expect((await asOwner('POST', `${API}/${app.id}/activate`, {})).body.msg).toContain('由平台停用')
    await server.call('POST', `${API}/${app.id}/activate`, {})
    await until(async () => (await people(app.id)).status === 200, 'it opens')
  })

  test('is not deleted by its owner but closed on request', async () => {
    const app = (await asOwner('GET', `${API}/page?name=${encodeURIComponent('南海一厂')}`)).body.data.records[0]
    expect((await asOwner('DELETE', `${API}/${app.id}`)).body.msg).toContain('申请注销')
    await asOwner('POST', `${API}/${app.id}/askClose`, { reason: '项目结束' })
    const [review] = await waiting()
    expect(review).toMatchObject({ kind: 3, reason: '项目结束', changes: '注销应用' })
    await server.call('POST', `/api/admin/applyCheck/${review.id}/approve`, {})
    // It is kept, with its name, and nobody can use, change or open it again.
    const closed = (await asOwner('GET', `${API}/${app.id}`)).body.data
    expect(closed).toMatchObject({ name: '南海一厂', state: 5 })
    await until(async () => (await people(app.id)).body.error === 'app_closed', 'it closes')
    expect((await people(app.id)).body).toMatchObject({ error: 'app_closed', msg: '应用已注销' })
    const asPlatform = await server.call('GET', `/api/person/person/page?appId=${app.id}`)
    expect(asPlatform.body).toMatchObject({ error: 'app_closed', msg: '应用已注销' })
    for (const [method, path, body] of [
      ['PUT', API, { id: app.id, rev: closed.rev, name: '改名' }],
      ['POST', `${API}/${app.id}/activate`, {}],
      ['POST', `${API}/${app.id}/resetKey`, {}],
    ] as const)
      expect((await server.call(method, path, body)).body).toMatchObject({ error: 'wrong_state' })
  })
})

test('what platform staff add is open at once', async () => {
  const { body } = await server.call('POST', API, { ...DRAFT, name: '自营园区' })
  expect(body.data).toMatchObject({ state: 1, review: null })
})

test('applications are found by their term, whose last day still counts', async () => {
  const zone = 'Asia/Shanghai'
  const inDays = (days: number): string => dayOf(Date.now() + days * 86_400_000, zone)
  const terms = { 'Term over': inDays(-1), 'Term today': inDays(0), 'Term soon': inDays(29), 'Term later': inDays(30) }
  for (const [name, expiresOn] of Object.entries({ ...terms, 'Term open': null }))
    expect((await server.call('POST', API, { ...DRAFT, name, expiresOn })).body).toMatchObject({ code: 0 })
  const found = async (term: string): Promise<[string, number][]> =>
    (await server.call('GET', `${API}/page?size=100&name=term&ascs=expiresOn&term=${term}`)).body.data.records
      .map((row: any) => [row.name, row.term])
      .sort()
  expect(await found('2')).toEqual([['Term over', 2]])
  expect(await found('1')).toEqual([
    ['Term soon', 1],
    ['Term today', 1],
  ])
  expect(await found('0,2')).toEqual([
    ['Term later', 0],
    ['Term open', 0],
    ['Term over', 2],
  ])
})

test('applications are found by the day on which they end, and put in its order', async () => {
  const ends = { 'Ends early': '2031-03-01', 'Ends late': '2031-05-01', 'Never ends': null }
  for (const [name, expiresOn] of Object.entries(ends))
    expect((await server.call('POST', API, { ...DRAFT, name, expiresOn })).body).toMatchObject({ code: 0 })
  const names = async (query: string): Promise<string[]> =>
    (await server.call('GET', `${API}/page?size=100&name=end&${query}`)).body.data.records.map((row: any) => row.name)
  expect(await names('expiresOn=2031-03-01,2031-04-30')).toEqual(['Ends early'])
  expect(await names('expiresOn=2031-01-01,&ascs=expiresOn')).toEqual(['Ends early', 'Ends late'])
})
