/** An application that goes from one agency to another: in every table with its owner, and for everybody who had access. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferred } from '#modules/applications/transfer.server.ts'
import { callback } from '#modules/callbacks/callback.noun.ts'
import { toState } from '#server/moves/toState.ts'
import { connectDevice, openDevice } from './harness/device.ts'
import { tokenOf } from './harness/people.ts'
import { quickAccount } from './harness/quickAccount.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'

const ENGINE = { role: 'engine' } as const
const PASSWORD = 'moss kettle river'
let platform: TestPlatform
let appId: string
const agencies: Record<'before' | 'after', { id: string; token: string }> = {} as never
let deviceId: string
let key: { clientId: string; secret: string }
let controller: Awaited<ReturnType<typeof openDevice>>

const rows = <R = any>(query: ReturnType<typeof sql>): Promise<R[]> => platform.server.ports.db.query<R>(ENGINE, query)
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token?: string) =>
  (await platform.server.call<any>(method, url, body, token ? { token } : {})).body
const transfer = (toId: string, more: object = {}, token?: string) =>
  call('POST', `/api/admin/application/${appId}/transfer`, { toId, reason: '代理商更换', ...more }, token)

async function makeAgency(code: string, deviceQuota?: number): Promise<{ id: string; token: string }> {
  const { data } = await call('POST', '/api/admin/agency', {
    ...{ name: `代理${code}`, code, contact: '何经理', phone: '13600001111', level: 1, username: `main-${code}` },
    password: PASSWORD,
    ...(deviceQuota === undefined ? {} : { deviceQuota }),
  })
  await rows(sql`update identity.account set must_change = false where username = ${`main-${code}`}`)
  return { id: data.id, token: await tokenOf(platform.server, `main-${code}`) }
}

/** Every table with an application and an owner, but for the audit, which says what was. */
const STAMPED = sql`select s.nspname || '.' || c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and s.nspname || '.' || c.relname <> 'audit.entry'
    and 2 = (select count(*) from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('app_id', 'source_id') and not a.attisdropped) order by 1`
/** The owners of the application's rows, by table. */
async function ownersByTable(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { name } of await rows<{ name: string }>(STAMPED)) {
    const [row] = await rows<{ owners: string[] | null }>(
      sql([`select array_agg(distinct source_id)::text[] as owners from ${name} where app_id = '${appId}'`]),
    )
    if (row!.owners) found.set(name, row!.owners)
  }
  return found
}

beforeAll(async () => {
  platform = await startPlatform()
  ;({ appId } = platform)
  const { ask, server, models } = platform
  await server.call('PUT', '/api/admin/application', { id: appId, deviceClasses: ['accessControlDevice', 'faceEqui'] })
  agencies.before = await makeAgency('FROM')
  agencies.after = await makeAgency('INTO', 2)
  const site = await ask('POST', '/api/admin/site', { name: '东区', type: 1, status: 1 })
  const device = await connectDevice(server, appId, models.accessControlDevice!, 'TRANSFER-1', '东门')
  deviceId = device.id
  controller = await openDevice(platform.gateway.port, device)
  const person = await ask('POST', '/api/person/person', { name: '老住户', personType: 1, cards: ['0038120417'] })
  const doors = await ask('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', { name: '全体', doorIds: doors.map((one: any) => one.id) })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  await ask('POST', '/api/device/callback', {
    ...{ name: '原机构的系统', deviceClass: 'accessControlDevice', url: 'http://127.0.0.1:9/a', events: ['passage'] },
  })
  key = await ask('POST', '/api/admin/apiKey', { name: '门岗', points: ['deviceBind:list'] })
  expect(site.id).toBeTruthy()
  await controller.post('event/pass/post', { value: { guid: 't1', doorNo: 1, method: 2, ok: true }, time: Date.now() })
  await until(async () => (await rows(sql`select 1 from devices.passage where app_id = ${appId}`)).length, 'a passage')
  await transfer(agencies.before.id)
})
afterAll(async () => {
  await controller?.end()
  await platform?.close()
})

