/** Rights of a person at a door without a group: given, extended, shown and ended as such, and never in the list of groups. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { clusterConnection, onCluster } from '../../../tests/harness/database.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { pause } from '../../../tests/harness/pause.ts'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await t.server.call<any>(method, `${url}${url.includes('?') ? '&' : '?'}appId=${t.appId}`, body)).body
const groups = async (): Promise<string[]> =>
  (await call('GET', '/api/person/authGroup/page?size=100')).data.records.map((row: any) => row.name).sort()
const rightsOf = async (personId: string): Promise<any[]> =>
  (await call('GET', `/api/person/auth/page?personId=${personId}`)).data.records
const grant = (personIds: readonly string[], more: object = {}): Promise<number> =>
  t.post('/api/person/auth/grant', { personIds, doorIds: [t.doorId], ...more })
const revoke = (personIds: readonly string[]): Promise<number> =>
  t.post('/api/person/auth/revoke', { personIds, doorIds: [t.doorId] })
const confirmed = (personId: string) => until(async () => (await t.cell(personId)).state === 'confirmed', 'confirmed')
/** Whether the terminal has read all changes and answered; other devices of these tests never come. */
const settled = async (): Promise<boolean> => {
  const [row] = await t.server.ports.db.query<{ busy: boolean }>(
    engine,
    sql`select exists (select from sync.flight where device_id = ${t.terminal.id})
      or exists (select from sync.exception where device_id = ${t.terminal.id})
      or exists (select from sync.follow f join sync.group_head h on h.group_id = f.group_id
        where f.device_id = ${t.terminal.id} and (f.leaving or h.seq > f.put_seq)) as busy`,
  )
  return !row!.busy
}
const [DAY, NOW] = [86_400_000, Date.now()]
const day = (n: number): string => new Date(NOW + n * DAY).toISOString()

test('a direct right is delivered and shown as such, beside a right by a group; the list of groups stays as it is', async () => {
  const [one, two] = [await t.person('何俊峰'), await t.person('许诺')]
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [two.id] })
  expect(await grant([one.id, two.id])).toBe(2)
  expect(await groups()).toEqual(['全体'])
  await confirmed(one.id)
  await confirmed(two.id)
  expect(t.held.has(one.shortNo)).toBe(true)
  expect((await rightsOf(one.id)).map(row => [row.given, row.state])).toEqual([[2, 'confirmed']])
  expect((await rightsOf(two.id)).map(row => row.given)).toEqual([3])
  const detail = await t.cell(one.id)
  expect(detail.rights.map((right: any) => right.groupName)).toEqual([null])
  expect(detail.decision.steps.find((step: any) => step.rule === 'permission').text).toEqual([
    ...['直接授权', 'Direct right'],
  ])
  expect((await t.cell(two.id)).decision.steps.find((step: any) => step.rule === 'permission').text[0]).toBe(
    '权限组「全体」、直接授权',
  )
  const { data: person } = await call('GET', `/api/person/person/${one.id}`)
  expect(person).toMatchObject({ groupNames: null, directCount: 1, doorCount: 1, sync: 1 })
  const matrix = async (more: string) =>
    (await call('GET', `/api/person/auth/matrix?deviceClass=faceEqui${more}`)).data.people.map((row: any) => row.name)
  expect((await matrix('&given=2')).sort()).toEqual(['何俊峰'])
  expect((await call('GET', '/api/person/auth/page?given=3')).data.total).toBe(1)
  // Ended at the door, a right by a group stays.
  expect(await revoke([one.id, two.id])).toBe(2)
  await until(() => !t.held.has(one.shortNo), 'removed from the device')
  expect(await rightsOf(one.id)).toEqual([])
  expect((await rightsOf(two.id)).map(row => row.given)).toEqual([1])
  expect(t.held.has(two.shortNo)).toBe(true)
})

