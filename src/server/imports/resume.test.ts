/** A worker is killed in the middle of an import: the next one continues, and no row is imported twice or lost. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from '../jobs/presentJob.ts'

const ROWS = 4000
const SCRIPT = join(import.meta.dirname, '../../../tests/harness/fixtures/jobProcess.ts')
const ENGINE = { role: 'engine' } as const

let server: TestServer
const children: ChildProcess[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close()
})
const startWorker = (): ChildProcess => {
  const node = String(100 + children.length)
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(server.installation), node], { stdio: 'inherit' })
  children.push(child)
  return child
}

test('kill −9, twice', async () => {
  const { appId } = await makeApplication(server)
  await server.ports.db.query(
    ENGINE,
    sql`update applications.application set person_quota = 100000 where id = ${appId}`,
  )
  // Every tenth row is bad; most people have no number, so that only the job can prevent duplicates.
  const lines = Array.from({ length: ROWS }, (_, at) => `人${at},${at % 10 === 9 ? '不是' : '员工'}`)
  const posted = await postFile<ShownJob>(
    server,
    `/api/person/person/import?appId=${appId}`,
    'a.csv',
    ['姓名,类型', ...lines].join('\n'),
  )
  const { id } = posted.body.data
  const job = async () => (await server.call<ShownJob>('GET', `/api/job/${id}`)).body.data
  const stored = async () =>
    (
      await server.ports.db.query<{ people: number; names: number; rows: number }>(
        ENGINE,
        sql`select count(*)::int as people, count(distinct name)::int as names, (select count(*)::int from engine.job_row where job_id = ${id}) as rows from people.person where app_id = ${appId}`,
      )
    )[0]!

  for (const done of [300, 1200]) {
    const child = startWorker()
    const gone = new Promise(resolve => child.once('exit', resolve))
    await until(async () => (await job()).ok >= done, `${done} rows`, 60_000)
    child.kill('SIGKILL')
    await gone
    const left = await until(async () => {
      // The database may still be finishing a transaction of the dead process.
      const [now, kept] = [await job(), await stored()]
      return now.ok === kept.people && now.failed === kept.rows && now
    }, 'counts that agree with the rows')
    expect(left.state).toBe('running')
    expect(left.ok + left.failed).toBeLessThan(ROWS)
    // Instead of waiting for the lease to end.
    await server.ports.db.query(ENGINE, sql`update engine.job set planned_at = now() where id = ${id}`)
  }
  startWorker()
  const end = await until(async () => (await job()).state === 'done' && job(), 'the end', 30_000)
  expect(end).toMatchObject({ total: ROWS, ok: ROWS * 0.9, failed: ROWS * 0.1 })
  expect(await stored()).toEqual({ people: ROWS * 0.9, names: ROWS * 0.9, rows: ROWS * 0.1 })
}, 90_000)
