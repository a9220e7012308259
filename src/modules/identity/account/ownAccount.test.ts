/** The user's own account over the real routes: sessions, password, reset by phone, the phone itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { captcha, forget, makePerson, PASSWORD, sealed, signIn, tokenOf } from '../../../../tests/harness/people.ts'
import { withinASecond } from '../../../../tests/harness/withinASecond.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let aheadMs = 0
const printed: string[] = []
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
  server.ports.notice = line => void printed.push(line)
})
afterAll(() => server.close())
beforeEach(() => forget(server))

const post = (url: string, body: object, token: string | null = null) => server.call('POST', url, body, { token })
/** Does what ends a session, which is then refused within the promised second. */
const ends = (token: string, act: () => Promise<unknown>) =>
  withinASecond(
    act,
    async () => (await server.call('GET', '/api/admin/user/info', undefined, { token })).status === 401,
    'the session ends',
  )

describe("one's own account", () => {
  test('sessions are listed and ended by their owner only', async () => {
    const id = await makePerson(server, 'zhuba')
    const [here, there] = [await tokenOf(server, 'zhuba'), await tokenOf(server, 'zhuba')]
    await makePerson(server, 'qinjiu')
    const stranger = await tokenOf(server, 'qinjiu')
    const { sessions } = (await server.call('GET', '/api/auth/security', undefined, { token: here })).body.data
    expect(sessions.map((session: { current: boolean }) => session.current)).toEqual([false, true])
    expect(
      (await server.call('DELETE', `/api/auth/session/${sessions[0].id}`, undefined, { token: stranger })).status,
    ).toBe(404)
    expect((await server.call('GET', `/api/admin/user/${id}/sessions`)).body.data).toHaveLength(2)
    const end = (): Promise<{ status: number }> =>
      server.call('DELETE', `/api/auth/session/${sessions[0].id}`, undefined, { token: here })
    await ends(there, async () => expect((await end()).status).toBe(200))
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token: here })).status).toBe(200)
    await ends(here, async () =>
      expect((await post(`/api/admin/user/${id}/endSessions`, {}, server.token)).body.data).toBe(1),
    )
  })
  test('a changed password ends the other sessions and keeps this one; weak ones are refused with their reason', async () => {
    await makePerson(server, 'youshi')
    const [here, there] = [await tokenOf(server, 'youshi'), await tokenOf(server, 'youshi')]
    const change = async (old: string, password: string) =>
      post('/api/auth/password', { old: await sealed(server, old), password: await sealed(server, password) }, here)
    for (const [weak, why] of [
      ['short', '至少8位'],
      ['P@ssw0rd', '常见'],
      ['sunshine1', '常见'],
      ['F0shan2026!', '平台名称'],
      ['xx-YouShi-9', '用户名'],
      [PASSWORD, '原密码'],
    ])
      expect((await change(PASSWORD, weak!)).body.msg, weak).toContain(why)
    await forget(server)
    await ends(there, async () => expect((await change(PASSWORD, 'seven quiet lamps')).body.code).toBe(0))
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token: here })).status).toBe(200)
    expect((await signIn(server, 'youshi', { password: 'seven quiet lamps' })).status).toBe(200)
  })
  test('forgotten: phone and code, then a new password; every session ends; the ticket is good once', async () => {
    const id = await makePerson(server, 'xuyier', { phone: '13855550001' })
    const token = await tokenOf(server, 'xuyier')
    const send = async () =>
      server.call(
        'GET',
        `/api/admin/mobile/13855550001?purpose=reset&${new URLSearchParams(await captcha(server))}`,
        undefined,
        { token: null },
      )
    await send()
    const code = /code (\d{6})/.exec(printed.at(-1)!)![1]!
    expect((await post('/api/auth/password/reset/check', { phone: '13855550001', code: '000000' })).body.error).toBe(
      'bad_code',
    )
    expect((await post('/api/auth/password/reset/check', { phone: '13800009999', code })).body.error).toBe('bad_code')
    const { ticket, username } = (await post('/api/auth/password/reset/check', { phone: '13855550001', code })).body
      .data
    expect(username).toBe('xuyier')
    const reset = { ticket, password: await sealed(server, 'eleven blue doors') }
    await ends(token, async () => expect((await post('/api/auth/password/reset', reset)).body.code).toBe(0))
    expect(
      (await post('/api/auth/password/reset', { ...reset, password: await sealed(server, 'twelve blue doors') }))
        .status,
    ).toBe(400)
    expect((await signIn(server, 'xuyier', { password: 'eleven blue doors' })).status).toBe(200)
    const [row] = await server.ports.db.query<{ n: number }>(
      ENGINE,
      sql`select count(*)::int as n from audit.entry where action = 'resetPassword' and object_id = ${id}`,
    )
    expect(row!.n).toBe(1)
  })
  test('a phone is bound by the code sent to it, and only if no other account has it', async () => {
    await makePerson(server, 'heyisi')
    const token = await tokenOf(server, 'heyisi')
    const send = async (phone: string) =>
      server.call(
        'GET',
        `/api/admin/mobile/${phone}?purpose=bind&${new URLSearchParams(await captcha(server))}`,
        undefined,
        { token },
      )
    await send('13855550009')
    const code = /code (\d{6})/.exec(printed.at(-1)!)![1]!
    expect((await post('/api/auth/phone', { phone: '13855550008', code }, token)).status).toBe(400)
    expect((await post('/api/auth/phone', { phone: '13855550009', code }, token)).body.data).toBe('138****0009')
    await makePerson(server, 'lvshiba')
    const second = await tokenOf(server, 'lvshiba')
    aheadMs += 61_000
    await server.call(
      'GET',
      `/api/admin/mobile/13855550009?purpose=bind&${new URLSearchParams(await captcha(server))}`,
      undefined,
      { token: second },
    )
    const taken = await post(
      '/api/auth/phone',
      { phone: '13855550009', code: /code (\d{6})/.exec(printed.at(-1)!)![1]! },
      second,
    )
    expect(taken.body.data.fields[0].field).toBe('phone')
  })
})
