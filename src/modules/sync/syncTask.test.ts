/** Failed deliveries are sent again or cancelled from the list of tasks, by selection and as a job; removals are never cancelled. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { person } from '#modules/people/person.noun.ts'
import { toState } from '#server/moves/toState.ts'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()
const get = async (path: string): Promise<any> => (await t.server.call('GET', path)).body.data
const tasks = async (query = ''): Promise<any[]> => (await get(`/api/device/syncTask/page?size=50${query}`)).records

const TOO_SMALL = { code: 4102, msg: 'FACE_TOO_SMALL' }
let failed: { id: string; shortNo: string }

test('a failure names its command, whose messages are in the log', async () => {
  t.answerWith = item => (item.name === '何雨桐' ? TOO_SMALL : { code: 0 })
  const fine = await t.person('周雨桐')
  failed = await t.person('何雨桐')
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [fine.id, failed.id] })
  await until(async () => (await tasks('&state=failed')).length === 1, 'failed')
  await until(t.idle, 'idle')
  const [task] = await tasks()
  expect(task).toMatchObject({ subjectName: '何雨桐', state: 'failed', permission: { retry: true, cancel: true } })
  expect(task.message).toBe('照片里的脸太小，设备取不出特征')
  await until(
    async () => (await get(`/api/device/log/page?requestId=${task.commandId}`)).records.length === 2,
    'the command and its answer',
  )
})

test('the figures count tasks and what devices answered', async () => {
  const figures = await get('/api/device/syncTask/stat')
  expect(figures).toMatchObject({ sending: 0, waiting: 0, failed: 1, cancelled: 0, hour: { ok: 1, total: 2 } })
  expect(figures.slowest).toEqual([expect.objectContaining({ deviceId: t.terminal.id, open: 1, online: true })])
})

const run = (act: string, ids: readonly string[]) => t.server.call('POST', `/api/device/syncTask/${act}`, { ids })

test('a cancelled task is not sent again when its device calls again, and is when asked for', async () => {
  const [task] = await tasks()
  expect((await run('cancel', [task.id])).body.data).toBe(1)
  expect(await tasks()).toEqual([
    expect.objectContaining({ state: 'cancelled', kind: 'cancelled', permission: { retry: true, cancel: false } }),
  ])
  expect((await t.cell(failed.id)).state).toBe('failed')
  // It counts as failed in the data centre, which says why.
  const { sync } = await get('/api/insight/overview')
  expect([sync.failed, sync.failures]).toEqual([1, [{ message: '已取消', n: 1 }]])
  t.answerWith = () => ({ code: 0 })
  const adds = t.adds
  await t.leave()
  await t.open()
  await t.post('/api/person/auth/readBack', { deviceId: t.terminal.id })
  await until(t.idle, 'idle')
  expect([t.held.has(failed.shortNo), t.adds]).toEqual([false, adds])
  expect((await run('cancel', [task.id])).body).toMatchObject({ error: 'wrong_state' })
  expect((await run('retry', [task.id])).body.data).toBe(1)
  await until(() => t.held.has(failed.shortNo), 'on the terminal')
  await until(async () => (await tasks()).length === 0, 'no task is left')
})

test('all failures that match are sent again as a job', async () => {
  t.answerWith = () => TOO_SMALL
  const two = [await t.person('孙晓曼'), await t.person('冯悦')]
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: two.map(({ id }) => id) })
  await until(async () => (await tasks('&state=failed')).length === 2, 'both failed')
  t.answerWith = () => ({ code: 0 })
  const job = await t.server.call('POST', '/api/device/syncTask/retry/bulk', { filter: { state: 'failed' }, count: 2 })
  expect(job.body.code, String(job.body.msg)).toBe(0)
  await until(() => two.every(({ shortNo }) => t.held.has(shortNo)), 'both on the terminal')
})

test('a removal cannot be cancelled', async () => {
  await until(t.idle, 'idle')
  await t.server.ports.db.query(
    engine,
    sql`insert into sync.exception (device_id, item, subject_kind, subject_id, source_id, app_id, put, kind)
      select id, 'person', 'person', ${failed.id}, source_id, app_id, false, 'refused' from devices.device where id = ${t.terminal.id}`,
  )
  const paused = toState(person.states.state.states, 'paused')
  await t.server.ports.db.query(engine, sql`update people.person set ${paused} where id = ${failed.id}`)
  const [task] = await tasks()
  expect(task.permission).toEqual({ retry: true, cancel: false })
  expect((await run('cancel', [task.id])).body).toMatchObject({ error: 'wrong_state' })
})

test('the next try is a time to come, or none', async () => {
  await t.leave()
  const set = (at: Date) =>
    t.server.ports.db.query(engine, sql`update sync.exception set next_at = ${at.toISOString()}`)
  const nextOf = async (): Promise<unknown> => (await tasks())[0].nextAt
  const later = new Date(Date.now() + 3_600_000)
  await set(later)
  expect(await nextOf()).toBe(later.toISOString())
  // It is due since long, and goes when the device is there.
  await set(new Date(Date.now() - 3_600_000))
  expect(await nextOf()).toBeNull()
})

test.each(['retry', 'cancel'])('only the number of a task is one: %s', async act => {
  expect((await run(act, ['1-2-3'])).body).toMatchObject({ error: 'invalid' })
})
