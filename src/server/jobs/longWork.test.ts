/**
 * Exports and bulk acts as jobs, over real routes, a real worker process and the real database: the content of the
 * file, who gets it, what remains when a worker dies, and which rows were refused.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { signedLink } from '#server/http/signedLink.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { retireExports } from '#modules/insight/retireExports.server.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { makePerson, makeRole, tokenOf } from '../../../tests/harness/people.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { fetchFile, rowsOf } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from './presentJob.ts'

const ENGINE = { role: 'engine' } as const
const ROWS = 30_000
const PEOPLE = '/api/person/person'
const SCRIPT = join(import.meta.dirname, '../../../tests/harness/fixtures/jobProcess.ts')
let server: TestServer
let appId: string
let workers: Workers | undefined
const children: ChildProcess[] = []
let another: string
let anotherId: string

beforeAll(async () => {
  server = await startTestServer()
  ;({ appId } = await makeApplication(server))
  const owner = new pg.Client(server.installation.connection)
  await owner.connect()
  await owner.query(`insert into people.person (id, source_id, app_id, name, person_no, person_type, phone_masked)
    select n, 1, ${appId}, case when n = 7 then '=HYPERLINK("http://x")' else 'person ' || n end, 'P' || n, 1 + n % 3, '138****' || lpad((n % 10000)::text, 4, '0') from generate_series(1, ${ROWS}) n`)
  await owner.end()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await workers?.stop()
  await server.close()
})

const start = (query = '', token = server.token) =>
  server.call<ShownJob>('POST', `${PEOPLE}/export?format=csv&appId=${appId}${query}`, {}, { token })
const jobOf = async (id: string): Promise<ShownJob> => (await server.call<ShownJob>('GET', `/api/job/${id}`)).body.data
const ended = (id: string): Promise<ShownJob> =>
  until(
    async () => {
      const job = await jobOf(id)
      return ['done', 'failed', 'cancelled'].includes(job.state) && job
    },
    'the end of the job',
    30_000,
  )
const linkOf = async (id: string): Promise<string> =>
  (await server.call<{ url: string }>('POST', `/api/job/${id}/link`, {})).body.data.url
const fetched = (url: string, token?: string) =>
  server.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })
const filesKept = async (): Promise<number> => {
  const all = await readdir(join(server.installation.dataDir, 'files'), { recursive: true }).catch(() => [])
  return all.filter(name => /[\\/]/.test(name)).length
}

test('kill −9 in the middle: the next worker begins anew, the file is whole, and no half of it stays behind', async () => {
  const asked = await start('&columns=name,phone,personNo&ascs=createdAt')
  expect(asked.body.data).toMatchObject({ kind: 'export', state: 'queued', total: ROWS, file: null })
  const { id } = asked.body.data
  // Two equal requests are one job; it is audited once, with its count and filters.
  expect((await start('&columns=name,phone,personNo&ascs=createdAt')).body.data.id).toBe(id)
  const entries = await server.ports.db.query(
    ENGINE,
    sql`select changes from audit.entry where action = 'export' and object_id = ${id}`,
  )
  expect(entries).toEqual([
    { changes: { rows: ROWS, filters: { ascs: 'createdAt' }, columns: ['name', 'phone', 'personNo'] } },
  ])

  const startWorker = (): ChildProcess => {
    const child = spawn(
      process.execPath,
      [SCRIPT, JSON.stringify(server.installation), String(110 + children.length)],
      { stdio: 'inherit' },
    )
    children.push(child)
    return child
  }
  const first = startWorker()
  const gone = new Promise(resolve => first.once('exit', resolve))
  const caught = await until(async () => (await jobOf(id)).ok > 0 && jobOf(id), 'some rows', 60_000)
  first.kill('SIGKILL')
  await gone
  expect(caught).toMatchObject({ state: 'running', file: null })
  expect((await server.call('POST', `/api/job/${id}/link`, {})).status).toBe(404)
  await server.ports.db.query(ENGINE, sql`update engine.job set planned_at = now() where id = ${id}`)
  const second = startWorker()
  const job = await ended(id)
  expect(job).toMatchObject({ state: 'done', total: ROWS, ok: ROWS, failed: 0 })
  second.kill('SIGKILL')

  const answer = await fetched(await linkOf(id))
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%E4%BA%BA%E5%91%98")
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  expect(job.file!.bytes).toBe(answer.rawPayload.length)
  expect(Date.parse(job.file!.until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const { heading, rows } = await rowsOf(answer.rawPayload, 'a.csv')
  expect(heading).toEqual(['姓名', '手机号', '工号'])
  expect(rows.length).toBe(ROWS)
  expect(new Set(rows.map(row => row[3])).size).toBe(ROWS)
  // As the list shows it: masked, and with nothing that a spreadsheet would execute.
  expect(answer.body).toContain(`"'=HYPERLINK(""http://x"")",138****0007,P7\r\n`)
  const [parts] = await server.ports.db.query<{ n: number }>(
    ENGINE,
    sql`select cardinality(file_parts) as n from engine.job where id = ${id}`,
  )
  expect(await filesKept()).toBe(parts!.n)
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.name.startsWith('jobs')),
  )
}, 90_000)

test('a short list is answered at once, a long one states how it is exported', async () => {
  const short = await fetchFile(server, `${PEOPLE}/export?format=csv&appId=${appId}&personNo=P29999&columns=personNo`)
  expect(short.bytes.toString()).toBe('\ufeff工号\r\nP29999\r\n')
  const long = await server.call('GET', `${PEOPLE}/export?format=csv&appId=${appId}`)
  expect(long.status).toBe(413)
  expect(long.body.msg).toContain('以任务导出')
  expect((await start('&descs=phone')).status).toBe(400)
})

test('the file is readable by its requester while they have the right, and its link for two minutes', async () => {
  const { id } = (await start('&personNo=P29998')).body.data
  await ended(id)
  const role = await makeRole(server, 'EXPORT', { points: /^person:(export|list)$/, scope: 0 })
  anotherId = await makePerson(server, 'another', { roleIds: [role] })
  another = await tokenOf(server, 'another')
  const url = await linkOf(id)
  expect((await fetched(url)).statusCode).toBe(200)
  expect((await fetched(url, server.token)).statusCode).toBe(200)
  expect((await server.call('POST', `/api/job/${id}/link`, {}, { token: another })).status).toBe(404)
  expect((await fetched(url, another)).statusCode).toBe(404)
  expect((await fetched(`/api/job/${id}/file`)).statusCode).toBe(404)
  expect((await fetched(url.replace(/user=\d+/, 'user=2'))).statusCode).toBe(404)
  expect((await fetched(url.replace(/until=\d+/, 'until=9999999999'))).statusCode).toBe(404)
  const user = /user=(\d+)/.exec(url)![1]!
  const earlier = { ...server.ports, now: () => new Date(Date.now() - 121_000) }
  expect((await fetched(signedLink(earlier, `/api/job/${id}/file`, `job ${id}`, user))).statusCode).toBe(404)
  expect((await fetched(signedLink(server.ports, `/api/job/${id}/file`, 'job 1', user))).statusCode).toBe(404)

  // After its retention the file is removed, and the job still shows that there was one.
  const before = await filesKept()
  const later = { ...server.ports, now: () => new Date(Date.now() + 6.9 * 86_400_000) }
  await retireExports(later, new AbortController().signal)
  expect(await filesKept()).toBe(before)
  await retireExports({ ...later, now: () => new Date(Date.now() + 7.1 * 86_400_000) }, new AbortController().signal)
  expect((await fetched(url)).statusCode).toBe(404)
  expect(await jobOf(id)).toMatchObject({ state: 'done', file: null })
  expect(await filesKept()).toBe(0)
})

test('stopped in the middle, nothing of the file stays', async () => {
  const { id } = (await start()).body.data
  await until(async () => (await jobOf(id)).state === 'running', 'its beginning')
  const stopped = await server.call<ShownJob>('POST', `/api/job/${id}/cancel`, {})
  expect(stopped.body.data).toMatchObject({ state: 'cancelled', file: null })
  await until(async () => (await filesKept()) === 0, 'the pieces to go')
})

test('who may no longer export gets no file, though the job was taken on', async () => {
  await workers!.stop()
  const { id } = (await start('&personNo=P29997', another)).body.data
  await server.ports.db.query(ENGINE, sql`delete from identity.account_role where account_id = ${anotherId}`)
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.name.startsWith('jobs')),
  )
  const stopped = await until(async () => {
    const [job] = await server.ports.db.query<{ state: number; reason: string[]; parts: number }>(
      ENGINE,
      sql`select state, result->'reason' as reason, cardinality(file_parts) as parts from engine.job where id = ${id}`,
    )
    return job!.state > 1 && job
  }, 'the end of the job')
  expect(stopped).toEqual({ state: 3, reason: ['没有权限', 'You may not do this'], parts: 0 })
})

test('many rows at once: each by itself, those that are refused are named with their reason', async () => {
  const ids: string[] = []
  for (let at = 1; at <= 24; at += 1) {
    const made = await server.call('POST', `/api/person/organization?appId=${appId}`, { name: `部门 ${at}` })
    ids.push(made.body.data.id)
  }
  await server.call('POST', `/api/person/organization?appId=${appId}`, { name: '小组', parentId: ids[4] })
  const url = `/api/person/organization/remove/bulk?appId=${appId}`
  const none = await server.call('POST', url, { ids: [] })
  expect([none.status, none.body.msg]).toEqual([400, '请选择1到1000行'])
  expect((await server.call('POST', url, { ids }, { token: another })).status).toBe(403)

  const asked = await server.call<ShownJob>('POST', url, { ids: [...ids, '99'] })
  expect(asked.body.data).toMatchObject({ kind: 'bulk', title: '删除', nounName: '组织', total: 25 })
  const { id } = asked.body.data
  expect(await ended(id)).toMatchObject({ state: 'done', ok: 23, failed: 2, file: null })
  const failures = (await server.call('GET', `/api/job/${id}/failures?size=100`)).body.data.records
  expect(failures).toEqual([
    { row: 5, problems: [{ field: 'name', column: '名称', given: '部门 5', reason: '含有1个下级，不能删除' }] },
    { row: 25, problems: [{ field: 'name', column: '名称', given: '99', reason: '资源不存在' }] },
  ])
  const sheet = await rowsOf((await fetchFile(server, `/api/job/${id}/failures.xlsx`)).bytes)
  expect([sheet.heading, ...sheet.rows.map(([, ...cells]) => cells)]).toEqual([
    ['名称', '失败原因'],
    ['部门 5', '含有1个下级，不能删除'],
    ['99', '资源不存在'],
  ])
  const left = await server.call('GET', `/api/person/organization/page?appId=${appId}`)
  expect(left.body.data.records.map((row: { name: string }) => row.name).sort()).toEqual(['小组', '部门 5'])
  const audited = await server.ports.db.query(
    ENGINE,
    sql`select action, count(*)::int as n from audit.entry where object = 'organization' and action in ('remove', 'bulk') group by 1 order by 1`,
  )
  expect(audited).toEqual([
    { action: 'bulk', n: 1 },
    { action: 'remove', n: 23 },
  ])
})

test('every row that matches: what the list showed, no more and no less, and what failed once more', async () => {
  const add = (name: string, parentId?: string): Promise<string> =>
    server
      .call('POST', `/api/person/organization?appId=${appId}`, { name, ...(parentId ? { parentId } : {}) })
      .then(({ body }) => body.data.id as string)
  const holding = await add('车间 总')
  const child = await add('班组', holding)
  for (let at = 1; at <= 3; at += 1) await add(`车间 ${at}`)
  const url = `/api/person/organization/remove/bulk?appId=${appId}`
  const filter = { name: '车间' }

  const wider = await server.call('POST', url, { filter: { nmae: '车间' }, count: 4 })
  expect([wider.status, wider.body.data.fields[0].msg]).toEqual([400, '筛选条件nmae不存在'])
  const changed = await server.call('POST', url, { filter, count: 3 })
  expect([changed.status, changed.body.msg]).toEqual([409, '符合条件的记录现在是4项，请核对后重试'])
  const counted = await server.call('POST', `/api/person/organization/remove/consequences?appId=${appId}`, {
    filter,
    count: 4,
  })
  expect(counted.body.data.rows).toBe(4)

  // Only users who may list the rows learn how many match a filter.
  const roleId = await quickRole(server, { points: ['organization:remove'] })
  const { token: blind } = await quickAccount(server, { roleIds: [roleId] })
  for (const body of [
    { filter, count: 4 },
    { filter, count: 0 },
  ])
    expect((await server.call('POST', url, body, { token: blind })).status).toBe(403)

  const asked = await server.call<ShownJob>('POST', url, { filter, count: 4 })
  const first = await ended(asked.body.data.id)
  expect(first).toMatchObject({ state: 'done', total: 4, ok: 3, failed: 1 })
  await server.call('DELETE', `/api/person/organization/${child}?appId=${appId}`)
  const strange = await server.call('POST', `/api/job/${asked.body.data.id}/again`, {}, { token: another })
  expect(strange.status).toBe(404)
  const again = await server.call<ShownJob>('POST', `/api/job/${asked.body.data.id}/again`)
  expect(again.body.data).toMatchObject({ kind: 'bulk', title: '删除', total: 1 })
  expect(await ended(again.body.data.id)).toMatchObject({ state: 'done', ok: 1, failed: 0 })
  expect((await server.call('POST', `/api/job/${again.body.data.id}/again`)).status).toBe(409)
})
