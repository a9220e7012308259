/** Accounts by the platform of their brand, and the brands of those platforms, as lenses. */
import { defineLens } from '#model/noun.ts'

export const platformUserLens = defineLens('platformUser', {
  path: '/systemManage/platformUser',
  label: ['平台用户', 'Users by platform'],
  of: 'user',
  columns: ['sourceId', 'username', 'nickname', 'type', 'main', 'phone', 'state', 'createdAt', 'lastLoginAt'],
  filters: ['sourceId', 'username', 'nickname', 'phone', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: { except: ['password', 'type', 'sourceId', 'departmentId'] },
})

export const platformBrandLens = defineLens('platformBrand', {
  path: '/systemManage/platformUser',
  label: ['平台品牌', 'Brands'],
  of: 'brand',
  columns: ['name', 'code', 'sourceId', 'title', 'companyName', 'accent', 'servicePhone', 'state'],
  filters: ['name', 'code', 'state'],
})
