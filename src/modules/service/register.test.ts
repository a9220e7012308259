/** Registering: from a phone number to a working application, over the real routes. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget } from '../../../tests/harness/people.ts'
import { until } from '../../../tests/harness/platform.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { encryptPassword, startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { phoneIndex } from '#modules/identity/api.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  await makeApplication(server)
  key = (await server.call('GET', '/api/config', undefined, { token: null })).body.data.login.passwordKey
})
afterAll(() => server.close())

const PASSWORD = 'a good long one'
const FORM = { phone: '13912345678', companyName: '晨光物业', contact: '郑经理', industry: 1, username: 'chenguang' }

/** Stores a code as the platform does; the real one is sent to a phone. */
async function codeFor(phone: string, brand = '1', code = '246810'): Promise<string> {
  const index = server.ports.vault.blindIndex(`${phone}|register|${brand}|${code}`, 'sms code')
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into identity.sms_code (phone_index, purpose, brand, code_index, until) values (${phoneIndex(server.ports, phone)}, 'register', ${brand}, ${index}, now() + interval '5 minutes')
      on conflict (phone_index, purpose, brand) do update set code_index = excluded.code_index, until = excluded.until, tries = 0`,
  )
  return code
}
const register = async (fields: object): Promise<any> =>
  (
    await server.call(
      'POST',
      '/api/register',
      { ...FORM, password: encryptPassword(PASSWORD, key), ...fields },
      { token: null },
    )
  ).body

test('without the code of the phone nothing is made', async () => {
  expect((await register({ code: '000000' })).error).toBe('bad_code')
  const wrong = await register({ code: '1', phone: '12', username: 'x', companyName: '' })
  expect(wrong.data.fields.map((field: any) => field.field).sort()).toEqual(['companyName', 'phone', 'username'])
  const weak = await register({ code: '1', password: encryptPassword('12345678', key) })
  expect(weak.data.fields[0].field).toBe('password')
  expect((await server.call('GET', '/api/admin/agency/page')).body.data.total).toBe(0)
})

test('with it there is an organisation, a login, an application of one month and a device in it', async () => {
  expect((await register({ code: await codeFor(FORM.phone) })).data).toEqual({ username: 'chenguang' })
  const signedIn = await server.login('chenguang', PASSWORD)
  expect(signedIn.status).toBe(200)
  const token = (signedIn.body as unknown as { access_token: string }).access_token
  const get = async (url: string): Promise<any> => (await server.call('GET', url, undefined, { token })).body
  const apps = (await get('/api/admin/application/page')).data.records
  expect(apps).toMatchObject([{ name: '晨光物业试用', state: 1, deviceQuota: 5, personQuota: 100, deviceCount: 1 }])
  const devices = (await get(`/api/device/bind/page?appId=${apps[0].id}`)).data.records
  expect(devices).toMatchObject([{ name: '试用人脸终端' }])
  const added = await server.call(
    'POST',
    `/api/person/person?appId=${apps[0].id}`,
    { name: '试用者', personNo: 'T-1', personType: 1 },
    { token },
  )
  expect([added.status, added.body.msg]).toEqual([200, null])
  // No data of the platform or of others.
  expect((await get('/api/admin/user/page')).error).toBe('forbidden')
  expect((await get('/api/device/vendor/page')).error).toBe('forbidden')
})

test("that a name or a phone is taken is revealed only to the phone's holder, and costs no other code", async () => {
  const fieldsOf = (answer: any): string[] => answer.data.fields.map((field: any) => field.field)
  expect((await register({ code: '000000' })).error).toBe('bad_code')
  const stranger = '13912340000'
  const code = await codeFor(stranger)
  expect(fieldsOf(await register({ phone: stranger, code }))).toEqual(['username'])
  // The same code is valid for the next name; that a phone is taken is reported before the code is used up.
  expect(fieldsOf(await register({ phone: stranger, code, username: 'chenguang' }))).toEqual(['username'])
  const other = { username: 'chenguang2' }
  expect((await register({ ...other, code: '000000' })).error).toBe('bad_code')
  expect(fieldsOf(await register({ ...other, code: await codeFor(FORM.phone) }))).toEqual(['phone'])
})

test('through the door of a brand one belongs to that brand, and signs in there only', async () => {
  const phone = '13912345679'
  expect(
    (await register({ phone, username: 'foshan-new', platform: 'foshan', code: await codeFor(phone) })).error,
  ).toBe('bad_code')
  expect(
    (await register({ phone, username: 'foshan-new', platform: 'foshan', code: await codeFor(phone, '2') })).data,
  ).toEqual({ username: 'foshan-new' })
  expect((await server.login('foshan-new', PASSWORD)).body.error).toBe('invalid_grant')
})

describe('registrations, as platform staff see them', () => {
  const LIST = '/api/admin/agency/page?stage=1,2'
  const rows = async (): Promise<any[]> => (await server.call('GET', LIST)).body.data.records
  const signedIn = async (): Promise<{ status: number; body: any }> => server.login('chenguang', PASSWORD)
  const dayAhead = (days: number): string =>
    new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

  test('is listed with brand, days left and what is used; made ones are not', async () => {
    await server.call('POST', '/api/admin/agency', {
      username: 'made-by-us',
      name: '平台建的',
      code: 'made',
      contact: '何经理',
      phone: '13600001112',
      level: 1,
    })
    const found = await rows()
    expect(new Map(found.map(row => [row.name, row.brandName]))).toEqual(
      new Map([
        ['晨光物业', 'Portico 万物通'],
        ['晨光物业 (2)', '佛山万物'],
      ]),
    )
    const row = found.find(one => one.name === '晨光物业')
    expect(row).toMatchObject({ stage: 1, daysLeft: 30, trialUntil: dayAhead(30), appCount: 1, deviceCount: 1 })
    expect(row).toMatchObject({ personCount: 1, contact: FORM.contact, phone: expect.stringContaining('****') })
    expect(row.lastLoginAt).toBeTruthy()
  })

  test('is notified in time that the trial ends; an extension moves every end date', async () => {
    const { id } = (await rows()).find(one => one.name === '晨光物业')
    const token = (await signedIn()).body.access_token
    const get = async (url: string) => (await server.call('GET', url, undefined, { token })).body
    const app = (await get('/api/admin/application/page')).data.records[0]
    const sites = () => get(`/api/admin/site/page?appId=${app.id}`)
    const endOn = (day: string) =>
      server.ports.db.tx({ role: 'engine' }, async query => {
        await query(sql`update organisation.agency set trial_until = ${day} where id = ${id}`)
        await query(sql`update identity.organisation set trial_until = ${day} where id = ${id}`)
        await query(sql`update applications.application set expires_on = ${day} where id = ${app.id}`)
      })
    expect((await get('/api/admin/user/info')).data.trial).toEqual({ until: dayAhead(30), daysLeft: 30 })
    await endOn(dayAhead(-1))
    expect((await get('/api/admin/user/info')).data.trial).toMatchObject({ daysLeft: -1 })
    await until(async () => (await sites()).error === 'app_closed', 'the end of the application')
    const extended = await server.call('POST', `/api/admin/agency/${id}/extendTrial`, { days: 10 })
    expect(extended.body.data).toBe(dayAhead(10))
    await until(async () => (await sites()).code === 0, 'the application opens again')
    expect((await get('/api/admin/user/info')).data.trial.daysLeft).toBe(10)
    expect((await server.call('POST', `/api/admin/agency/${id}/extendTrial`, { days: 5 })).body.data).toBe(dayAhead(15))
    expect((await server.call('POST', `/api/admin/agency/${id}/extendTrial`, { days: 0 })).status).toBe(400)
  })

  test('stopped, reads why at sign-in with the right password, and only then; regular, has no end', async () => {
    const { id } = (await rows()).find(one => one.name === '晨光物业')
    const token = (await signedIn()).body.access_token
    await server.call('POST', `/api/admin/agency/${id}/freeze`, { reason: '资料不实，请补交营业执照' })
    await until(
      async () => (await server.call('GET', '/api/admin/user/info', undefined, { token })).status === 401,
      'the end of its sessions',
    )
    const answer = await signedIn()
    expect([answer.status, answer.body.error, answer.body.msg]).toEqual([
      400,
      'stopped',
      '账号已停用：资料不实，请补交营业执照',
    ])
    expect((await server.login('chenguang', 'not the password')).body.error).toBe('invalid_grant')
    await forget(server)
    await server.call('POST', `/api/admin/agency/${id}/unfreeze`, {})
    const regular = await server.call('POST', `/api/admin/agency/${id}/makeRegular`, {
      deviceQuota: 200,
      personQuota: 5000,
    })
    expect(regular.body.msg).toBeNull()
    const again = (await signedIn()).body.access_token
    const info = await server.call('GET', '/api/admin/user/info', undefined, { token: again })
    expect(info.body.data.trial).toBeNull()
    const app = (await server.call('GET', '/api/admin/application/page', undefined, { token: again })).body.data.records
    expect(app[0]).toMatchObject({ expiresOn: null, deviceQuota: 200, personQuota: 5000 })
    expect(
      (await server.call('POST', `/api/admin/agency/${id}/makeRegular`, { deviceQuota: 1, personQuota: 1 })).status,
    ).toBe(409)
    const row = (await rows()).find(one => one.id === id)
    expect(row).toMatchObject({ stage: 2, daysLeft: null, state: 1 })
  })
})
