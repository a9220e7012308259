/** Roles: named sets of menus and permission points, assigned to accounts. */
import { choice, computed, flag, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { MOST_MENUS } from './menu.noun.ts'

export const role = defineNoun('role', {
  label: ['角色', 'Role'],
  api: '/api/admin/role',
  table: 'identity.role',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  builtIn: {
    name: [
      ['系统管理员', 'System administrator'],
      ['安全管理员', 'Security administrator'],
      ['审计管理员', 'Audit administrator'],
      ['代理商', 'Agency'],
      ['供应商', 'Supplier'],
      ['注册用户', 'Registered user'],
      ['演示', 'Demonstration'],
    ],
    remark: [
      [
        '运行系统：账号、菜单、硬件与应用；不授权，不看审计',
        'Runs the system: accounts, menus, hardware and applications; grants nothing and sees no audit',
      ],
      [
        '决定谁能做什么：角色、授权、锁定、会话与安全策略；不看审计',
        'Decides who may do what: roles, rights, locks, sessions and the policy; sees no audit',
      ],
      ['查看登录与操作审计；不更改任何内容', 'Reads the audit of sign-ins and changes; changes nothing'],
      [
        '代理商主账号：自己的应用、设备、员工、报修和留言',
        'Main account of an agency: its own applications, devices, staff, repairs and messages',
      ],
      ['供应商主账号：自己的设备、员工和报修', 'Main account of a supplier: its own devices, staff and repairs'],
      ['自行注册的主账号', 'Main account of who registered by themselves'],
      [
        '演示账号的角色：不能更改用户、角色和菜单',
        'Role of the demonstration account: changes no users, roles or menus',
      ],
    ],
  },
  fields: {
    name: text(['角色名称', 'Name'], { required: true, max: 32, find: 'contains' }),
    code: text(['角色标识', 'Code'], {
      required: true,
      max: 32,
      pattern: 'code',
      unique: true,
      frozen: true,
      find: 'prefix',
    }),
    dataScope: choice(
      ['数据范围', 'Data scope'],
      {
        all: [0, '全部', 'All'],
        custom: [1, '自定义', 'Chosen'],
        below: [2, '本级及子级', 'Own and below'],
        own: [3, '本级', 'Own'],
      },
      { required: true, dictionary: ['ds_type', '数据权限', 'Data scope'] },
    ),
    organisationIds: ref(['可见机构', 'Organisations'], 'organisation', {
      many: true,
      virtual: true,
      help: ['数据范围为自定义时，可见这些机构的数据', 'With a chosen data scope: whose rows are seen'],
    }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    userCount: computed(integer(['人数', 'Users'])),
    system: flag(['内置', 'Built in'], { by: 'system', notNull: true }),
    duty: choice(
      ['三员职责', 'Duty'],
      {
        system: ['system', '系统管理', 'Runs the system'],
        security: ['security', '安全管理', 'Decides who may do what'],
        audit: ['audit', '安全审计', 'Reads what was done'],
      },
      { by: 'system' },
    ),
  },
  when: { remove: { where: { system: [false] }, because: ['内置角色不能删除', 'A built-in role cannot be deleted'] } },
  actions: {
    viewAs: {
      on: 'row',
      label: ['以此查看', 'View as'],
      reason: true,
      confirm: [
        '以此角色的菜单和数据范围查看控制台，只能看不能改，也不会超出您自己的权限。',
        'Shows the console with the menus and the data of this role. Nothing can be changed, and nothing is shown that you may not see yourself.',
      ],
    },
    grant: {
      on: 'row',
      label: ['授权菜单', 'Grant menus'],
      proof: true,
      where: { duty: [null] },
      because: ['三员角色的权限固定，不能更改', 'The duties of the three administrators are fixed'],
      input: { menuIds: ref(['菜单', 'Menus'], 'menu', { many: true, max: MOST_MENUS }) },
    },
  },
})

export const roleLens = defineLens('role', {
  path: '/systemManage/role',
  label: ['角色管理', 'Roles'],
  empty: ['角色决定账号能做什么、能看到哪些机构', 'A role decides what an account may do, and whose data it sees'],
  of: 'role',
  columns: ['name', 'code', 'dataScope', 'userCount', 'system', 'remark', 'createdAt'],
  filters: ['name', 'code'],
})
