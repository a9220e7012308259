/** The organisations, permission points and applications that the tests of rights act on. */
import sql from 'sql-template-tag'
import type { TestServer } from '../harness/server.ts'

const ENGINE = { role: 'engine' } as const
/** Points that give power over others, and some that do not. */
export const POWER = [
  'user:list',
  'user:view',
  'user:add',
  'user:edit',
  'user:remove',
  'user:lock',
  'user:resetFactor',
  'user:endSessions',
]
export const ROLES = ['role:list', 'role:view', 'role:add', 'role:edit', 'role:remove', 'role:grant']
export const OTHER = [
  'person:list',
  'person:edit',
  'site:list',
  'command:send',
  'apiKey:add',
  'apiKey:list',
  'apiKey:edit',
  'apiKey:revoke',
]
/** What others refer to: where they belong, the point of a menu, companies with their main accounts, keys. */
export const AROUND = ['department', 'menu', 'agency', 'supplier'].flatMap(noun =>
  ['list', 'view', 'add', 'edit', 'remove'].map(verb => `${noun}:${verb}`),
)
export const COMPANIES = ['agency', 'supplier'].flatMap(noun =>
  ['freeze', 'unfreeze', 'resetPassword'].map(act => `${noun}:${act}`),
)
export const POINTS = [...POWER, ...ROLES, ...OTHER, ...AROUND, ...COMPANIES, 'apiKey:rotate']
export const ORGANISATIONS = { platform: '1', foshan: '2', nanc: '3', agency: '910', below: '911' } as const

export interface World {
  /** The menu of a permission point. */
  menuOf: ReadonlyMap<string, string>
  apps: readonly { id: string; sourceId: string }[]
}

/** Two companies below another, and two applications of each organisation. */
export async function makeReachWorld(server: TestServer): Promise<World> {
  const query = server.ports.db.query.bind(server.ports.db, ENGINE)
  await query(
    sql`insert into identity.organisation (id, code, kind, name, parent_id) values (910, 'reach-a', 2, '代理商', 2), (911, 'reach-b', 2, '下级代理', 910)`,
  )
  const menus = (await query(sql`select id, permission from identity.menu where permission = any(${POINTS})`)) as {
    id: string
    permission: string
  }[]
  const menuOf = new Map(menus.map(menu => [menu.permission, menu.id]))
  const apps: { id: string; sourceId: string }[] = []
  for (const sourceId of Object.values(ORGANISATIONS))
    for (let n = 0; n < 2; n += 1) {
      const id = server.ports.newId()
      await query(
        sql`insert into applications.application (id, source_id, name, app_key, state) values (${id}, ${sourceId}, ${`应用${id}`}, ${`ak${id}`}, 1)`,
      )
      apps.push({ id, sourceId })
    }
  return { menuOf, apps }
}
