/** What conditions find in the database: groups of the person, time plans, states of devices. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Known } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'

const ENGINE = { role: 'engine' } as const
let world: LinkedDevices
let ids: Record<'in' | 'out' | 'plan' | 'person', string>

beforeAll(async () => {
  world = await startLinkedDevices()
  const { ask } = world.platform
  const person = await ask('POST', '/api/person/person', { name: '周雨桐', personType: 1 })
  const group = (name: string) => ask('POST', '/api/person/authGroup', { name, doorIds: [] })
  ids = {
    in: (await group('业主')).id,
    out: (await group('访客')).id,
    plan: (
      await ask('POST', '/api/person/timePlan', { name: '夜间', week: [{ weekday: 6, from: '22:00', to: '06:00' }] })
    ).id,
    person: person.id,
  }
  await ask('POST', `/api/person/authGroup/${ids.in}/addPeople`, { personIds: [person.id] })
  for (const [id, component, online] of [
    [world.devices.bollard.id, '', true],
    [world.devices.controller.id, 'door:1', false],
  ] as const) {
    await world.platform.server.ports.db.query(
      ENGINE,
      sql`insert into devices.shadow (device_id, component, app_id, source_id, vals, stated_at)
        select id, ${component}, app_id, source_id, '{"battery": 15, "lock": 2}', now() from devices.device where id = ${id}
        on conflict (device_id, component) do update set vals = excluded.vals`,
    )
    if (!online) await world.devices.controller.link.end()
  }
})
afterAll(() => world?.close())

/** 23:30 on a Saturday in Shanghai. */
const KNOWN: Omit<Known, 'appId'> = {
  ...{ fields: {}, personId: null, at: '2026-11-21T15:30:00.000Z', zone: 'Asia/Shanghai' },
}
const look = (key: string, condition: Params, known: Partial<Known> = {}) => {
  const { ports } = world.platform.server
  return ports.db.tx(ENGINE, query =>
    ports.linkage.looks.get(key)!.look(ports, query, condition, { ...KNOWN, appId: world.platform.appId, ...known }),
  )
}

test('the groups of the person', async () => {
  const saw = async (groupId: string, known: Partial<Known>) => (await look('group', { groupId }, known)).saw[0]
  expect(await look('group', { groupId: ids.in }, { personId: ids.person })).toMatchObject({ held: true, name: '业主' })
  expect(await saw(ids.out, { personId: ids.person })).toBe('不在权限组内')
  expect(await saw(ids.in, {})).toBe('不是已登记的人员')
  expect(await saw(ids.in, { fields: null })).toBe('没有触发事件')
})
test('time plans', async () => {
  expect(await look('plan', { planId: ids.plan })).toMatchObject({ held: true, name: '夜间' })
  expect((await look('plan', { planId: ids.plan }, { at: '2026-11-20T03:00:00.000Z' })).saw[0]).toBe('不在计划内')
  expect((await look('plan', { planId: '1' })).saw[0]).toBe('时间计划已删除')
})
test('states of devices', async () => {
  const battery = { name: 'battery', op: 4, value: 20 }
  const { bollard, controller } = world.devices
  expect(await look('state', { deviceId: bollard.id, ...battery })).toMatchObject({ held: true, saw: ['15', '15'] })
  expect(
    (await look('state', { deviceId: controller.id, component: 'door:1', name: 'lock', op: 1, value: 2 })).saw[0],
  ).toBe('设备离线')
  expect((await look('state', { deviceId: '8', ...battery })).saw[0]).toBe('没有上报')
})
