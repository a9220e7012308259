/** Accounts that the installation itself needs, before any person could create them: those of the demo. */
import sql from 'sql-template-tag'
import { moveAll } from '#server/moves/moveAll.ts'
import { systemCtx } from '#server/moves/systemCtx.ts'
import type { Ports } from '#server/ports.ts'
import { user } from './user.noun.ts'

const ENGINE = { role: 'engine' } as const
const TYPE = { admin: 0, staff: 1 } as const

export interface InstallationAccount {
  username: string
  nickname: string
  password: string
  /** An administrator has all permissions; staff have those of their role. */
  type: keyof typeof TYPE
  /** For staff; its code is the user name. `holds` says of each permission point whether the role has it. */
  role?: { name: string; remark: string; holds(point: string): boolean }
}

/**
 * Creates the account once, with access to every application; its role gets the points added by a new version. True
 * when it was created.
 */
export async function ensureInstallationAccount(ports: Ports, wanted: InstallationAccount): Promise<boolean> {
  const { username, nickname, password, type, role } = wanted
  const [known] = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.account where lower(username) = ${username}`,
  )
  if (!known) {
    const hash = await ports.hashing.hashPassword(password)
    await ports.db.tx(ENGINE, async query => {
      const id = ports.newId()
      await query(
        sql`insert into identity.account (id, source_id, username, nickname, type, app_scope, password_hash)
          values (${id}, 1, ${username}, ${nickname}, ${TYPE[type]}, 1, ${hash})`,
      )
      if (role)
        await query(sql`with made as (
            insert into identity.role (id, source_id, name, code, data_scope, remark)
            values (${ports.newId()}, 1, ${role.name}, ${username}, 0, ${role.remark})
            on conflict (source_id, code) do update set name = excluded.name returning id
          ) insert into identity.account_role (account_id, role_id) select ${id}::bigint, id from made`)
    })
  }
  if (role) await grantPoints(ports, username, role.holds)
  return !known
}

async function grantPoints(ports: Ports, code: string, holds: (point: string) => boolean): Promise<void> {
  const menus = await ports.db.query<{ id: string; permission: string | null }>(
    ENGINE,
    sql`select id, permission from identity.menu`,
  )
  const held = menus.filter(({ permission }) => permission === null || holds(permission)).map(({ id }) => id)
  const granted = await ports.db.query(
    ENGINE,
    sql`insert into identity.role_menu (role_id, menu_id)
      select r.id, m.id from identity.role r cross join unnest(${held}::bigint[]) as m(id)
      where r.code = ${code} and r.source_id = 1 on conflict do nothing returning 1`,
  )
  if (granted.length) await forget(ports)
}

/** Locks the account, which ends its sessions, or unlocks it. */
export async function lockInstallationAccount(ports: Ports, username: string, locked: boolean): Promise<void> {
  const changed = await ports.db.tx(ENGINE, query =>
    moveAll(systemCtx(ports, query), user, locked ? 'lock' : 'unlock', sql`lower(t.username) = ${username}`),
  )
  if (changed.length) await forget(ports)
}

/** Makes every process reload the permissions of accounts. */
async function forget(ports: Ports): Promise<void> {
  await ports.db.query(ENGINE, sql`update engine.head set version = version + 1 where name = 'identity'`)
  ports.bus.publish('head', { name: 'identity' })
}
