/** The menu API: the user's own tree, the whole tree, and its editing. */
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import { nameIn } from '#server/crud/builtIn.ts'
import { conditions } from '#server/crud/filters.ts'
import type { Input } from '#model/row.ts'
import { limitedIn } from '#server/auth/places.ts'
import { endpoint, implement } from '#server/parts.ts'
import { seed } from '#server/seed.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import { homeOf, withOneHome } from './ownHome.server.ts'
import { menu } from './menu.noun.ts'
import { judgePointChange } from './reach.server.ts'

interface MenuRow {
  id: string
  parent_id: string | null
  key: string | null
  name: string
  name_en: string | null
  path: string | null
  icon: string | null
  type: '0' | '1' | '2'
  permission: string | null
  sort: number
  hidden: boolean
  rev: number
}
interface MenuNode {
  id: string
  key: string | null
  parentId: string
  name: string
  label: string
  nameZh: string
  nameEn: string | null
  path: string | null
  icon: string | null
  type: string
  permission: string | null
  sort: number
  hidden: boolean
  rev: number
  children: MenuNode[]
}

function toTree(rows: readonly MenuRow[], english: boolean): MenuNode[] {
  const nodes = new Map<string, MenuNode>()
  for (const row of rows) {
    const name = english && row.name_en ? row.name_en : row.name
    nodes.set(row.id, {
      id: row.id,
      key: row.key,
      parentId: row.parent_id ?? '-1',
      name,
      label: name,
      nameZh: row.name,
      nameEn: row.name_en,
      path: row.path,
      icon: row.icon,
      type: row.type,
      permission: row.permission,
      sort: row.sort,
      hidden: row.hidden,
      rev: row.rev,
      children: [],
    })
  }
  const roots: MenuNode[] = []
  for (const row of rows) (nodes.get(row.parent_id ?? '')?.children ?? roots).push(nodes.get(row.id)!)
  return roots
}

const COLUMNS = sql`m.id, m.parent_id, m.key, m.name, m.name_en, m.path, m.icon, m.type, m.permission, m.sort, m.hidden, m.rev`
const read = (ctx: Ctx, where: readonly Sql[]): Promise<MenuRow[]> =>
  ctx.sql<MenuRow>(
    sql`select ${COLUMNS} from identity.menu m where ${join([sql`true`, ...where], ' and ')} order by m.sort, m.id`,
  )

/** The menus of a user: granted by roles; the platform administrator has all of them. Parents of granted menus are included. */
const heldBy = (ctx: Ctx): Sql[] =>
  ctx.user.type === USER_TYPE.admin
    ? []
    : [
        sql`m.id in (
  with recursive held as (
    select m2.id, m2.parent_id from identity.role_menu rm join identity.menu m2 on m2.id = rm.menu_id
    where ${
      ctx.user.viewing
        ? sql`rm.role_id = ${ctx.user.viewing.id}`
        : sql`rm.role_id in (select ar.role_id from identity.account_role ar where ar.account_id = ${ctx.user.userId})`
    }
    union select p.id, p.parent_id from identity.menu p join held on p.id = held.parent_id)
  select id from held)`,
      ]

/** The keys of rows about device classes that the application of the request does not have; outside of one there are none. */
async function foreignKeys(ctx: Ctx): Promise<ReadonlySet<string>> {
  if (!ctx.appId) return new Set()
  const enabled = new Set((await ctx.ports.applicationState(ctx.appId))?.deviceClasses)
  const foreign = ctx.ports.menu.filter(({ classes }) => classes && !classes.some(one => enabled.has(one)))
  return new Set(foreign.map(({ key }) => key))
}

/** Groups of the definitions are in the menu only with a page. */
const withoutEmptyGroups = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map(node => ({ ...node, children: withoutEmptyGroups(node.children) }))
    .filter(node => node.children.length > 0 || node.path !== null || node.key === null)

/** Pages about what is closed to an account that is limited to places are not in its menu. */
const openTo = (ctx: Ctx): Sql[] =>
  limitedIn(ctx.user, ctx.appId)
    ? [
        sql`(exists (select from identity.menu b where b.parent_id = m.id and b.permission = any(${[...ctx.ports.placesPoints]}))
          or not exists (select from identity.menu b where b.parent_id = m.id and b.permission is not null))`,
        sql`(m.key is null or m.key <> all(${ctx.ports.menu.filter(one => one.beyondPlaces).map(one => one.key)}))`,
      ]
    : []

