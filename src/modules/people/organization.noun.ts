/** The organisations of an application: departments, buildings, classes; whatever its people belong to. */
import { computed, custom, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const organization = defineNoun('organization', {
  label: ['组织', 'Organisation'],
  api: '/api/person/organization',
  table: 'people.organization',
  scope: 'application',
  places: ['list', 'view'],
  name: 'name',
  tree: { depth: 10 },
  order: ['sort', 'asc'],
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  imports: { first: ['name', 'parentId'] },
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    code: text(['编码', 'Code'], { max: 32, pattern: 'code' }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 99_999, notNull: true }),
    ext: custom(['自定义字段', 'Custom fields'], { template: 'organization', by: 'system', notNull: true }),
    templateVersion: integer(['模板版本', 'Template version'], { by: 'system' }),
    personCount: computed(integer(['人员数', 'People'], { help: ['含下级组织', 'Including those below'] })),
  },
  states: {
    state: machine(['状态', 'State'], { open: [1, '正常', 'Open'], stopped: [0, '停用', 'Stopped'] }, 'open', {
      stop: {
        from: ['open'],
        to: 'stopped',
        label: ['停用', 'Stop'],
        undo: 'start',
        danger: true,
        confirm: [
          '停用后不再接收新的人员和下级，已有的人员和权限不变。',
          'It takes no new people and no new parts. Those it has stay, with their rights.',
        ],
      },
      start: { from: ['stopped'], to: 'open', label: ['启用', 'Start'], undo: 'stop' },
    }),
  },
  closedIn: { state: 'state', in: ['stopped'] },
  actions: {
    merge: {
      on: 'row',
      label: ['合并', 'Merge'],
      danger: true,
      confirm: [
        '本组织的人员和下级转入所选组织，然后删除本组织，不能撤销。',
        'Its people and parts move to the chosen organisation, and it is removed. This cannot be undone.',
      ],
      input: { intoId: ref(['目标组织', 'Merge into'], 'organization', { required: true }) },
    },
    reveal: { on: 'row', label: ['查看完整信息', 'Reveal'], reason: true, proof: true },
  },
})
export const customOrganizationLens = defineLens('customOrganization', {
  path: '/apply/customOrganization/:templateId',
  label: ['组织', 'Organisations'],
  empty: ['部门、楼栋或班级，人员归属于组织', 'Departments, buildings or classes; people belong to them'],
  of: 'organization',
  layout: 'tree',
  columns: ['name', 'personCount', 'state', 'code', 'sort'],
  filters: ['name', 'state'],
})
