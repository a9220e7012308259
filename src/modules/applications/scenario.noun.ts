/** Scenario categories: the kind of place an application is for, with its initial settings. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { computed, icon, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const scenarioCategory = defineNoun('scenarioCategory', {
  label: ['场景分类', 'Scenario'],
  api: '/api/admin/scenario',
  table: 'applications.scenario',
  scope: 'platform',
  name: 'name',
  english: { name: 'nameEn' },
  tree: { depth: 3 },
  order: ['sort', 'asc'],
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 32, find: 'contains' }),
    nameEn: text(['英文名称', 'English name'], { max: 64 }),
    icon: icon(['图标', 'Icon']),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, notNull: true }),
    deviceClasses: deviceClass(['默认设备类', 'Device classes'], {
      many: true,
      help: ['新建应用未选设备类时采用', 'For new applications that name none'],
      notNull: true,
    }),
    personTemplateId: ref(['人员模板', 'Template of people'], 'customTemplate', {
      help: ['新建应用未选模板时采用', 'For new applications that name none'],
    }),
    orgTemplateId: ref(['组织模板', 'Template of organisations'], 'customTemplate'),
    appCount: computed(integer(['应用数', 'Applications'])),
  },
  states: {
    state: machine(['状态', 'State'], { off: [0, '停用', 'Off'], on: [1, '启用', 'On'] }, 'on', {
      start: { from: ['off'], to: 'on', label: ['启用', 'Switch on'], undo: 'stop' },
      stop: {
        from: ['on'],
        to: 'off',
        label: ['停用', 'Switch off'],
        undo: 'start',
        danger: true,
        confirm: [
          '新应用不能再选它，已有应用不受影响',
          'New applications cannot choose it; those that have it keep it',
        ],
      },
    }),
  },
})
export const scenarioCategoryManageLens = defineLens('scenarioCategoryManage', {
  path: '/systemManage/scenarioCategoryManage',
  label: ['场景分类管理', 'Scenarios'],
  empty: [
    '场景决定新应用有哪些设备类和模板',
    'A scenario decides the device classes and templates of a new application',
  ],
  of: 'scenarioCategory',
  layout: 'tree',
  cards: true,
  columns: ['name', 'icon', 'deviceClasses', 'personTemplateId', 'orgTemplateId', 'appCount', 'sort', 'state'],
  filters: ['name', 'state'],
})
