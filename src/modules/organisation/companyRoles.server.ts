/** What an agency, a supplier and who registered may do when nobody chose roles for them: their built-in roles, kept up with the menu. */
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'
import { seed } from '#server/parts.ts'

interface CompanyRole {
  code: string
  name: string
  remark: string
  /** Areas and pages of the menu with all below them; what stands above them comes along. */
  paths: readonly string[]
}

const OWN_PEOPLE = ['/systemManage/employee', '/systemManage/employeePermission', '/systemManage/role']
const REPAIRS = ['/systemManage/equipmentReport', '/systemManage/reportRecord']

export const COMPANY_ROLES: Readonly<Record<'agency' | 'supplier' | 'trial', CompanyRole>> = {
  agency: {
    code: 'agency-main',
    name: '代理商',
    remark: '代理商主账号：自己的应用、设备、员工和报修',
    paths: [
      '/home',
      '/applyHome',
      ...OWN_PEOPLE,
      ...REPAIRS,
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

/** 本级及子级: an organisation sees itself and what stands below it. */
const OWN_AND_BELOW = 2

export const companyRoles = seed({
  name: 'roles of companies',
  order: 70,
  async run(ports) {
    const engine = { role: 'engine' } as const
    for (const { code, name, remark, paths } of Object.values(COMPANY_ROLES)) {
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
  },
})

/** Gives an account the built-in role of its kind of company; a role that people made under its code is none. */
export const giveCompanyRole = (ctx: Ctx, accountId: string, company: keyof typeof COMPANY_ROLES): Promise<unknown> =>
  ctx.sql(
    sql`insert into identity.account_role (account_id, role_id) select ${accountId}, id from identity.role
      where code = ${COMPANY_ROLES[company].code} and source_id = 1 and system`,
  )