test('what a person has at a door stays when more is given: the same is nothing new, a longer period replaces, others are added', async () => {
  const one = await t.person('孙晓曼')
  const rows = () =>
    t.server.ports.db.query<{ from: string | null; to: string | null }>(
      engine,
      sql`select gp.valid_from as "from", gp.valid_to as "to" from access.group_person gp
        join access.auth_group g on g.id = gp.group_id and g.direct_door_id = ${t.doorId}
        where gp.person_id = ${one.id} order by 1`,
    )
  const [first, second] = [
    { validFrom: day(1), validTo: day(2) },
    { validFrom: day(10), validTo: day(12) },
  ]
  expect(await grant([one.id, one.id], first)).toBe(1)
  expect(await grant([one.id], first)).toBe(0)
  expect(await grant([one.id], second)).toBe(1)
  expect((await rows()).map(({ from }) => from)).toEqual([first.validFrom, second.validFrom])
  expect(await grant([one.id], { validFrom: day(1), validTo: day(3) })).toBe(1)
  expect((await rows()).map(({ to }) => to)).toEqual([day(3), second.validTo])
  expect(await revoke([one.id])).toBe(2)
  expect((await rows()).length).toBe(0)
  const neither = await call('POST', '/api/person/auth/revoke', { personIds: [one.id] })
  expect(neither.data.fields[0].field).toBe('doorIds')
})

test('a direct right is no group by its id, keeps its plan, and comes back with its person', async () => {
  const one = await t.person('郑浩')
  const week = [{ weekday: 1, from: '08:00', to: '18:00' }]
  const plan = await t.post('/api/person/timePlan', { name: '周一', week })
  await grant([one.id], { timePlanId: plan.id })
  const [row] = await t.server.ports.db.query<{ id: string }>(
    engine,
    sql`select id from access.auth_group where direct_door_id = ${t.doorId} and time_plan_id = ${plan.id}`,
  )
  for (const [method, url, body] of [
    ['GET', `/api/person/authGroup/${row!.id}`],
    ['GET', `/api/person/authGroup/${row!.id}/people`],
    ['POST', `/api/person/authGroup/${row!.id}/addPeople`, { personIds: [one.id] }],
    ['PUT', '/api/person/authGroup', { id: row!.id, name: '组' }],
    ['DELETE', `/api/person/authGroup/${row!.id}`],
  ] as const)
    expect((await call(method, url, body)).error, `${method} ${url}`).toBe('not_found')
  expect((await call('GET', `/api/person/timePlan/${plan.id}`)).data.groupCount).toBe(0)
  expect((await call('DELETE', `/api/person/timePlan/${plan.id}`)).msg).toBe('正在被1项直接授权使用，不能删除')
  expect((await call('DELETE', `/api/person/person/${one.id}`)).code).toBe(0)
  expect((await call('POST', '/api/person/person/remove/undo', { ids: [one.id] })).code).toBe(0)
  expect((await rightsOf(one.id)).map(right => right.given)).toEqual([2])
  await revoke([one.id])
  expect((await call('DELETE', `/api/person/timePlan/${plan.id}`)).code).toBe(0)
})

test('the direct rights at the doors of a device end when it is unbound', async () => {
  const other = await connectDevice(t.server, t.appId, t.models.faceEqui!, 'FACE-OTHER', '侧门人脸')
  const doors = (await call('GET', '/api/person/authGroup/doors')).data
  const door = doors.find((one: any) => one.deviceId === other.id)
  const one = await t.person('冯悦')
  await grant([one.id], { doorIds: [door.id] })
  expect((await rightsOf(one.id)).length).toBe(1)
  expect((await call('POST', `/api/device/bind/${other.id}/unbind`, {})).code).toBe(0)
  expect(await rightsOf(one.id)).toEqual([])
  expect((await call('POST', '/api/device/bind/bind', { sn: 'FACE-OTHER' })).code).toBe(0)
  expect(await grant([one.id], { doorIds: [door.id] })).toBe(1)
  expect((await rightsOf(one.id)).map(right => right.given)).toEqual([2])
  await revoke([one.id])
})

