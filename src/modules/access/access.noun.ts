/** Rights: who may pass which doors, and when, as people edit them. What is stored on devices follows from them. */
import { choice, clock, computed, day, flag, instant, integer, json, list, ref, text } from '#model/field.ts'
import { DELIVERY } from '#model/delivery.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { PAGING } from '#model/list/paging.ts'

export const timePlan = defineNoun('timePlan', {
  label: ['时间计划', 'Time plan'],
  api: '/api/person/timePlan',
  table: 'access.time_plan',
  scope: 'application',
  places: ['list', 'view'],
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 30, unique: true, find: 'contains' }),
    week: list(
      ['周计划', 'Week'],
      {
        weekday: choice(
          ['星期', 'Weekday'],
          {
            mon: [1, '周一', 'Mon'],
            tue: [2, '周二', 'Tue'],
            wed: [3, '周三', 'Wed'],
            thu: [4, '周四', 'Thu'],
            fri: [5, '周五', 'Fri'],
            sat: [6, '周六', 'Sat'],
            sun: [7, '周日', 'Sun'],
          },
          { required: true },
        ),
        from: clock(['起', 'From'], { required: true }),
        to: clock(['止', 'To'], { required: true }),
      },
      {
        ...{ max: 56, check: 'spansDisjoint', required: true },
        repeat: {
          over: 'weekday',
          sets: [
            [[1, 2, 3, 4, 5, 6, 7], '每天', 'Every day'],
            [[1, 2, 3, 4, 5], '工作日', 'Weekdays'],
            [[6, 7], '周末', 'Weekend'],
          ],
        },
      },
    ),
    exceptions: list(
      ['例外', 'Exceptions'],
      {
        day: day(['日期', 'Date'], { required: true }),
        closed: flag(['禁行', 'Closed'], { required: true }),
        from: clock(['起', 'From']),
        to: clock(['止', 'To']),
      },
      {
        ...{ max: 366, check: 'exceptionsClear', notNull: true },
        help: [
          '当天不按周计划：禁行，或只在所填时段通行，如调休上班日；门常开和显示节目在例外日停用',
          'On that day the week does not count: closed, or open in its hours only, such as a make-up working day; doors are not held open and displays show no programmes by the plan',
        ],
      },
    ),
    groupCount: computed(integer(['使用的权限组', 'Groups'])),
  },
})
export const timePlanLens = defineLens('timePlan', {
  path: '/apply/timePlan',
  label: ['时间计划', 'Time plans'],
  empty: ['什么时候可以通行：一周的时段和例外日', 'When passing is allowed: hours of a week, and exceptions'],
  of: 'timePlan',
  columns: ['name', 'week', 'exceptions', 'groupCount'],
  filters: ['name'],
  adds: true,
})

export const authGroup = defineNoun('authGroup', {
  label: ['权限组', 'Permission group'],
  api: '/api/person/authGroup',
  table: 'access.auth_group',
  scope: 'application',
  places: ['list', 'view'],
  name: 'name',
  remove: 'soft',
  fields: {
    name: text(['权限组名称', 'Name'], { required: true, max: 30, unique: true, find: 'contains' }),
    timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', {
      find: 'among',
      help: ['不选为全天', 'None means all day'],
      none: ['全天', 'All day'],
    }),
    doorIds: ref(['通行点', 'Doors'], 'door', { many: true, virtual: true }),
    locationIds: ref(['位置', 'Locations'], 'location', {
      many: true,
      virtual: true,
      help: ['其中及下级的通行点自动加入，设备移走则退出', 'The doors there and below, as long as they are there'],
    }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    doorCount: computed(integer(['通行点数', 'Doors'])),
    personCount: computed(integer(['人员数', 'People'])),
    delivery: computed(text(['下发状态', 'Delivery'])),
  },
  actions: {
    addPeople: {
      on: 'row',
      label: ['添加人员', 'Add people'],
      input: {
        personIds: ref(['人员', 'People'], 'person', { many: true }),
        orgIds: ref(['组织', 'Organisations'], 'organization', { many: true }),
        validFrom: instant(['起', 'From']),
        validTo: instant(['止', 'To']),
      },
    },
    removePeople: {
      on: 'row',
      label: ['移除人员', 'Remove people'],
      input: { personIds: ref(['人员', 'People'], 'person', { many: true, required: true }) },
    },
    people: { on: 'row', label: ['人员', 'People'], method: 'GET', input: PAGING },
    doors: { on: 'noun', label: ['可选通行点', 'Doors to choose'], method: 'GET' },
    retryFailed: { on: 'row', label: ['重新下发失败', 'Retry failures'] },
  },
})
export const authGroupLens = defineLens('authGroup', {
  path: '/apply/authGroup',
  label: ['权限组', 'Permission groups'],
  empty: ['谁在什么时间可以通过哪些门', 'Who may pass which doors, and when'],
  of: 'authGroup',
  columns: ['name', 'doorCount', 'personCount', 'timePlanId', 'delivery'],
  filters: ['name', 'timePlanId'],
  found: ['name'],
  adds: true,
})
