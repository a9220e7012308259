/** Accounts by the platform of their brand, and the brands of those platforms, as lenses. */
import { defineLens } from '#model/noun.ts'

export const platformUserLens = defineLens('platformUser', {
  path: '/systemManage/platformUser',
  label: ['平台用户', 'Users by platform'],
  empty: ['各机构的登录账号', 'The accounts of all organisations'],
  of: 'user',
  columns: ['sourceId', 'username', 'nickname', 'type', 'main', 'phone', 'state', 'createdAt', 'lastLoginAt'],
  filters: ['sourceId', 'username', 'nickname', 'phone', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: { except: ['password', 'type', 'sourceId', 'departmentId'] },
})

export const platformBrandLens = defineLens('platformBrand', {
  path: '/systemManage/platformUser',
  label: ['平台品牌', 'Brands'],
  empty: ['每个品牌有自己的登录页、名称和标志', 'Each brand has its own sign-in page, name and logo'],
  of: 'brand',
  columns: ['name', 'code', 'sourceId', 'title', 'companyName', 'accent', 'servicePhone', 'state'],
  filters: ['name', 'code', 'state'],
})
