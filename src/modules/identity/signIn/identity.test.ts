/** Signing in, refreshing and signing out, over the real routes and the real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { newCaptcha } from './captcha.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const forget = () => server.ports.db.query({ role: 'engine' }, sql`delete from identity.attempt`)
type Tokens = { access_token: string; refresh_token: string; expires_in: number; user_id: string }
const tokensOf = (answer: { body: unknown }) => answer.body as Tokens
const refresh = (token: string) =>
  server.call('POST', `/api/auth/oauth/token?grant_type=refresh_token&scope=server&refresh_token=${token}`, undefined, {
    token: null,
    headers: { authorization: `Basic ${btoa('console:console')}` },
  })

describe('the token call', () => {
  test('answers the bare OAuth body, and the token opens user info', async () => {
    const answer = await server.login('admin', ADMIN_PASSWORD)
    expect(answer.status).toBe(200)
    expect(tokensOf(answer)).toMatchObject({ expires_in: 7200, token_type: 'bearer' })
    const info = await server.call('GET', '/api/admin/user/info', undefined, { token: tokensOf(answer).access_token })
    expect(info.body.data).toMatchObject({
      sysUser: { username: 'admin', type: 0, userCode: 'portico' },
      isMainFlag: true,
    })
    expect(info.body.data.permissions).toContain('user:add')
    // A guard that asks again while there are no roles must stop asking for the administrator too.
    expect(info.body.data.roles).toEqual(['administrator'])
    expect(JSON.stringify(info.body)).not.toContain('argon2')
  })

  test('reads every parameter from the form body as well', async () => {
    const config = (await server.call('GET', '/api/config', undefined, { token: null })).body.data
    const { encryptPassword } = await import('../../../../tests/harness/server.ts')
    const form = new URLSearchParams({
      username: 'admin',
      password: encryptPassword(ADMIN_PASSWORD, config.login.passwordKey),
      grant_type: 'password',
      scope: 'server',
    }).toString()
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/oauth/token',
      payload: form,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(config.login.client)}`,
      },
    })
    expect(response.statusCode).toBe(200)
  })

  test('a wrong user and a wrong password answer the same', async () => {
    await forget()
    const [user, password] = [await server.login('nobody', 'whatever'), await server.login('admin', 'wrong password')]
    expect(user.status).toBe(400)
    expect(password.status).toBe(400)
    expect(user.body).toEqual(password.body)
    expect(user.body).toMatchObject({ code: 1, msg: '用户名或密码错误', error: 'invalid_grant' })
  })

  test('a bad client is 400, never 401', async () => {
    const answer = await server.call(
      'POST',
      '/api/auth/oauth/token?grant_type=password&username=a&password=b',
      undefined,
      { token: null, headers: { authorization: `Basic ${btoa('console:wrong')}` } },
    )
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client'])
  })

  test('after three failures it asks for a captcha, which works once', async () => {
    await forget()
    for (let failure = 0; failure < 3; failure += 1) await server.login('captcha-user', 'wrong')
    const asked = await server.login('captcha-user', 'wrong')
    expect([asked.status, asked.body.data.need]).toEqual([428, 'captcha'])
    const word = await newCaptcha(server.ports, 'randomrandom')
    const once = await server.login('captcha-user', 'wrong', { randomStr: 'randomrandom', code: word.toLowerCase() })
    expect(once.body.error).toBe('invalid_grant')
    const twice = await server.login('captcha-user', 'wrong', { randomStr: 'randomrandom', code: word })
    expect([twice.status, twice.body.error]).toEqual([400, 'bad_captcha'])
  })

  test('a hundred parallel guesses count as a hundred', async () => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.login('admin', 'guess')))
    expect(answers.filter(answer => answer.body.error === 'invalid_grant').length).toBe(3)
    await forget()
  })

  test.each([
    ['not base64', '***'],
    ['15 bytes', Buffer.alloc(15).toString('base64')],
    ['wrong key', Buffer.alloc(32, 7).toString('base64')],
    ['not v2', 'v2.AAAA'],
  ])('a password field that is %s is a wrong password', async (_name, password) => {
    await forget()
    const answer = await server.login('admin', 'x', { password })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('refresh', () => {
  test('rotates; the predecessor gets the same answer again; a grandparent ends the session', async () => {
    await forget()
    const first = tokensOf(await server.login('admin', ADMIN_PASSWORD))
    const second = tokensOf(await refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(tokensOf(await refresh(first.refresh_token))).toMatchObject({
      access_token: second.access_token,
      refresh_token: second.refresh_token,
    })
    const third = tokensOf(await refresh(second.refresh_token))
    const stolen = await refresh(first.refresh_token)
    expect(stolen.status).toBe(401)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect((await server.call('GET', '/api/admin/user/info', undefined, { token: third.access_token })).status).toBe(
      401,
    )
  })
})

describe('the end of a session', () => {
  test('logout: the next request is 401', async () => {
    const { access_token: token } = tokensOf(await server.login('admin', ADMIN_PASSWORD))
    expect((await server.call('GET', '/api/auth/token/logout', undefined, { token })).body.code).toBe(0)
    await new Promise(resolve => setTimeout(resolve, 20))
    const after = await server.call('GET', '/api/admin/user/info', undefined, { token })
    expect([after.status, after.body.msg]).toEqual([401, '登录状态失效'])
  })
  test('five wrong unlocks end it', async () => {
    const { access_token: token } = tokensOf(await server.login('admin', ADMIN_PASSWORD))
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1)
      statuses.push((await server.call('POST', '/api/auth/unlock', { password: 'AAAA' }, { token })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 401])
  })
})

describe('users, roles and menus', () => {
  // The sign-ins above ended the first session: at most three are kept.
  beforeAll(async () => {
    await forget()
    server.token = tokensOf(await server.login('admin', ADMIN_PASSWORD)).access_token
  })
  test('a form names each wrong field in its language', async () => {
    const answer = await server.call(
      'POST',
      '/api/admin/user',
      { username: 'ab', phone: '123' },
      { headers: { 'accept-language': 'en' } },
    )
    expect(answer.status).toBe(400)
    expect(answer.body.data.fields).toEqual([
      { field: 'username', msg: 'User name must be 5 to 16 Chinese characters, letters, digits, _ or -' },
      { field: 'phone', msg: 'Phone is not a valid mobile number' },
      { field: 'type', msg: 'Type is required' },
    ])
  })
  test('a staff account holds what its role holds, and no more', async () => {
    await forget()
    const role = (await server.call('POST', '/api/admin/role', { name: '查看者', code: 'viewer', dataScope: 0 })).body
      .data
    const tree = (await server.call('GET', '/api/admin/menu/tree')).body.data as {
      id: string
      permission: string | null
      children: unknown[]
    }[]
    const flat = (nodes: any[]): any[] => nodes.flatMap(node => [node, ...flat(node.children)])
    const point = flat(tree).find(node => node.permission === 'user:list')
    expect((await server.call('POST', `/api/admin/role/${role.id}/grant`, { menuIds: [point.id] })).body.code).toBe(0)
    const made = await server.call('POST', '/api/admin/user', {
      username: 'viewer1',
      password: 'a good long one',
      type: 1,
      phone: '13812345678',
      roleIds: [role.id],
    })
    expect(made.body.data).toMatchObject({ username: 'viewer1', phone: '138****5678', roleNames: ['查看者'] })
    const first = await server.login('viewer1', 'a good long one')
    expect([first.status, first.body.data.need]).toEqual([428, 'password'])
    const { encryptPassword } = await import('../../../../tests/harness/server.ts')
    const key = (await server.call('GET', '/api/config', undefined, { token: null })).body.data.login.passwordKey
    expect(
      (
        await server.call(
          'POST',
          '/api/auth/password/first',
          { ticket: first.body.data.ticket, password: encryptPassword('another long one', key) },
          { token: null },
        )
      ).body.code,
    ).toBe(0)
    const { access_token: token } = tokensOf(await server.login('viewer1', 'another long one'))
    expect((await server.call('GET', '/api/admin/user/page', undefined, { token })).status).toBe(200)
    const refused = await server.call('DELETE', '/api/admin/user/1', undefined, { token })
    expect([refused.status, refused.body.msg]).toEqual([403, '没有“用户·删除”权限，请联系管理员开通'])
    const menus = (await server.call('GET', '/api/admin/menu', undefined, { token })).body.data
    expect(
      flat(menus)
        .map(node => node.path)
        .filter(Boolean),
    ).toEqual(['/sysHome', '/systemManage/user'])
  })
  test('no personal data is stored unencrypted', async () => {
    const [row] = await server.ports.db.query<{ whole: string }>(
      { role: 'engine' },
      sql`select a::text as whole from identity.account a where username = 'viewer1'`,
    )
    expect(row!.whole).not.toContain('13812345678')
    const found = await server.call('GET', '/api/admin/user/page?phone=13812345678')
    expect(found.body.data.total).toBe(1)
  })
  test('menus: label alone will do; children keep their parent', async () => {
    const made = (
      await server.call('POST', '/api/admin/menu', { label: '自建', type: '0', parentId: '-1', path: '/x' })
    ).body.data
    expect(made).toMatchObject({ name: '自建', label: '自建', parentId: '-1', children: [] })
    const child = (await server.call('POST', '/api/admin/menu', { name: '下级', type: '1', parentId: made.id })).body
      .data
    expect(child.parentId).toBe(made.id)
    const refused = await server.call('DELETE', `/api/admin/menu/${made.id}`)
    expect([refused.status, refused.body.msg]).toEqual([409, '菜单含有下级不能删除'])
    const moved = await server.call('PUT', '/api/admin/menu', { id: made.id, parentId: child.id, label: '自建' })
    expect(moved.status).toBe(400)
  })
  test('appId in query and body must agree', async () => {
    const answer = await server.call('POST', '/api/admin/role?appId=1', {
      appId: '2',
      name: 'x',
      code: 'y',
      dataScope: 0,
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'app_mismatch'])
  })
  test('an unknown path under /api is 404 in the envelope', async () => {
    const answer = await server.call('GET', '/api/nothing/here')
    expect([answer.status, answer.body.code]).toEqual([404, 1])
  })
  test('the same Idempotency-Key answers the same and acts once', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const [a, b] = [
      await server.call('POST', '/api/admin/role', { name: '甲', code: 'jia', dataScope: 0 }, { headers }),
      await server.call('POST', '/api/admin/role', { name: '甲', code: 'jia', dataScope: 0 }, { headers }),
    ]
    expect(b.body).toEqual(a.body)
    const other = await server.call('POST', '/api/admin/role', { name: '乙', code: 'yi', dataScope: 0 }, { headers })
    expect([other.status, other.body.error]).toEqual([409, 'key_reused'])
  })
})

describe('the rest of the contract', () => {
  test('an application that is closed to the caller ends no session: what is of the caller alone does not ask about it', async () => {
    for (const path of ['/api/admin/user/info', '/api/admin/user/preference'])
      expect((await server.call('GET', `${path}?appId=99`)).body).toMatchObject({ code: 0 })
    expect((await server.call('GET', '/api/admin/menu?appId=99')).body).toMatchObject({ error: 'app_forbidden' })
  })

  test('each account has a code of its own, a main account that of its organisation', async () => {
    const codes = await server.ports.db.query<{ user_code: string; code: string; main: boolean }>(
      { role: 'engine' },
      sql`select a.user_code, o.code, a.main from identity.account a join identity.organisation o on o.id = a.source_id where a.deleted_at is null`,
    )
    expect(new Set(codes.map(row => row.user_code)).size).toBe(codes.length)
    expect(codes.filter(row => row.main).map(row => row.user_code)).toEqual(
      codes.filter(row => row.main).map(row => row.code),
    )
  })

  test('the menu holds applyManage, and what lies below it has paths of its own', async () => {
    const { body } = await server.call('GET', '/api/admin/menu')
    type Node = { path: string | null; children: Node[] }
    const area = (body.data as Node[]).find(node => node.path === '/applyHome')!
    expect(area.children.map(node => node.path)).toEqual(['applyManage'])
    const [own, ...classes] = area.children[0]!.children.map(node => node.path)
    expect(own).toBe('/apply')
    expect(classes.toSorted()).toEqual([...server.ports.classes.keys()].map(key => `/${key}`).toSorted())
  })

  test('a DELETE that names JSON and sends nothing is no error of its own', async () => {
    const response = await server.app.inject({
      method: 'DELETE',
      url: '/api/admin/role/999',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    })
    expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
  })
})
