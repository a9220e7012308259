/** Registering: from a phone to an application that works, over the real routes. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** A code as the platform keeps it; the message itself goes to a phone. */
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
  const mine = async (url: string): Promise<any> => (await server.call('GET', url, undefined, { token })).body
  const apps = (await mine('/api/admin/application/page')).data.records
  expect(apps).toMatchObject([{ name: '晨光物业试用', state: 1, deviceQuota: 5, personQuota: 100, deviceCount: 1 }])
  const devices = (await mine(`/api/device/bind/page?appId=${apps[0].id}&deviceClass=faceEqui`)).data.records
  expect(devices).toMatchObject([{ name: '试用人脸终端' }])
  const added = await server.call(
    'POST',
    `/api/person/person?appId=${apps[0].id}`,
    { name: '试用者', personNo: 'T-1', personType: 1 },
    { token },
  )
  expect([added.status, added.body.msg]).toEqual([200, null])
  // Nothing of the platform or of others.
  expect((await mine('/api/admin/user/page')).error).toBe('forbidden')
  expect((await mine('/api/device/vendor/page')).error).toBe('forbidden')
})

test('a name that is taken is said; that a phone is, only to who holds it', async () => {
  const fieldsOf = (answer: any): string[] => answer.data.fields.map((field: any) => field.field)
  expect(fieldsOf(await register({ code: '000000' }))).toEqual(['username'])
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
