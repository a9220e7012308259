/** Roles delivered with the product, for the modules that know their users. */
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'

export interface BuiltInRole {
  code: string
  name: string
  remark: string
  /** Areas and pages of the menu with everything below them; their parents are included. */
  paths: readonly string[]
}

/** An organisation sees itself and the organisations below it. */
const OWN_AND_BELOW = 2

/** Creates the role where it is missing, and gives it the current entries of the menu. Changes by people are kept. */
export async function keepBuiltInRole(ports: Ports, { code, name, remark, paths }: BuiltInRole): Promise<void> {
  const engine = { role: 'engine' } as const
  await ports.db.query(
    engine,
    sql`insert into identity.role (id, source_id, name, code, data_scope, system, remark)
      values (${ports.newId()}, 1, ${name}, ${code}, ${OWN_AND_BELOW}, true, ${remark})
      on conflict (source_id, code)
      do nothing`,
  )
  await ports.db.query(
    engine,
    sql`with recursive below as (
        select id, parent_id from identity.menu where path = any(${paths}) and type <> '1'
        union select m.id, m.parent_id from identity.menu m join below on m.parent_id = below.id),
      above as (
        select id, parent_id from below
        union select m.id, m.parent_id from identity.menu m join above on m.id = above.parent_id)
      insert into identity.role_menu (role_id, menu_id) select r.id, above.id from identity.role r, above
      where r.code = ${code} and r.source_id = 1 and r.system on conflict do nothing`,
  )
}

/** Gives an account a built-in role; a role that people created with its code does not count. */
export const giveBuiltInRole = (ctx: Ctx, accountId: string, code: string): Promise<unknown> =>
  ctx.sql(
    sql`insert into identity.account_role (account_id, role_id) select ${accountId}, id from identity.role
      where code = ${code} and source_id = 1 and system`,
  )
