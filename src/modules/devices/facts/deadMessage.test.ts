/**
 * Messages that could not be stored are visible (P42): listed with device and reason, counted, with an alarm for the
 * first and a fault when there are many, and can be stored again once.
 */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { deadMessageCount } from '#modules/insight/health.server.ts'

const engine = { role: 'engine' } as const
let platform: TestPlatform
let device: TestDevice
let credentials: Credentials
let client: pg.Client
const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> => platform.server.ports.db.query<Row>(engine, text)
const call = async (method: 'GET' | 'POST', url: string, body?: unknown) =>
  (await platform.server.call(method, url, body)).body
const pass = (guid: string): Promise<void> =>
  device.post('event/pass/post', {
    value: { guid, doorNo: 1, cardNo: '12345678', method: 2, ok: true },
    time: Date.now(),
  })
interface Listed {
  id: string
  deviceId: string
  reason: string
  what: string
  state: number
  tries: number
  dropped: number
  message: { facts: { params: { guid: string } }[] }
}
const list = async (filter = ''): Promise<Listed[]> =>
  (await call('GET', `/api/device/deadMessage/page?size=50${filter}`)).data.records
const refuse = async (on: boolean): Promise<void> =>
  void (await client.query(
    on
      ? "alter table devices.passage add constraint no_poison check (params->>'guid' not like 'poison-%') not valid"
      : 'alter table devices.passage drop constraint no_poison',
  ))

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  credentials = await connectDevice(server, appId, models.accessControlDevice!, 'DEAD-1', '东门')
  device = await openDevice(gateway.port, credentials)
  client = new pg.Client(server.installation.connection)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await device?.end()
  await platform?.close()
})

test('listed with device, reason and what it said; counted on the health answer; the first is an alarm, eleven in an hour are a fault', async () => {
  await refuse(true)
  await pass('poison-1')
  const alarms = () =>
    query<{ app_id: string; level: number; params: { count: number } }>(
      sql`select app_id, level, params from devices.event
        where device_id = ${credentials.id} and identifier = 'deadMessages' order by level`,
    )
  const alert = { app_id: platform.appId, level: 1, params: { count: 1 } }
  expect(await alarms()).toEqual([alert])
  for (let n = 2; n <= 10; n += 1) await pass(`poison-${n}`)
  expect(await alarms()).toEqual([alert])
  for (let n = 11; n <= 13; n += 1) await pass(`poison-${n}`)
  expect(await alarms()).toEqual([alert, { ...alert, level: 2, params: { count: 11 } }])
  const rows = await list(`&deviceId=${credentials.id}&reason=rule`)
  expect(rows).toHaveLength(13)
  expect(rows[0]).toMatchObject({ deviceId: credentials.id, reason: 'rule', what: 'pass', state: 0, tries: 0 })
  expect(rows[0]!.message.facts[0]!.params.guid).toBe('poison-13')
  await deadMessageCount.run(platform.server.ports, new AbortController().signal)
  const { data } = await call('GET', '/api/insight/health')
  expect(data.deadMessages).toMatchObject({ waiting: 13, lastHour: 13 })
})

test('stored again: it stays while its reason lasts, then the fact exists once, and the audit names the user', async () => {
  const rows = (await list()).reverse()
  const again = (ids: string[]) => call('POST', '/api/device/deadMessage/again', { ids })
  expect((await again([rows[0]!.id])).data).toBe(1)
  await until(async () => (await list()).some(row => row.tries === 1), 'the first attempt')
  expect((await list()).find(row => row.tries === 1)).toMatchObject({ id: rows[0]!.id, state: 0 })
  await refuse(false)
  // The device sent one of them again meanwhile, and it was stored.
  const fact = rows[1]!.message.facts[0] as unknown as { at_ms: number; params: Params }
  await device.post('event/pass/post', { value: fact.params, time: fact.at_ms })
  const ids = rows.map(row => row.id)
  expect((await again(ids)).data).toBe(13)
  await again(ids)
  await until(async () => (await list('&state=1')).length === 13, 'all stored')
  const counted = await query<{ guid: string; n: number }>(
    sql`select params->>'guid' as guid, count(*)::int as n from devices.passage where params->>'guid' like 'poison-%' group by 1`,
  )
  expect(counted).toHaveLength(13)
  expect(counted.every(({ n }) => n === 1)).toBe(true)
  const [tally] = await query<{ n: number }>(sql`select sum(n)::int as n from devices.tally where family = 1`)
  expect(tally!.n).toBe(13)
  const answer = await again([ids[0]!])
  expect(answer.code).not.toBe(0)
  const audits = await query<{ actor_name: string }>(
    sql`select actor_name from audit.entry where object = 'deadMessage' and action = 'again' and object_id = ${ids[1]!}`,
  )
  expect(audits[0]).toEqual({ actor_name: 'admin' })
})

test('its content is shown only to accounts that may read what it would have become', async () => {
  const { server } = platform
  const seen = async (points: readonly string[]): Promise<Pick<Listed, 'message'> & { error: string }> => {
    const roleId = await quickRole(server, { points: ['deadMessage:list', ...points] })
    const { token } = await quickAccount(server, { roleIds: [roleId] })
    const { body } = await server.call('GET', '/api/device/deadMessage/page?size=1', undefined, { token })
    return body.data.records[0]
  }
  expect(await seen([])).toMatchObject({ message: null, error: '' })
  expect(await seen(['deviceEvent:list', 'deviceLog:list'])).toMatchObject({ message: null, error: '' })
  const whole = await seen(['passRecord:list', 'deviceLog:list', 'deviceBind:list'])
  expect(whole.message.facts[0]!.params.guid).toMatch(/^poison-/)
  expect(whole.error).not.toBe('')
})

test('the last 1,000 of a device are stored, the others are counted', async () => {
  const { newId } = platform.server.ports
  const ids = Array.from({ length: 1005 }, () => newId())
  await query(sql`insert into devices.dead_message (id, device_id, source_id, app_id, payload, error)
    select i::bigint, d.id, d.source_id, d.app_id, to_jsonb('{}'::text), 'x' from unnest(${ids}::bigint[]) i, devices.device d where d.id = ${credentials.id}`)
  await refuse(true)
  await pass('poison-last')
  await refuse(false)
  const [kept] = await query<{ n: number }>(
    sql`select count(*)::int as n from devices.dead_message where device_id = ${credentials.id}`,
  )
  expect(kept!.n).toBe(1000)
  // 13 from before and 1,006 from here.
  expect((await list())[0]).toMatchObject({ dropped: 19 })
})

test('without the point none of it is visible', async () => {
  const { server, appId } = platform
  const password = 'a good long one'
  expect(
    (await call('POST', '/api/admin/user', { username: 'nobody-dead', password, type: 4, appIds: [appId] })).code,
  ).toBe(0)
  await query(sql`update identity.account set must_change = false where username = 'nobody-dead'`)
  const { access_token: token } = (await server.login('nobody-dead', password)).body as unknown as {
    access_token: string
  }
  for (const [method, url] of [
    ['GET', '/page'],
    ['POST', '/again'],
  ] as const)
    expect(
      (
        await server.call(method, `/api/device/deadMessage${url}`, method === 'POST' ? { ids: [] } : undefined, {
          token,
        })
      ).status,
    ).toBe(403)
})
