/** Templates: additional fields of a customer for people or organisations, published in versions. */
import { choice, computed, flag, instant, integer, list, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'
import { DEFINITION, MOST_FIELDS } from './definition.rules.ts'

export const customTemplate = defineNoun('customTemplate', {
  label: ['模板', 'Template'],
  api: '/api/admin/template',
  alsoUnder: ['/api/admin/personDefinition'],
  table: 'applications.template',
  scope: 'platform',
  name: 'name',
  fields: {
    name: text(['模板名称', 'Name'], { required: true, max: 64, unique: true, find: 'contains' }),
    kind: choice(
      ['类型', 'Kind'],
      { person: ['person', '人员模板', 'People'], organization: ['organization', '组织模板', 'Organisations'] },
      { required: true, frozen: true, find: 'among' },
    ),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    fields: list(['字段', 'Fields'], DEFINITION, { max: MOST_FIELDS, check: 'definitions', notNull: true }),
    fieldCount: computed(integer(['字段数', 'Fields'])),
    version: integer(['版本', 'Version'], { by: 'system', notNull: true }),
    changed: computed(choice(['草稿', 'Draft'], { no: [0, '已发布', 'Published'], yes: [1, '有改动', 'Changed'] })),
    usedBy: computed(integer(['使用的应用', 'Applications'])),
    publishedAt: instant(['发布时间', 'Published'], { by: 'system', sort: true }),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      { draft: [0, '草稿', 'Draft'], on: [1, '启用', 'In use'], off: [2, '停用', 'Retired'] },
      'draft',
      {
        publish: {
          from: ['draft', 'on', 'off'],
          to: 'on',
          label: ['发布', 'Publish'],
          reason: true,
          input: { accept: flag(['接受对已有数据的影响', 'Accepts what it changes in existing rows']) },
        },
        retire: {
          from: ['on'],
          to: 'off',
          label: ['停用', 'Retire'],
          danger: true,
          confirm: [
            '停用后不能再被选用，已使用的应用不受影响',
            'It can no longer be selected; applications that use it keep it',
          ],
        },
      },
    ),
  },
  actions: {
    impact: { on: 'row', method: 'GET', label: ['发布影响', 'What publishing changes'] },
    versions: { on: 'row', method: 'GET', label: ['历史版本', 'Versions'] },
  },
})
export const templateEditLens = defineLens('templateEdit', {
  path: '/systemManage/templateEdit',
  label: ['模板编辑', 'Templates'],
  empty: ['模板为人员或组织增加自己的字段', 'Templates add your own fields to people or organisations'],
  of: 'customTemplate',
  columns: ['name', 'kind', 'fieldCount', 'version', 'changed', 'usedBy', 'publishedAt', 'state'],
  filters: ['name', 'kind', 'state'],
  form: { except: ['fields'] },
  buttons: { view: false },
})