test('is refused with its reason', async () => {
  expect((await transfer(agencies.before.id)).data.fields[0].msg).toBe('应用已属于该机构')
  expect((await transfer('99')).data.fields[0].msg).toBe('机构不存在')
  expect((await transfer(agencies.after.id, { reason: '' })).data.fields[0].field).toBe('reason')
  expect((await transfer(agencies.after.id, {}, agencies.before.token)).code).toBe(1)
  await call('POST', `/api/admin/agency/${agencies.after.id}/freeze`, { reason: '欠费' })
  expect((await transfer(agencies.after.id)).data.fields[0].msg).toContain('已冻结')
  await call('POST', `/api/admin/agency/${agencies.after.id}/unfreeze`, {})
  agencies.after.token = await tokenOf(platform.server, 'main-INTO')
  await rows(sql`update organisation.agency set device_quota = 0 where id = ${agencies.after.id}`)
  expect((await transfer(agencies.after.id)).msg).toBe('转入机构的设备配额为 0，已用 0，放不下 1 台')
  await rows(sql`update organisation.agency set device_quota = 2 where id = ${agencies.after.id}`)
  await rows(
    sql`insert into applications.review (id, source_id, application_id, kind, applicant_id)
      values (1, ${agencies.before.id}, ${appId}, 3, 1)`,
  )
  expect((await transfer(agencies.after.id)).msg).toBe('应用有待审核的申请，请先处理')
  await rows(sql`delete from applications.review where id = 1`)
  expect((await rows(sql`select source_id from applications.application where id = ${appId}`))[0]).toEqual({
    source_id: agencies.before.id,
  })
})

test('moves every row, and the owner of before reads nothing of it', async () => {
  await rows(sql`update callbacks.callback set ${toState(callback.states.state.states, 'on')} where app_id = ${appId}`)
  const before = await ownersByTable()
  expect([...before.keys()].length).toBeGreaterThan(15)
  await transferred.run(platform.server.ports, AbortSignal.timeout(5000))
  expect([...new Set([...(await ownersByTable()).values()].flat())]).toEqual([agencies.before.id])
  const sees = async (token: string): Promise<unknown[]> => [
    (await call('GET', '/api/admin/application/page', undefined, token)).data.total,
    (await call('GET', '/api/device/warehouse/page', undefined, token)).data.total,
    (await call('GET', `/api/person/person/page?appId=${appId}`, undefined, token)).data?.total ?? 'refused',
    (await call('GET', `/api/person/passRecord/page?appId=${appId}`, undefined, token)).data?.total ?? 'refused',
  ]
  // The owner of an application is known to the server again after a second.
  await until(async () => (await sees(agencies.before.token)).join() === '1,1,1,1', 'its owner to see it')
  expect(await sees(agencies.after.token)).toEqual([0, 0, 'refused', 'refused'])

  const guard = await quickAccount(platform.server, { type: 4, sourceId: agencies.before.id, apps: [appId] })
  const { data: effects } = await call('GET', `/api/admin/application/${appId}/transferEffects`)
  expect(effects.map((one: any) => one.text).join('\n')).toMatch(
    /1台设备[\s\S]*1 个账号不能再进入\n1 个接入密钥失效[\s\S]*1 个回调停用/,
  )
  expect((await transfer(agencies.after.id)).data).toBe(true)

  const after = await ownersByTable()
  expect([...after].filter(([, owners]) => owners.join() !== agencies.after.id)).toEqual([])
  expect([...before.keys()].filter(name => !after.has(name))).toEqual([])
  await until(async () => (await sees(agencies.before.token))[2] === 'refused', 'the owner of before to be refused')
  expect(await sees(agencies.before.token)).toEqual([0, 0, 'refused', 'refused'])
  await until(async () => (await sees(agencies.after.token)).join() === '1,1,1,1', 'the new owner to see it')
  expect(await rows(sql`select 1 from identity.account_app where account_id = ${guard.id}`)).toEqual([])
  expect(await rows(sql`select state, disabled_reason from callbacks.callback where app_id = ${appId}`)).toMatchObject([
    { state: 0, disabled_reason: expect.stringContaining('转移') },
  ])
  expect(await rows(sql`select source_id from identity.account where username = ${key.clientId}`)).toEqual([
    { source_id: agencies.after.id },
  ])
  const [entry] = await rows(
    sql`select reason, changes from audit.entry where action = 'transfer' order by id desc limit 1`,
  )
  expect(entry).toMatchObject({ reason: '代理商更换', changes: { sourceId: [agencies.before.id, agencies.after.id] } })
})

test('ends the secrets of programs', async () => {
  const answer = await platform.server.app.inject({
    method: 'POST',
    url: '/api/auth/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${key.clientId}:${key.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
})

test('facts of afterwards are those of the new owner, and ones that were on their way follow', async () => {
  await controller.post('event/pass/post', { value: { guid: 't3', doorNo: 1, method: 2, ok: true }, time: Date.now() })
  await until(async () => (await rows(sql`select 1 from devices.passage where app_id = ${appId}`)).length === 2, 'it')
  expect((await ownersByTable()).get('devices.passage')).toEqual([agencies.after.id])
  // As if it had been stored by a statement that began before the transfer.
  await rows(sql`update devices.passage set source_id = ${agencies.before.id} where device_id = ${deviceId}`)
  await transferred.run(platform.server.ports, AbortSignal.timeout(5000))
  expect((await ownersByTable()).get('devices.passage')).toEqual([agencies.after.id])
})
