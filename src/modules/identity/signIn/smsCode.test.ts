/**
 * S-AU: codes sent to phones and captchas, over the real routes: budgets, single use, one purpose, one brand, a common
 * count of guesses.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { captcha, forget, makePerson, signIn } from '../../../../tests/harness/people.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { codeLimits } from './smsCode.server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let printed: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  server.ports.notice = line => void printed.push(line)
  await makePerson(server, 'zhaoyi', { phone: '13811110001' })
  await makePerson(server, 'qianer', { phone: '13811110002', type: 2, sourceId: '2' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await forget(server)
  printed = []
})

const anonymous = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  server.call(method, url, undefined, { token: null, headers })
const client = (id: string) => ({ authorization: `Basic ${btoa(`${id}:${id}`)}` })
const query = (values: Record<string, string>) => String(new URLSearchParams(values))
const sendCode = async (phone: string, more: Record<string, string> = {}) =>
  anonymous('GET', `/api/admin/mobile/${phone}?${query({ ...(await captcha(server)), ...more })}`)
const bySms = (phone: string, code: string, id = 'console') =>
  anonymous(
    'POST',
    `/api/auth/mobile/token/sms?${query({ mobile: `SMS@${phone}`, code, grant_type: 'mobile' })}`,
    client(id),
  )
const printedCode = () => printed.map(line => /code (\d{6})/.exec(line)?.[1]).find(Boolean)!

describe('codes by SMS', () => {
  test('a captcha comes first, the code is printed by default, and signs in once', async () => {
    const without = await anonymous('GET', '/api/admin/mobile/13811110001')
    expect([without.status, without.body.data]).toEqual([428, { need: 'captcha' }])
    expect(printed).toEqual([])
    expect((await sendCode('13811110001')).body).toEqual({ code: 0, msg: null, data: true })
    expect(printed).toEqual([expect.stringMatching(/^SMS to 138\*\*\*\*0001: code \d{6}/)])
    const code = printedCode()
    const stored = await server.ports.db.query<{ whole: string }>(
      ENGINE,
      sql`select c::text as whole from identity.sms_code c`,
    )
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${code}|13811110001`))
    const inside = await bySms('13811110001', code)
    expect(inside.body).toMatchObject({ token_type: 'bearer', expires_in: 7200 })
    expect((await bySms('13811110001', code)).body.error).toBe('invalid_grant')
  })
  test('an unknown phone gets the same answer and no message, and so do guesses of its code', async () => {
    expect((await sendCode('13899990000')).body).toEqual({ code: 0, msg: null, data: true })
    expect(printed).toEqual([])
    await sendCode('13811110001')
    const [known, unknown] = [await bySms('13811110001', 'abcdef'), await bySms('13899990000', 'abcdef')]
    expect(unknown.status).toBe(400)
    expect(unknown.body).toEqual(known.body)
  })
  test('five wrong tries void a code, also in parallel', async () => {
    await sendCode('13811110001')
    const code = printedCode()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries += 1) {
      await forget(server)
      expect((await bySms('13811110001', wrong)).status).toBe(400)
    }
    await forget(server)
    expect((await bySms('13811110001', code)).status).toBe(400)
  })
  test('one a minute for each phone, twenty an hour for each address', async () => {
    expect((await sendCode('13811110001')).status).toBe(200)
    const again = await sendCode('13811110001')
    expect([again.status, again.headers['retry-after']]).toEqual([429, '60'])
    for (let phone = 0; phone < 18; phone += 1)
      expect((await sendCode(`138222200${String(phone).padStart(2, '0')}`)).status).toBe(200)
    expect((await sendCode('13822229999')).status).toBe(429)
  })
  test.each([
    ['an hour for each phone', '%:h', codeLimits.most.ofPhoneSoon],
    ['a day for each phone', '%:d', codeLimits.most.ofPhone],
    ['an hour in all', 'sms:all', codeLimits.most.inAll],
  ])('so many %s', async (_of, key, most) => {
    const { db } = server.ports
    // From other addresses, because the limit per address is tested separately.
    const send = async (): Promise<number> =>
      (
        await server.app.inject({
          url: `/api/admin/mobile/13811110001?${query(await captcha(server))}`,
          remoteAddress: '10.3.0.1',
        })
      ).statusCode
    const spent = (failures: number) =>
      db.tx(ENGINE, async query => {
        await query(sql`update identity.attempt set failures = ${failures} where key like ${key}`)
        await query(sql`delete from identity.attempt where key like 'sms:%:m'`)
      })
    expect(await send()).toBe(200)
    await spent(most - 1)
    expect(await send()).toBe(200)
    await spent(most)
    expect(await send()).toBe(429)
  })
  test('a code is valid for the stated time', async () => {
    await server.app.inject({
      url: `/api/admin/mobile/13811110001?${query(await captcha(server))}`,
      remoteAddress: '10.3.0.2',
    })
    const [row] = await server.ports.db.query<{ until: string }>(
      ENGINE,
      sql`select max(until) as until from identity.sms_code`,
    )
    const minutes = (Date.parse(row!.until) - Date.now()) / 60_000
    expect(Math.ceil(minutes)).toBe(codeLimits.most.life)
  })
  test('a code of one purpose or brand opens nothing else', async () => {
    await sendCode('13811110001', { purpose: 'reset' })
    expect((await bySms('13811110001', printedCode())).status).toBe(400)
    printed = []
    await forget(server)
    await sendCode('13811110002')
    expect(printed, 'she belongs to Foshan').toEqual([])
    await forget(server)
    await sendCode('13811110002', { platform: 'foshan' })
    const code = printedCode()
    expect((await bySms('13811110002', code)).status).toBe(400)
    expect((await bySms('13811110002', code, 'console-foshan')).status).toBe(200)
  })
  test('guesses at codes and at passwords are one count', async () => {
    for (let tries = 0; tries < 3; tries += 1) await signIn(server, 'zhaoyi', { password: 'not the one' })
    const asked = await bySms('13811110001', '000000')
    expect([asked.status, asked.body.data]).toEqual([428, { need: 'captcha' }])
    for (let tries = 0; tries < 4; tries += 1)
      await anonymous(
        'POST',
        `/api/auth/mobile/token/sms?${query({ mobile: 'SMS@13811110001', code: '000000', grant_type: 'mobile', ...(await captcha(server, 'captcha')) })}`,
        client('console'),
      )
    expect((await signIn(server, 'zhaoyi')).status, 'the wait holds on every path').toBe(429)
  })
})

describe('captchas', () => {
  test.each([
    ['no code', async () => ({})],
    ['an empty code', async () => ({ code: '', randomStr: 'abcdefgh1234' })],
    ['no randomStr', async () => ({ code: (await captcha(server)).code! })],
    [
      "another's randomStr",
      async () => ({ code: (await captcha(server)).code!, randomStr: (await captcha(server)).randomStr! }),
    ],
  ])('%s does not pass, whoever the client is', async (_name, given) => {
    for (const platform of ['', 'foshan', 'nanc']) {
      await forget(server)
      for (let tries = 0; tries < 3; tries += 1) await signIn(server, 'zhaoyi', { password: 'not the one', platform })
      const answer = await signIn(server, 'zhaoyi', { platform, extra: (await given()) as Record<string, string> })
      expect([400, 428]).toContain(answer.status)
      expect(['need_captcha', 'bad_captcha']).toContain(answer.body.error)
    }
  })
  test('of a hundred who use one text at once, one passes', async () => {
    const { randomStr, code } = await captcha(server)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        server.call(
          'GET',
          `/api/admin/mobile/1380000${String(i).padStart(4, '0')}?${query({ randomStr: randomStr!, code: code! })}`,
          undefined,
          { token: null },
        ),
      ),
    )
    expect(answers.filter(answer => answer.status === 200).length).toBe(1)
  })
})
