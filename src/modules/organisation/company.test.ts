/** Companies: created with their main account, locked out when frozen or expired, limited by their quota; over the real routes. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { makeDue } from '../../../tests/harness/makeDue.ts'
import { encryptPassword, startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
let models: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  models = (await makeApplication(server)).models
})
afterAll(() => server.close())

const staff = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, url, body)).body
const AGENCY = {
  username: 'delta-main',
  name: '三角洲科技',
  code: 'delta',
  contact: '何经理',
  phone: '13600001111',
  level: 1,
}
const signIn = async (username: string, password: string): Promise<any> => (await server.login(username, password)).body
/** Sets the new password that the first sign-in requires; returns the session's token. */
async function settle(username: string, password: string): Promise<string> {
  const { ticket } = (await signIn(username, password)).data
  const { passwordKey } = (await staff('GET', '/api/config')).data.login
  const own = encryptPassword('a good long one', passwordKey)
  await server.call('POST', '/api/auth/password/first', { ticket, password: own }, { token: null })
  return (await signIn(username, 'a good long one')).access_token
}

describe('an agency', () => {
  test('is made with its organisation and its main account, whose password is shown once', async () => {
    expect(
      (await staff('POST', '/api/admin/agency', { ...AGENCY, phone: '1', username: 'x' })).data.fields
        .map((field: any) => field.field)
        .sort(),
    ).toEqual(['phone', 'username'])
    const { data } = await staff('POST', '/api/admin/agency', AGENCY)
    expect(data).toMatchObject({
      name: '三角洲科技',
      state: 1,
      username: 'delta-main',
      mainUser: 'delta-main',
      peopleCount: 1,
    })
    expect(data.password.length).toBeGreaterThanOrEqual(10)
    expect(JSON.stringify(await staff('GET', `/api/admin/agency/${data.id}`))).not.toContain(data.password)
    expect((await signIn('delta-main', data.password)).data).toMatchObject({ need: 'password' })
    // Without chosen roles, an agency has its built-in role, and no access to data of the platform.
    const token = await settle('delta-main', data.password)
    const { permissions } = (await server.call('GET', '/api/admin/user/info', undefined, { token })).body.data
    expect(permissions).toEqual(
      expect.arrayContaining(['application:add', 'user:list', 'ticket:list', 'device:list', 'deviceModel:list']),
    )
    expect(
      permissions.filter((point: string) => /^(agency|menu|brand|advert|deviceModel:(?!list)):?/.test(point)),
    ).toEqual([])
    expect((await staff('POST', '/api/admin/agency', { ...AGENCY, username: 'delta-two', code: 'delta2' })).error).toBe(
      'duplicate',
    )
    expect(
      (await staff('POST', '/api/admin/agency', { ...AGENCY, name: '别的', code: 'delta2' })).data.fields[0].field,
    ).toBe('username')
  })

  test('while a company is frozen its people cannot sign in; restored, they can', async () => {
    const [row] = (await staff('GET', '/api/admin/agency/page?code=delta')).data.records
    const reset = async (): Promise<string> =>
      (await staff('POST', `/api/admin/agency/${row.id}/resetPassword`, {})).data.password
    const password = await reset()
    expect((await staff('POST', `/api/admin/agency/${row.id}/freeze`, { reason: '欠款' })).data).toMatchObject({
      state: 2,
    })
    expect(await signIn('delta-main', password)).toMatchObject({ error: 'stopped', msg: '账号已停用：欠款' })
    expect((await signIn('delta-main', 'another password')).error).toBe('invalid_grant')
    expect((await staff('POST', `/api/admin/agency/${row.id}/unfreeze`, {})).data).toMatchObject({ state: 1 })
    expect((await signIn('delta-main', password)).data).toMatchObject({ need: 'password' })
  })

  test('is closed on the day after its contract ends', async () => {
    const [row] = (await staff('GET', '/api/admin/agency/page?code=delta')).data.records
    expect(
      (await staff('PUT', '/api/admin/agency', { id: row.id, startsOn: '2026-01-01', endsOn: '2025-01-01' })).data
        .fields[0].field,
    ).toBe('endsOn')
    await staff('PUT', '/api/admin/agency', { id: row.id, startsOn: '2020-01-01', endsOn: '2020-12-31' })
    await makeDue(server.ports)
    expect((await staff('GET', `/api/admin/agency/${row.id}`)).data).toMatchObject({ state: 3 })
    const [organisation] = await server.ports.db.query<{ closed: boolean }>(
      { role: 'engine' },
      sql`select closed from identity.organisation where id = ${row.id}`,
    )
    expect(organisation!.closed).toBe(true)
    const audited = await staff('GET', `/api/admin/operLog/page?object=agency&objectId=${row.id}`)
    const ends = audited.data.records.filter((entry: any) => entry.action === 'expire')
    expect(ends).toMatchObject([{ actorName: 'system', objectName: row.name }])
    // It is restored with another contract only: with the old one it would end again at once.
    const again = await staff('POST', `/api/admin/agency/${row.id}/unfreeze`, {})
    expect([again.error, again.msg]).toEqual(['wrong_state', '“合作结束”已过，会立即变为“到期”，请先修改'])
    expect((await staff('GET', `/api/admin/agency/${row.id}`)).data).toMatchObject({ state: 3 })
    await staff('PUT', '/api/admin/agency', { id: row.id, endsOn: '2099-12-31' })
    expect((await staff('POST', `/api/admin/agency/${row.id}/unfreeze`, {})).data).toMatchObject({ state: 1 })
    await makeDue(server.ports, new Date('2099-12-31T15:59:59.999Z'))
    expect((await staff('GET', `/api/admin/agency/${row.id}`)).data).toMatchObject({ state: 1 })
    await makeDue(server.ports, new Date('2099-12-31T16:00:00Z'))
    expect((await staff('GET', `/api/admin/agency/${row.id}`)).data).toMatchObject({ state: 3 })
  })

  test('holds no more devices than was agreed', async () => {
    const [row] = (await staff('GET', '/api/admin/agency/page?code=delta')).data.records
    await staff('PUT', '/api/admin/agency', { id: row.id, endsOn: null, deviceQuota: 1 })
    const device = async (sn: string): Promise<string> =>
      (await staff('POST', '/api/device/warehouse', { sn, name: sn, modelId: models.faceEqui })).data.id
    const [one, two] = [await device('QUOTA-0001'), await device('QUOTA-0002')]
    expect((await staff('PUT', '/api/device/warehouse', { id: one, sourceId: row.id })).data).toMatchObject({
      sourceId: row.id,
    })
    expect((await staff('PUT', '/api/device/warehouse', { id: two, sourceId: row.id })).error).toBe('full')
    expect((await staff('GET', `/api/admin/agency/${row.id}`)).data).toMatchObject({ deviceCount: 1 })
  })
})

test('a supplier shows its vendors, their models and devices', async () => {
  const { data } = await staff('POST', '/api/admin/supplier', {
    username: 'maker-main',
    name: '造门厂',
    code: 'maker',
    contact: '钱工',
    phone: '13600002222',
    classes: ['accessControlDevice'],
  })
  const vendors = (await staff('GET', '/api/device/vendor/page')).data.records
  await staff('PUT', '/api/device/vendor', { id: vendors[0].id, supplierId: data.id })
  const row = (await staff('GET', `/api/admin/supplier/${data.id}`)).data
  expect(row).toMatchObject({ vendorNames: vendors[0].name, modelCount: vendors[0].modelCount })
})
