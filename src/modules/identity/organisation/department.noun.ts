/** Departments: the structure of an organisation, as a tree; its users belong to one. */
import { computed, integer, ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'

export const department = defineNoun('department', {
  label: ['部门', 'Department'],
  api: '/api/admin/department',
  table: 'identity.department',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  tree: { depth: 10 },
  order: ['sort', 'asc'],
  verbs: ['list', 'view', 'add', 'edit', 'remove'],
  fields: {
    name: text(['部门名称', 'Name'], { required: true, max: 50, find: 'contains', unique: true }),
    sourceId: ref(['所属机构', 'Organisation'], 'organisation', {
      frozen: true,
      find: 'among',
      hiddenIn: ['add', 'edit'],
      notNull: true,
    }),
    headId: ref(['负责人', 'Head'], 'user', { onDelete: 'clear' }),
    phone: text(['电话', 'Phone'], { max: 20, matches: '^[0-9+][0-9 ()\\-]{4,19}$' }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 99_999, notNull: true }),
    userCount: computed(integer(['人数', 'People'], { help: ['含下级部门', 'Including those below'] })),
  },
})
