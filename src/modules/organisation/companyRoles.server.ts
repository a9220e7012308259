/** Default permissions of an agency, a supplier and a registered organisation: built-in roles, updated with the menu. */
import { giveBuiltInRole, keepBuiltInRole, type BuiltInRole } from '#modules/identity/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { seed } from '#server/seed.ts'

const OWN_PEOPLE = ['/systemManage/employee', '/systemManage/employeePermission', '/systemManage/role']
const REPAIRS = ['/systemManage/equipmentReport', '/systemManage/reportRecord']

export const COMPANY_ROLES: Readonly<Record<'agency' | 'supplier' | 'trial', BuiltInRole>> = {
  agency: {
    code: 'agency-main',
    name: '代理商',
    remark: '代理商主账号：自己的应用、设备、员工、报修和留言',
    paths: [
      '/home',
      '/applyHome',
      ...OWN_PEOPLE,
      ...REPAIRS,
      '/systemManage/leaveMessage',
      '/hardwareManage/deviceWarehouse',
      '/hardwareManage/syncTask',
      '/hardwareManage/deviceLog',
    ],
  },
  supplier: {
    code: 'supplier-main',
    name: '供应商',
    remark: '供应商主账号：自己的设备、员工和报修',
    paths: ['/home', ...OWN_PEOPLE, ...REPAIRS, '/hardwareManage/deviceWarehouse', '/hardwareManage/deviceLog'],
  },
  trial: { code: 'trial', name: '注册用户', remark: '自行注册的主账号', paths: ['/home', '/applyHome'] },
}

export const companyRoles = seed({
  name: 'roles of companies',
  order: 70,
  async run(ports) {
    for (const role of Object.values(COMPANY_ROLES)) await keepBuiltInRole(ports, role)
  },
})

/** Gives an account the built-in role of its kind of company. */
export const giveCompanyRole = (ctx: Ctx, accountId: string, company: keyof typeof COMPANY_ROLES): Promise<unknown> =>
  giveBuiltInRole(ctx, accountId, COMPANY_ROLES[company].code)
