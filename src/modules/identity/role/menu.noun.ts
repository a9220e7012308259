/** The menu: the navigation of the console and the buttons of pages. Rows come from the definitions and may be edited. */
import { choice, flag, integer, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

/** Of one role. The definitions alone have about a thousand, some eighty more with each class. */
export const MOST_MENUS = 10_000

export const menu = defineNoun('menu', {
  label: ['菜单', 'Menu'],
  api: '/api/admin/menu',
  table: 'identity.menu',
  scope: 'platform',
  name: 'name',
  english: { name: 'nameEn' },
  tree: { depth: 6, kept: ['菜单含有下级不能删除', 'The menu has children and cannot be deleted'] },
  order: ['sort', 'asc'],
  verbs: ['list', 'add', 'edit', 'remove'],
  proof: ['remove'],
  // It would be added again at the next start.
  when: {
    remove: {
      where: { key: [null] },
      because: ['内置菜单不能删除，可以隐藏', 'A built-in menu cannot be deleted; it can be hidden'],
    },
  },
  fields: {
    name: text(['菜单名称', 'Name'], { required: true, max: 32, find: 'contains' }),
    nameEn: text(['英文名称', 'English name'], { max: 64 }),
    type: choice(
      ['类型', 'Type'],
      { left: ['0', '左菜单', 'Left'], button: ['1', '按钮', 'Button'], top: ['2', '顶菜单', 'Top'] },
      { required: true, dictionary: ['menu_type', '菜单类型', 'Menu type'] },
    ),
    path: text(['路径', 'Path'], { max: 128 }),
    icon: text(['图标', 'Icon'], { max: 64 }),
    permission: text(['权限标识', 'Permission'], { max: 64, mono: true }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 999999, notNull: true }),
    hidden: flag(['隐藏', 'Hidden'], { notNull: true }),
    key: text(['内置标识', 'Built in as'], { by: 'system', mono: true }),
  },
})

export const menuLens = defineLens('menu', {
  path: '/systemManage/menu',
  label: ['菜单管理', 'Menus'],
  empty: ['左侧菜单的条目', 'The entries of the menu'],
  of: 'menu',
  layout: 'tree',
  columns: ['name', 'icon', 'type', 'path', 'permission', 'sort', 'hidden'],
  filters: ['name'],
})
