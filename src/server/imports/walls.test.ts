/** Who may import, in which scope, who sees the job, and how it is stopped. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { fetchFile, postFile, xlsxOf } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from '../jobs/presentJob.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const PEOPLE = '/api/person/person'
const ENGINE = { role: 'engine' } as const
const sendLines = (lines: readonly string[]) =>
  postFile<ShownJob>(platform.server, `${PEOPLE}/import?appId=${platform.appId}`, 'a.csv', lines.join('\n'))
const ended = (id: string): Promise<ShownJob> =>
  until(async () => {
    const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${id}`)).body
    return ['done', 'failed', 'cancelled'].includes(data.state) && data
  }, 'the end of the job')

describe('walls', () => {
  test('only with the permission point, in an own application, and only own jobs', async () => {
    const other = await makeApplication(platform.server, '别的应用')
    const role = (
      await platform.server.call('POST', '/api/admin/role', { name: '只看', code: 'only-look', dataScope: 0 })
    ).body.data
    const flat = (nodes: any[]): any[] => nodes.flatMap(node => [node, ...flat(node.children)])
    const menu = flat((await platform.server.call('GET', '/api/admin/menu/tree')).body.data)
    const grant = (points: readonly string[]) =>
      platform.server.call('POST', `/api/admin/role/${role.id}/grant`, {
        menuIds: menu.filter(node => points.includes(node.permission)).map(node => node.id),
      })
    await grant(['person:list', 'person:add'])
    await platform.server.call('POST', '/api/admin/user', {
      username: 'importer',
      password: 'a good long one',
      type: 4,
      roleIds: [role.id],
      appIds: [platform.appId],
    })
    await platform.server.ports.db.query(
      ENGINE,
      sql`update identity.account set must_change = false where username = 'importer'`,
    )
    const token = (
      (await platform.server.login('importer', 'a good long one')).body as unknown as { access_token: string }
    ).access_token
    const file = await xlsxOf([
      ['姓名', '类型'],
      ['吴一', '员工'],
    ])
    const post = (appId: string) =>
      postFile<ShownJob>(platform.server, `${PEOPLE}/import?appId=${appId}`, 'a.xlsx', file, { token })
    expect((await post(platform.appId)).status).toBe(403)
    await grant(['person:list', 'person:import'])
    // A granted permission takes effect within half a second.
    await until(
      async () => (await post(other.appId)).body.error === 'app_forbidden',
      'the right, in this application only',
    )
    const job = (await post(platform.appId)).body.data
    const own = await until(async () => {
      const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${job.id}`, undefined, { token })).body
      return data.state === 'done' && data
    }, 'the end of the job')
    expect(own.ok).toBe(1)
    // Neither another user, even the administrator, nor another application can see the job.
    expect((await platform.server.call('GET', `/api/job/${job.id}`)).status).toBe(404)
    expect((await fetchFile(platform.server, `/api/job/${job.id}/failures.xlsx`)).status).toBe(404)
    expect((await platform.server.call('GET', `${PEOPLE}/page?appId=${other.appId}`)).body.data.total).toBe(0)
    const foreign = await platform.server.ports.db.query(
      { role: 'app', appId: other.appId, sourceId: '1' },
      sql`select id from engine.job`,
    )
    expect(foreign).toEqual([])
  })
})

describe('many rows', () => {
  test('a job can be stopped: what was done stays, and is counted', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `批${at},员工,S${at}`)
    const answer = await sendLines(['姓名,类型,工号', ...lines])
    const { id } = answer.body.data
    // The same file again is the same job.
    expect((await sendLines(['姓名,类型,工号', ...lines])).body.data.id).toBe(id)
    await until(
      async () => (await platform.server.call<ShownJob>('GET', `/api/job/${id}`)).body.data.ok > 0,
      'some rows',
    )
    await platform.server.call('POST', `/api/job/${id}/cancel`, {})
    const stopped = await ended(id)
    expect(stopped.state).toBe('cancelled')
    await new Promise(resolve => setTimeout(resolve, 500))
    const [{ n }] = (await platform.server.ports.db.query<{ n: number }>(
      ENGINE,
      sql`select count(*)::int as n from people.person where app_id = ${platform.appId} and name like '批%'`,
    )) as [{ n: number }]
    expect(n).toBe((await ended(id)).ok)
    expect(n).toBeLessThan(3000)
  })
})
