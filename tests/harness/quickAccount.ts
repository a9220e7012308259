/** Accounts, roles and sessions inserted directly into the database, for tests that need hundreds of them: without password and sign-in. */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { TestServer } from './server.ts'

const ENGINE = { role: 'engine' } as const
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export interface QuickAccount {
  id: string
  token: string
}

/** Data scope as in a role: 0 all, 1 chosen, 2 own and below, 3 own. */
export async function quickRole(
  server: TestServer,
  role: { sourceId?: string; points: readonly string[]; scope?: number; organisations?: readonly string[] },
): Promise<string> {
  const id = server.ports.newId()
  await server.ports.db.tx(ENGINE, async query => {
    await query(
      sql`insert into identity.role (id, source_id, name, code, data_scope) values (${id}, ${role.sourceId ?? '1'}, ${`r${id}`}, ${`r${id}`}, ${role.scope ?? 0})`,
    )
    await query(
      sql`insert into identity.role_menu (role_id, menu_id) select ${id}, m.id from identity.menu m where m.permission = any(${role.points})`,
    )
    await query(
      sql`insert into identity.role_organisation (role_id, organisation_id) select ${id}, unnest(${role.organisations ?? []}::bigint[])`,
    )
  })
  return id
}

/** `apps: 'all'` is every application of the data scope. The session has just proved its identity. */
export async function quickAccount(
  server: TestServer,
  account: {
    type?: number
    sourceId?: string
    main?: boolean
    roleIds?: readonly string[]
    apps?: readonly string[] | 'all'
  } = {},
): Promise<QuickAccount> {
  const id = server.ports.newId()
  const token = `at_${randomBytes(32).toString('base64url')}`
  const { type = 1, sourceId = '1', main = false, roleIds = [], apps = 'all' } = account
  await server.ports.db.tx(ENGINE, async query => {
    await query(
      sql`insert into identity.account (id, source_id, username, type, main, app_scope) values (${id}, ${sourceId}, ${`q${id.slice(-14)}`}, ${type}, ${main}, ${apps === 'all' ? 1 : 0})`,
    )
    await query(
      sql`insert into identity.account_role (account_id, role_id) select ${id}, unnest(${[...roleIds]}::bigint[])`,
    )
    if (apps !== 'all')
      await query(
        sql`insert into identity.account_app (account_id, app_id) select ${id}, unnest(${[...apps]}::bigint[])`,
      )
    await query(
      sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until, refresh_hash, refresh_until)
        values (${server.ports.newId()}, ${id}, ${sourceId}, 'console', ${digest(token)}, now() + interval '2 hours', ${digest(`r${token}`)}, now() + interval '2 hours')`,
    )
  })
  return { id, token }
}

/** Makes every process drop its cache of accounts, after changes that tests made in the tables. */
export async function forgetIdentity(server: TestServer): Promise<void> {
  await server.ports.db.query(ENGINE, sql`update engine.head set version = version + 1 where name = 'identity'`)
  server.ports.bus.publish('head', { name: 'identity' })
}
