/** What jobs contain, kept answers and lists of removals are judged when they are read: by the rights of then, not by those of when they were made. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { FOSHAN, makeTenantApplication, NANC } from '../../../tests/harness/accessWorld.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { forgetIdentity, quickAccount, quickRole, type QuickAccount } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from './presentJob.ts'

const ENGINE = { role: 'engine' } as const
const PEOPLE = '/api/person/person'
const POINTS = ['list', 'view', 'add', 'remove', 'export', 'import'].map(verb => `person:${verb}`)
let server: TestServer
let workers: Workers
let appId: string
let partner: QuickAccount

beforeAll(async () => {
  server = await startTestServer()
  await makeApplication(server)
  appId = await makeTenantApplication(server, FOSHAN, '东区')
  const role = await quickRole(server, { sourceId: FOSHAN, points: POINTS })
  partner = await quickAccount(server, { type: 2, sourceId: FOSHAN, roleIds: [role] })
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.name.startsWith('jobs')),
  )
})
afterAll(async () => {
  await workers?.stop()
  await server?.close()
})

const call = <T = any>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown, { token } = partner) =>
  server.call<T>(method, url, body, { token })
async function ended(asked: { body: { data: ShownJob } }, account = partner): Promise<string> {
  const { id } = asked.body.data
  await until(
    async () => (await call<ShownJob>('GET', `/api/job/${id}`, undefined, account)).body.data.state === 'done',
    'the end of the job',
  )
  return id
}
const send = async (headers: Record<string, string>, name: string) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${PEOPLE}?appId=${appId}`,
    headers: { authorization: `Bearer ${partner.token}`, ...headers },
    payload: { name, personType: 1 },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const statusOf = async (url: string): Promise<number> =>
  (await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${partner.token}` } })).statusCode

test('a file with personal data is opened as it was made: by somebody who proved within five minutes who they are', async () => {
  const id = await ended(await call('POST', `${PEOPLE}/export?appId=${appId}`, {}))
  expect((await call('POST', `/api/job/${id}/link`)).status).toBe(200)
  const since = (minutes: number) =>
    server.ports.db.query(
      ENGINE,
      sql`update identity.session set proved_at = now() - make_interval(mins => ${minutes}) where account_id = ${partner.id}`,
    )
  await since(6)
  await forgetIdentity(server)
  await until(async () => (await call('POST', `/api/job/${id}/link`)).status === 428, 'the question for a proof')
  await since(0)
  await forgetIdentity(server)
})

test('after a transfer the former organisation reads nothing of it: no file, no failed rows, no kept answer, no removal', async () => {
  const exported = await ended(await call('POST', `${PEOPLE}/export?appId=${appId}`, {}))
  const { url } = (await call('POST', `/api/job/${exported}/link`)).body.data
  const imported = await ended(
    await postFile(
      server,
      `${PEOPLE}/import?appId=${appId}`,
      'a.csv',
      '姓名,类型\n甲机密,员工\n乙机密,无此类型\n',
      partner,
    ),
  )
  const key = { 'idempotency-key': 'one' }
  const first = await send(key, '丙机密')
  expect((await send(key, '丙机密')).body).toEqual(first.body)
  await call('DELETE', `${PEOPLE}/${first.body.data.id}?appId=${appId}`)
  const reads = [
    `/api/job/${imported}/failures`,
    `/api/job/${imported}/causes`,
    `/api/job/${imported}/failures.xlsx`,
    url,
  ]
  for (const one of reads) expect([one, await statusOf(one)]).toEqual([one, 200])
  expect((await call('GET', '/api/removal')).body.data).toMatchObject([{ name: '丙机密' }])

  await server.ports.db.query(ENGINE, sql`update applications.application set source_id = ${NANC} where id = ${appId}`)
  // The owner of an application is cached for a second.
  await until(async () => (await call('GET', `${PEOPLE}/page?appId=${appId}`)).status === 403, 'the new owner')
  for (const one of reads) expect([one, await statusOf(one)]).toEqual([one, 403])
  expect((await call('POST', `/api/job/${exported}/link`)).status).toBe(403)
  const replayed = await send(key, '丙机密')
  expect([replayed.status, replayed.body.error]).toEqual([403, 'app_forbidden'])
  expect((await call('GET', '/api/removal')).body.data).toEqual([])
})

test('a file with rows of several organisations is closed to an account that reads fewer of them now', async () => {
  const role = await quickRole(server, {
    points: ['user:list', 'user:export', 'department:list', 'department:remove'],
    scope: 1,
    organisations: [FOSHAN, NANC],
  })
  const staff = await quickAccount(server, { roleIds: [role] })
  const id = await ended(await call('POST', '/api/admin/user/export', {}, staff), staff)
  expect((await call('POST', `/api/job/${id}/link`, {}, staff)).status).toBe(200)
  const departments = [FOSHAN, NANC].map(sourceId => ({ id: server.ports.newId(), sourceId }))
  for (const one of departments)
    await server.ports.db.query(
      ENGINE,
      sql`insert into identity.department (id, source_id, name) values (${one.id}, ${one.sourceId}, ${`部门 ${one.id}`})`,
    )
  const ids = departments.map(one => one.id)
  const bulk = await ended(await call('POST', '/api/admin/department/remove/bulk', { ids }, staff), staff)
  const failures = async (): Promise<number> =>
    (await call('GET', `/api/job/${bulk}/failures`, undefined, staff)).status
  expect(await failures()).toBe(200)
  await server.ports.db.query(
    ENGINE,
    sql`delete from identity.role_organisation where role_id = ${role} and organisation_id = ${NANC}`,
  )
  await forgetIdentity(server)
  await until(async () => (await call('POST', `/api/job/${id}/link`, {}, staff)).status === 403, 'the narrower role')
  expect(await failures()).toBe(403)
})
