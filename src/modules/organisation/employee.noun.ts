/** Employees: users of the console, as a lens over accounts. */
import { defineLens } from '#model/noun.ts'

export const employeeLens = defineLens('employee', {
  path: '/systemManage/employee',
  label: ['员工管理', 'Employees'],
  empty: ['本机构能登录的同事', 'Colleagues of this organisation who can sign in'],
  of: 'user',
  columns: [
    'nickname',
    'username',
    'departmentId',
    'roleIds',
    'places',
    'phone',
    'sourceId',
    'appScope',
    'appIds',
    'state',
    'lastLoginAt',
  ],
  filters: ['nickname', 'roleIds', 'state', 'phone', 'departmentId', 'sourceId'],
  verbs: ['list', 'view', 'edit', 'import', 'export'],
  form: { except: ['password', 'type', 'sourceId'] },
  actions: ['sessions', 'endSessions', 'giveRoles'],
})
