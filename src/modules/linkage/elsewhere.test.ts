/** Rules whose devices are in another application by now, and rules that cannot begin. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { until } from '../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let world: LinkedDevices
let platform: LinkedDevices['platform']
let devices: LinkedDevices['devices']

beforeAll(async () => {
  world = await startLinkedDevices()
  ;({ platform, devices } = world)
})
afterAll(() => world?.close())

const query = (statement: ReturnType<typeof sql>): Promise<any[]> =>
  platform.server.ports.db.query<any>(ENGINE, statement)
const raiseAlarm = (name: string) => ({
  ...{ deviceId: devices.controller.id, identifier: 'raiseAlarm', params: { name, level: 1 } },
})
const save = (name: string, more: object): Promise<{ id: string; rev: number }> =>
  platform.ask('POST', '/api/device/linkage', { name, mode: 0, state: 1, ...more })
const runs = async (id: string): Promise<any[]> =>
  (await platform.ask('GET', `/api/device/linkageRun/page?linkageId=${id}`)).records

describe('a device that is in another application by now', () => {
  test('is neither read, nor commanded, nor notified about; the run says why', async () => {
    const { bollard } = devices
    await bollard.link.post('event/property/post', { motion: 2, loop: true })
    const { id } = await save('落柱', {
      ...{ triggerKind: 4, deviceClass: 'accessControlDevice', trigger: { online: 0, forS: 86_400 } },
      conditions: [{ what: 5, deviceId: bollard.id, name: 'loop', op: 1, value: true }],
      actions: [
        { deviceId: bollard.id, identifier: 'fall' },
        { deviceId: bollard.id, identifier: 'raiseAlarm', params: { name: '检查', level: 1 } },
      ],
    })
    const other = await makeApplication(platform.server, '另一个小区')
    await query(sql`update devices.device set app_id = ${other.appId} where id = ${bollard.id}`)
    await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '试' })
    const [run] = await until(async () => {
      const found = await runs(id)
      return found[0]?.state > 0 && found
    }, 'the end of the run')
    expect(run.checks[0]).toMatchObject({ held: false, saw: ['没有上报', 'It was not reported'] })
    expect(run.actions.map(({ state, message }: any) => [state, message])).toEqual([
      ['failed', '设备已不在本应用中'],
      ['failed', '设备已不在本应用中'],
    ])
    expect(JSON.stringify(run)).not.toContain('bollard')
    expect(await query(sql`select 1 from devices.command where device_id = ${bollard.id}`)).toEqual([])
    expect(await query(sql`select 1 from devices.alarm where device_id = ${bollard.id}`)).toEqual([])
    await query(sql`update devices.device set app_id = ${platform.appId} where id = ${bollard.id}`)
  })
})

test('a rule at a time becomes one at devices, and the other way round', async () => {
  const made = await save('换触发', { triggerKind: 3, trigger: { at: '00:00' }, actions: [raiseAlarm('换触发')] })
  const put = (body: object): Promise<any> => platform.ask('PUT', '/api/device/linkage', { id: made.id, ...body })
  const placed = await put({
    ...{ rev: made.rev, triggerKind: 1, deviceClass: 'bollardDevice', triggerDeviceIds: [devices.bollard.id] },
    ...{ triggerEvent: 'moved', trigger: {}, actions: [raiseAlarm('换触发')] },
  })
  expect(await platform.ask('GET', `/api/device/linkage/${made.id}`)).toMatchObject({ deviceClass: 'bollardDevice' })
  await put({
    ...{ rev: placed.rev, triggerKind: 3, deviceClass: null, triggerDeviceIds: [], triggerEvent: null },
    ...{ trigger: { at: '00:00' }, actions: [raiseAlarm('换触发')] },
  })
  expect(await platform.ask('GET', `/api/device/linkage/${made.id}`)).toMatchObject({ deviceClass: null })
})

test('a rule that cannot begin holds up no other, and is planned anew', async () => {
  const at = { triggerKind: 3, trigger: { at: '00:00' } }
  const broken = await save('坏的', { ...at, actions: [raiseAlarm('坏的')] })
  const fine = await save('好的', { ...at, actions: [raiseAlarm('好的')] })
  // Nothing that is saved is like this; a fault of ours could be.
  await query(sql`update linkage.rule set trigger = '{"planId": "no number"}', next_at = now() - interval '2 seconds'
    where id = ${broken.id}`)
  await query(sql`update linkage.rule set next_at = now() - interval '1 second' where id = ${fine.id}`)
  await until(async () => (await runs(fine.id)).length > 0, 'the run of the other rule')
  await until(async () => {
    const [row] = await query(sql`select next_at from linkage.rule where id = ${broken.id}`)
    return row.next_at === null
  }, 'the broken rule is put off')
})
