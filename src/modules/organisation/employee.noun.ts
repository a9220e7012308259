/** Employees: the people who work in the console, as a lens over users. */
import { defineLens } from '#model/noun.ts'

export const employeeLens = defineLens('employee', {
  path: '/systemManage/employee',
  label: ['员工管理', 'Employees'],
  of: 'user',
  columns: ['nickname', 'username', 'phone', 'sourceId', 'roleIds', 'appIds', 'state', 'lastLoginAt'],
  filters: ['nickname', 'phone', 'sourceId', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: ['username', 'nickname', 'phone', 'email', 'roleIds', 'appIds'],
  actions: ['sessions', 'endSessions'],
})
