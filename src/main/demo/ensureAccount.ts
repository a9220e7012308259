/** The account under which the demo uses the public API, and a newcomer may look around. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const STAFF = 1
const CODE = 'demo'
/** Points over accounts, roles and menus that only read. */
const READS = [':list', ':view']

/**
 * Makes the account `demo` once, like the first administrator by the platform itself, because nobody is there yet who could.
 * It is platform staff with a role that holds everything except changing accounts, roles and menus.
 * The password is derived from this installation's secret, so it lies nowhere, and is the same at every start.
 */
export async function ensureAccount(ports: Ports): Promise<{ username: string; password: string }> {
  const password = ports.vault.derive('demo-account', 12).toString('base64url')
  const [known] = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.account where lower(username) = ${CODE}`,
  )
  if (!known) {
    const hash = await ports.hashing.hashPassword(password)
    await ports.db.tx(ENGINE, async query => {
      const [role] = await query<{
        id: string
      }>(sql`insert into identity.role (id, source_id, name, code, data_scope, remark)
        values (${ports.newId()}, 1, '演示', ${CODE}, 0, '演示账号的角色：不能更改用户、角色和菜单')
        on conflict (source_id, code) do update set name = excluded.name returning id`)
      const [account] = await query<{ id: string }>(
        sql`insert into identity.account (id, source_id, username, nickname, type, app_scope, password_hash)
          values (${ports.newId()}, 1, ${CODE}, '演示账号', ${STAFF}, 1, ${hash}) returning id`,
      )
      await query(sql`insert into identity.account_role (account_id, role_id) values (${account!.id}, ${role!.id})`)
    })
    ports.notice(`Demo account: ${CODE} / ${password}`)
  }
  // A new version may bring new pages.
  const granted = await ports.db.query(
    ENGINE,
    sql`insert into identity.role_menu (role_id, menu_id)
    select r.id, m.id from identity.role r, identity.menu m where r.code = ${CODE} and r.source_id = 1
      and (m.permission is null or not (m.permission ~ '^(user|role|menu):')
      or ${READS}::text[] && array[substring(m.permission from ':.*$')])
      on conflict
      do nothing returning 1`,
  )
  if (granted.length)
    await ports.db.query(ENGINE, sql`update engine.head set version = version + 1 where name = 'identity'`)
  return { username: CODE, password }
}