export const menuOfUser = endpoint({
  method: 'GET',
  path: '/api/admin/menu',
  access: 'login',
  places: true,
  scope: 'engine',
  summary: ['当前用户的菜单树，不含按钮', "The present user's menus as a tree, without buttons"],
  async run(ctx) {
    const foreign = await foreignKeys(ctx)
    const rows = await read(ctx, [sql`m.type <> '1'`, sql`not m.hidden`, ...heldBy(ctx), ...openTo(ctx)])
    const tree = toTree(
      rows.filter(row => !foreign.has(row.key ?? '')),
      ctx.language === 'en',
    )
    // What lies below a row that is not shown is not shown either.
    const areas = tree.filter(node => node.parentId === '-1')
    return withOneHome(withoutEmptyGroups(areas), homeOf(ctx.user))
  },
})
export const menuTree = endpoint({
  method: 'GET',
  path: '/api/admin/menu/tree',
  access: 'menu:list',
  scope: 'platform',
  summary: ['含按钮的菜单树，可按条件收窄', 'The menu tree with buttons, complete or filtered'],
  run: async (ctx, input) => toTree(await read(ctx, conditions(menu, input, ctx, 'm')), ctx.language === 'en'),
})
export const assignableTree = endpoint({
  method: 'GET',
  path: '/api/admin/menu/getUserTree',
  access: 'login',
  places: true,
  scope: 'engine',
  summary: [
    '当前用户可授予他人的菜单，即自己拥有的',
    'What the current user may grant to others: their own permissions',
  ],
  run: async ctx => toTree(await read(ctx, heldBy(ctx)), ctx.language === 'en'),
})
export const menusOfRole = endpoint({
  method: 'GET',
  path: '/api/admin/menu/tree/:roleId',
  access: 'role:view',
  scope: 'source',
  summary: ['角色拥有的菜单编号', 'Ids of the menus of a role'],
  async run(ctx, input) {
    if (!isId(input.roleId)) return []
    return (
      await ctx.sql<{ menu_id: string }>(
        sql`select rm.menu_id from identity.role_menu rm join identity.role r on r.id = rm.role_id where rm.role_id = ${input.roleId}`,
      )
    ).map(row => row.menu_id)
  },
})
export const menuById = endpoint({
  method: 'GET',
  path: '/api/admin/menu/:id',
  access: 'menu:list',
  scope: 'platform',
  summary: ['查看一个菜单', 'One menu'],
  async run(ctx, input) {
    const rows = isId(input.id) ? await read(ctx, [sql`m.id = ${input.id}`]) : []
    return toTree(rows, ctx.language === 'en')[0] ?? null
  },
})

/** Checks to run after a changed permission point is written. */
const judgements = new WeakMap<Input, Awaited<ReturnType<typeof judgePointChange>>>()

export const menuHalf = implement(menu, {
  aliases: { label: 'name' },
  accept: given => (given.id === undefined ? { type: '0', ...given } : given),
  async beforeWrite(ctx, values, before) {
    // Changing the permission of a menu changes what roles have.
    if ((values.permission ?? null) !== (before?.permission ?? null) && (!before || 'permission' in values)) {
      await requireProof(ctx.ports, ctx.user)
      const points = [before?.permission, values.permission]
      judgements.set(values, await judgePointChange(ctx, before?.id ?? null, points))
    }
    if (before) await ctx.sql(sql`update identity.menu set edited = true where id = ${before.id}`)
    values.sort ??= before ? before.sort : 0
    values.hidden ??= before ? before.hidden : false
  },
  async compute(ctx, rows) {
    for (const row of rows)
      Object.assign(row, {
        label: nameIn(menu, row, ctx.language),
        parentId: row.parentId,
        children: row.children ?? [],
      })
  },
  async afterWrite(ctx, _row, _before, values) {
    await judgements.get(values)?.()
    await ctx.bump('identity')
  },
  async beforeRemove(ctx, row) {
    if (row.permission) await (await judgePointChange(ctx, row.id, [row.permission]))()
  },
  afterRemove: ctx => ctx.bump('identity'),
  async afterRestore(ctx, row) {
    if (row.permission) await (await judgePointChange(ctx, row.id, [row.permission]))()
    await ctx.bump('identity')
  },
})

/**
 * Writes the rows of the definitions into the table. Rows that people edited keep their names, place, order and visibility;
 * a group that is new takes its pages from the row that it divides, those too.
 */
export const menuSeed = seed({
  name: 'menu',
  order: 10,
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      const known = new Map(
        (await query<{ key: string; id: string }>(sql`select key, id from identity.menu where key is not null`)).map(
          row => [row.key, row.id],
        ),
      )
      const fresh = ports.menu.filter(entry => !known.has(entry.key)).map(entry => entry.key)
      for (const key of fresh) known.set(key, ports.newId())
      const rows = ports.menu.map(entry => ({
        id: known.get(entry.key),
        parent_id: entry.parentKey ? known.get(entry.parentKey) : null,
        key: entry.key,
        name: entry.name[0],
        name_en: entry.name[1],
        path: entry.path,
        icon: entry.icon,
        permission: entry.permission,
        type: entry.type,
        sort: entry.sort,
      }))
      await query(sql`insert into identity.menu as m (id, parent_id, key, name, name_en, path, icon, permission, type, sort)
        select id, parent_id, key, name, name_en, path, icon, permission, type, sort from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(id bigint, parent_id bigint, key text, name text, name_en text, path text, icon text, permission text,
          type text, sort int)
        on conflict (key) do update set path = excluded.path, permission = excluded.permission, type = excluded.type,
          name = case when m.edited then m.name else excluded.name end,
          name_en = case when m.edited then m.name_en else excluded.name_en end,
          icon = case when m.edited then m.icon else excluded.icon end,
          sort = case when m.edited then m.sort else excluded.sort end,
          parent_id = case when m.edited then m.parent_id else excluded.parent_id end`)
      await query(sql`update identity.menu m set parent_id = r.parent_id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, parent_id bigint)
        join identity.menu divides on divides.id = r.parent_id and divides.key = any(${fresh}::text[])
        where m.key = r.key and m.edited and m.parent_id = divides.parent_id`)
      await query(
        sql`delete from identity.menu where key is not null and key <> all(${ports.menu.map(entry => entry.key)}::text[])`,
      )
    })
  },
})
