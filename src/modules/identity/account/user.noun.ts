/** Console accounts: who may sign in, in which organisation, with which roles. */
import { choice, computed, flag, instant, integer, ref, secret, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'
import { staffNames } from './staffNames.rules.ts'

export const user = defineNoun('user', {
  label: ['用户', 'User'],
  api: '/api/admin/user',
  alsoUnder: ['/api/admin/employeePermission'],
  table: 'identity.account',
  scope: 'source',
  staffWrites: true,
  name: 'username',
  called: 'nickname',
  remove: 'soft',
  builtIn: { nickname: staffNames },
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  imports: {
    except: ['sourceId', 'roleIds', 'appScope', 'appIds'],
    first: ['username', 'nickname', 'type', 'departmentId', 'phone', 'email'],
  },
  fields: {
    username: text(['用户名', 'User name'], {
      required: true,
      pattern: 'username',
      max: 16,
      unique: true,
      find: 'contains',
      frozen: true,
    }),
    userCode: text(['用户编码', 'User code'], { by: 'system', mono: true, find: 'equal', notNull: true }),
    nickname: text(['姓名', 'Name'], { max: 32, find: 'contains' }),
    password: secret(['密码', 'Password'], {
      virtual: true,
      max: 128,
      help: [
        '至少8位；新增时留空则生成，编辑时留空表示不修改',
        'At least 8 characters; left empty, a new one is made, an old one stays',
      ],
    }),
    phone: text(['手机号', 'Phone'], { pattern: 'phone', mask: 'phone', find: 'equal' }),
    email: text(['邮箱', 'Email'], { pattern: 'email', max: 254 }),
    type: choice(
      ['用户类型', 'Type'],
      {
        admin: [0, '平台管理员', 'Platform administrator'],
        staff: [1, '平台员工', 'Platform staff'],
        agency: [2, '代理商', 'Agency'],
        supplier: [3, '供应商', 'Supplier'],
        application: [4, '应用用户', 'Application user'],
        end: [5, '终端用户', 'End user'],
      },
      { required: true, find: 'among', frozen: true, dictionary: 'user_type' },
    ),
    sourceId: ref(['所属机构', 'Organisation'], 'organisation', { frozen: true, find: 'among', notNull: true }),
    departmentId: ref(['部门', 'Department'], 'department', {
      find: 'among',
      below: 'identity.department',
      onDelete: 'clear',
    }),
    main: flag(['主账号', 'Main account'], { by: 'system', notNull: true }),
    roleIds: ref(['角色', 'Roles'], 'role', { many: true, virtual: true, find: 'among' }),
    appScope: choice(
      ['应用范围', 'Application scope'],
      { chosen: [0, '指定应用', 'Chosen applications'], all: [1, '数据范围内全部', 'All in the data scope'] },
      { as: 'radio', find: 'among', notNull: true, notWith: { type: [4, 5] } },
    ),
    appIds: ref(['可进入的应用', 'Applications'], 'application', {
      many: true,
      virtual: true,
      notWith: { appScope: [1] },
      help: ['只能进入这些应用', 'Only these can be entered'],
    }),
    places: computed(text(['设备范围', 'Device scope'])),
    lastLoginAt: instant(['最近登录', 'Last sign-in'], { by: 'system', sort: true }),
  },
  actions: {
    sessions: { on: 'row', method: 'GET', label: ['查看会话', 'See sessions'] },
    endSessions: {
      on: 'row',
      label: ['登录会话', 'Sessions'],
      input: { sessionId: text(['会话', 'Session'], { max: 20, help: ['为空则全部结束', 'Empty: all of them'] }) },
    },
    giveRoles: {
      on: 'rows',
      label: ['增加角色', 'Add roles'],
      proof: true,
      input: { roleIds: ref(['角色', 'Roles'], 'role', { many: true, required: true }) },
    },
    resetFactor: {
      on: 'row',
      label: ['重置两步验证', 'Reset second factor'],
      danger: true,
      proof: true,
      confirm: [
        '该用户的验证器、通行密钥和恢复码都将移除，并立即退出登录',
        'Authenticator, passkeys and recovery codes are removed, and the user is signed out',
      ],
    },
    policy: {
      on: 'noun',
      method: 'GET',
      label: ['查看安全策略', 'See the security policy'],
      input: { sourceId: ref(['机构', 'Organisation'], 'organisation') },
    },
    setPolicy: {
      on: 'noun',
      label: ['安全策略', 'Security policy'],
      proof: true,
      input: {
        sourceId: ref(['机构', 'Organisation'], 'organisation'),
        factorMode: choice(
          ['两步验证', 'Second factor'],
          {
            off: [0, '不要求', 'Not asked for'],
            roles: [1, '指定角色', 'For some roles'],
            all: [2, '所有人', 'For everybody'],
          },
          { required: true },
        ),
        factorRoles: ref(['需要的角色', 'Roles that need it'], 'role', { many: true }),
        idleMinutes: integer(['无操作锁屏', 'Lock when idle'], {
          min: 0,
          max: 1440,
          help: ['分钟；0 表示不锁屏', 'Minutes; 0: never'],
        }),
      },
    },
  },
  states: {
    state: machine(
      ['状态', 'State'],
      { active: [0, '有效', 'Active'], locked: [9, '锁定', 'Locked'] },
      'active',
      {
        lock: {
          from: ['active'],
          to: 'locked',
          label: ['锁定', 'Lock'],
          undo: 'unlock',
          danger: true,
          confirm: ['锁定后该用户立即退出登录', 'The user is signed out at once'],
        },
        unlock: { from: ['locked'], to: 'active', label: ['解锁', 'Unlock'], undo: 'lock' },
      },
      { dictionary: ['lock_flag', '账号状态', 'Account state'] },
    ),
  },
  closedIn: { state: 'state', in: ['locked'] },
})

export const userLens = defineLens('user', {
  path: '/systemManage/user',
  label: ['用户管理', 'Users'],
  empty: ['能登录平台的账号', 'Accounts that can sign in'],
  of: 'user',
  columns: ['username', 'nickname', 'phone', 'type', 'sourceId', 'departmentId', 'roleIds', 'state', 'lastLoginAt'],
  filters: ['username', 'nickname', 'phone', 'type', 'sourceId', 'departmentId', 'roleIds', 'state'],
})