test('groups that were made by giving rights become direct rights, with the same people, doors, plan and periods', async () => {
  const other = await connectDevice(t.server, t.appId, t.models.faceEqui!, 'FACE-SECOND', '后门人脸')
  const doors = (await call('GET', '/api/person/authGroup/doors')).data
  const second = doors.find((one: any) => one.deviceId === other.id).id
  const [one, two] = [await t.person('魏晨'), await t.person('韩雪')]
  const group = await t.post('/api/person/authGroup', { name: '临时', doorIds: [t.doorId, second] })
  await t.post(`/api/person/authGroup/${group.id}/addPeople`, { personIds: [one.id], validTo: day(30) })
  await t.post(`/api/person/authGroup/${group.id}/addPeople`, { personIds: [two.id] })
  const named = await t.post('/api/person/authGroup', { name: '夜班 3 组 123456', doorIds: [t.doorId] })
  const empty = await t.post('/api/person/authGroup', { name: '空' })
  await until(settled, 'settled')
  const before = t.adds
  const { db } = t.server.ports
  for (const [id, name] of [
    [group.id, '魏晨等2人'],
    [empty.id, '魏晨'],
  ])
    await db.query(
      engine,
      sql`update access.auth_group set name = ${name} || ' ' || right(id::text, 6) where id = ${id}`,
    )
  const [{ name: database }] = (await db.query<{ name: string }>(engine, sql`select current_database() as name`)) as [
    { name: string },
  ]
  const text = readFileSync(join(import.meta.dirname, '../../../migrations/0656_direct_rights.sql'), 'utf8')
  await onCluster({ ...clusterConnection(), database }, `begin; ${text.slice(text.indexOf('-- Rights given'))}; commit`)
  expect(await groups()).toEqual(['全体', '夜班 3 组 123456'])
  for (const person of [one, two]) {
    const rights = await rightsOf(person.id)
    expect(rights.map(right => [right.doorId, right.given]).sort()).toEqual(
      [
        [t.doorId, 2],
        [second, 2],
      ].sort(),
    )
    expect(rights.every(right => right.until === (person === one ? day(30) : null))).toBe(true)
  }
  // The first door keeps the log: its device is sent nothing again.
  await until(settled, 'settled')
  expect(t.adds).toBe(before)
  await confirmed(one.id)
  await revoke([one.id])
  await until(() => !t.held.has(one.shortNo), 'removed')
  expect((await rightsOf(one.id)).map(right => right.doorId)).toEqual([second])
  await call('DELETE', `/api/person/authGroup/${named.id}`)
})

describe('at the same time', () => {
  const planOf = async (name: string): Promise<string> =>
    (await t.post('/api/person/timePlan', { name, week: [{ weekday: 1, from: '08:00', to: '18:00' }] })).id
  const rowsOf = (timePlanId: string): Promise<{ id: string }[]> =>
    t.server.ports.db.query(
      engine,
      sql`select id from access.auth_group where time_plan_id = ${timePlanId} and deleted_at is null`,
    )

  test('a time plan is not removed under a right that is being given with it', async () => {
    const [one, two, timePlanId] = [await t.person('钱朵'), await t.person('吴桐'), await planOf('白天')]
    await grant([one.id], { timePlanId })
    await revoke([one.id])
    const [row] = await rowsOf(timePlanId)
    let removal: Promise<any> | undefined
    await t.server.ports.db.tx(engine, async query => {
      await query(sql`select 1 from access.auth_group where id = ${row!.id} for update`)
      removal = call('DELETE', `/api/person/timePlan/${timePlanId}`)
      await pause(500, 'the removal waits for the row')
      await query(sql`insert into access.group_person (app_id, source_id, group_id, person_id)
        select app_id, source_id, id, ${two.id} from access.auth_group where id = ${row!.id}`)
    })
    expect(await removal).toMatchObject({ error: 'in_use' })
    expect(await rowsOf(timePlanId)).toHaveLength(1)
  })

  test('rights at a door and plan that nobody had are of one row', async () => {
    const timePlanId = await planOf('夜里')
    const people = await Promise.all(['甲', '乙', '丙', '丁'].map(name => t.person(name)))
    await Promise.all(people.map(({ id }) => grant([id], { timePlanId })))
    expect(await rowsOf(timePlanId)).toHaveLength(1)
  })
})
