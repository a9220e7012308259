/** Accounts for tests: created by the API, with a changed first password, signed in through their brand's own client. */
import sql from 'sql-template-tag'
import { newCaptcha } from '#modules/identity/signIn/captcha.server.ts'
import { encryptPassword, type Answer, type TestServer } from './server.ts'

const ENGINE = { role: 'engine' } as const
export const PASSWORD = 'moss kettle river'
export const forget = (server: TestServer) => server.ports.db.query(ENGINE, sql`delete from identity.attempt`)

/** Ids of the menus with these permission points; of all when none are given. */
export async function menusOf(server: TestServer, points?: RegExp): Promise<string[]> {
  const rows = await server.ports.db.query<{ id: string; permission: string | null }>(
    ENGINE,
    sql`select id, permission from identity.menu`,
  )
  return rows.filter(row => !points || (row.permission !== null && points.test(row.permission))).map(row => row.id)
}

/** A role of an organisation, inserted directly, because partners have no user yet who could create one. */
export async function makeRole(
  server: TestServer,
  code: string,
  options: { points?: RegExp; scope?: number; sourceId?: string; organisations?: string[] } = {},
): Promise<string> {
  const id = server.ports.newId()
  const menus = await menusOf(server, options.points)
  await server.ports.db.tx(ENGINE, async query => {
    await query(
      sql`insert into identity.role (id, source_id, name, code, data_scope) values (${id}, ${options.sourceId ?? '1'}, ${code}, ${code}, ${options.scope ?? 0})`,
    )
    await query(sql`insert into identity.role_menu (role_id, menu_id) select ${id}, unnest(${menus}::bigint[])`)
    await query(
      sql`insert into identity.role_organisation (role_id, organisation_id) select ${id}, unnest(${options.organisations ?? []}::bigint[])`,
    )
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
    query.afterCommit(() => server.ports.bus.publish('head', { name: 'identity' }))
  })
  return id
}

/**
 * An account created by the administrator through the API, with its final password. It may access every application
 * unless some are given.
 */
export async function makePerson(
  server: TestServer,
  username: string,
  more: { type?: number; appIds?: string[]; [field: string]: unknown } = {},
): Promise<string> {
  const appScope = more.appIds || (more.type ?? 1) > 3 ? 0 : 1
  const body = { username, password: PASSWORD, type: 1, appScope, ...more }
  const made = await server.call('POST', '/api/admin/user', body)
  if (made.body.code !== 0) throw new Error(`${username}: ${JSON.stringify(made.body)}`)
  await server.ports.db.query(
    ENGINE,
    sql`update identity.account set must_change = false where id = ${made.body.data.id}`,
  )
  return made.body.data.id
}

export interface In {
  access_token: string
  refresh_token: string
}
/** The password grant through a brand's client. */
export async function signIn(
  server: TestServer,
  username: string,
  options: { platform?: string; password?: string; ip?: string; extra?: Record<string, string> } = {},
): Promise<Answer> {
  const platform = options.platform ? `?platform=${options.platform}` : ''
  const { login } = (await server.call('GET', `/api/config${platform}`, undefined, { token: null })).body.data
  const query = new URLSearchParams({
    username,
    password: encryptPassword(options.password ?? PASSWORD, login.passwordKey),
    grant_type: 'password',
    scope: 'server',
    ...options.extra,
  })
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/auth/oauth/token?${query}`,
    headers: { authorization: `Basic ${btoa(login.client)}` },
    ...(options.ip ? { remoteAddress: options.ip } : {}),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
export async function tokenOf(server: TestServer, username: string, platform?: string): Promise<string> {
  const answer = await signIn(server, username, platform ? { platform } : {})
  const { access_token } = answer.body as unknown as In
  if (!access_token) throw new Error(`${username}: ${JSON.stringify(answer.body)}`)
  return access_token
}

/** A solved captcha, as query or body fields. */
export async function captcha(server: TestServer, name = 'code'): Promise<Record<string, string>> {
  const randomStr = `captcha${server.ports.newId()}`
  return { randomStr, [name]: await newCaptcha(server.ports, randomStr) }
}

/** A sealed password for the body of calls other than the token's. */
export async function sealed(server: TestServer, password: string): Promise<string> {
  const { login } = (await server.call('GET', '/api/config', undefined, { token: null })).body.data
  return encryptPassword(password, login.passwordKey)
}
