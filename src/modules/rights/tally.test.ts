/** The tally of the progress of rights says what a count says, whatever changed, and to each reader of their own devices only. */
import { isDeepStrictEqual } from 'node:util'
import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Query } from '#server/sql/db.ts'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'
import {
  countByApplication,
  countProgress,
  readByApplication,
  readProgress,
  type Progress,
  type Which,
} from './progress.server.ts'

const t = useTerminal()
const query = ((statement: Sql) => t.server.ports.db.query(engine, statement)) as Query
const counted = (which?: Which): Promise<Progress> => countProgress(query, t.server.ports.classes, new Date(), which)
const tallied = (which?: Which): Promise<Progress> => readProgress(query, t.server.ports.classes, which)

const NONE = { total: 0, confirmed: 0, sending: 0, waiting: 0, failed: 0, missing: 0, clockOff: 0, soon: 0 }
const groups = new Set<string>()
/** Waits until a count and the tally both have these numbers, also for each group. */
async function become(expected: Partial<Progress>): Promise<void> {
  for (const [how, read] of Object.entries({ counted, tallied }))
    await until(
      async () => isDeepStrictEqual(await read(), { ...NONE, ...expected }),
      `${how}: ${JSON.stringify(expected)}`,
    )
  for (const groupId of [t.groupId, ...groups])
    await until(
      async () => isDeepStrictEqual(await tallied({ groupId }), await counted({ groupId })),
      `level: ${groupId}`,
    )
}
const change = async (method: 'PUT' | 'DELETE', url: string, body?: unknown): Promise<void> => {
  const { body: answer } = await t.server.call(method, `${url}?appId=${t.appId}`, body)
  expect(answer.code, String(answer.msg)).toBe(0)
}
const personPath = '/api/person/person'
const people: { id: string; shortNo: string }[] = []
const add = (ids: readonly string[], more: object = {}, groupId = t.groupId): Promise<unknown> =>
  t.post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: ids, ...more })

test('people who are sent, without a portrait, refused, cancelled and sent again', async () => {
  await become({})
  for (const name of ['周一', '周二', '周三']) people.push(await t.person(name))
  people.push(await t.post(personPath, { name: '吴面', personType: 1 }))
  t.answerWith = item => (item.name === '周三' ? { code: 4102, msg: 'FACE_TOO_SMALL' } : { code: 0 })
  await add(people.map(({ id }) => id))
  await become({ total: 4, confirmed: 2, failed: 1, missing: 1 })

  const tasks = (await t.server.call('GET', '/api/device/syncTask/page?size=50&state=failed')).body.data.records
  await t.post('/api/device/syncTask/cancel', { ids: tasks.map(({ id }: { id: string }) => id) })
  await become({ total: 4, confirmed: 2, failed: 1, missing: 1 })
  t.answerWith = () => ({ code: 0 })
  await t.post('/api/device/syncTask/retry', { ids: tasks.map(({ id }: { id: string }) => id) })
  await become({ total: 4, confirmed: 3, missing: 1 })
})

test('an answer that does not come, and a terminal that leaves and returns', async () => {
  t.mute = true
  people.push(await t.person('郑五'))
  await add([people[4]!.id])
  await become({ total: 5, confirmed: 3, missing: 1, sending: 1 })
  await t.leave()
  t.mute = false
  people.push(await t.person('王六'))
  await add([people[5]!.id])
  await t.open()
  await become({ total: 6, confirmed: 5, missing: 1 })
})

test('what waits for a terminal that is away is cancelled', async () => {
  await t.leave()
  await query(sql`insert into sync.exception (device_id, item, subject_kind, subject_id, source_id, app_id, put, kind, next_at)
    select id, 'person', 'person', ${people[0]!.id}, source_id, app_id, true, 'queued', now() + interval '1 hour'
    from devices.device where id = ${t.terminal.id}`)
  await query(sql`update sync.device set wake_at = now() where device_id = ${t.terminal.id}`)
  await become({ total: 6, confirmed: 4, waiting: 1, missing: 1 })
  const [task] = (await t.server.call('GET', '/api/device/syncTask/page')).body.data.records
  await t.post('/api/device/syncTask/cancel', { ids: [task.id] })
  await become({ total: 6, confirmed: 4, failed: 1, missing: 1 })
  await t.open()
  await t.post('/api/device/syncTask/retry', { ids: [task.id] })
  await become({ total: 6, confirmed: 5, missing: 1 })
})

test('by application, and the people at a stage', async () => {
  const { classes } = t.server.ports
  const byApplication = await countByApplication(query, classes, new Date())
  expect(byApplication).toMatchObject([{ appId: t.appId, deviceClass: 'faceEqui', total: 6 }])
  expect(await readByApplication(query, classes)).toEqual(byApplication)
  const path = `/api/person/auth/matrix?appId=${t.appId}&deviceClass=faceEqui&stage=missing`
  expect((await t.server.call('GET', path)).body.data.people).toMatchObject([{ name: '吴面' }])
})

test('rights in two groups count once, and in each of them', async () => {
  const other = await t.post('/api/person/authGroup', { name: '第二组', doorIds: [t.doorId] })
  groups.add(other.id)
  await add([people[0]!.id, people[1]!.id], { validTo: new Date(Date.now() + 86_400_000).toISOString() }, other.id)
  await become({ total: 6, confirmed: 5, missing: 1 })
  expect(await tallied({ groupId: other.id })).toEqual({ ...NONE, total: 2, confirmed: 2, soon: 2 })
  await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [people[0]!.id] })
  await become({ total: 6, confirmed: 5, missing: 1, soon: 1 })
  await change('DELETE', `/api/person/authGroup/${other.id}`)
  groups.clear()
  await become({ total: 5, confirmed: 4, missing: 1 })
})

test('time alone: a right that ends soon, and one that ends', async () => {
  await add([people[0]!.id], { validTo: new Date(Date.now() + 7 * 86_400_000 + 3000).toISOString() })
  await become({ total: 6, confirmed: 5, missing: 1, soon: 1 })
  await add([people[0]!.id], { validTo: new Date(Date.now() + 2500).toISOString() })
  await become({ total: 5, confirmed: 4, missing: 1 })
})

test('people who are paused or removed, and doors that leave', async () => {
  await t.post(`${personPath}/${people[1]!.id}/pause`, {})
  await become({ total: 4, confirmed: 3, missing: 1 })
  await change('DELETE', `${personPath}/${people[3]!.id}`)
  await become({ total: 3, confirmed: 3 })
  await change('PUT', '/api/person/authGroup', { id: t.groupId, doorIds: [] })
  await become({})
})
