/** Programmes of LED displays: what they show, and when. */
import { BOARD_COLORS, BOARD_MODES, MOST_LINES } from '#devices/abilities/board.ts'
import { OFFLINE_AFTER_S, PROGRAMME_USE } from '#model/programme.ts'
import { choice, computed, integer, list, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const ledProgramme = defineNoun('ledProgramme', {
  label: ['显示节目', 'Programme'],
  api: '/api/device/programme',
  table: 'displays.programme',
  scope: 'application',
  name: 'name',
  remove: 'soft',
  fields: {
    name: text(['节目名称', 'Name'], { required: true, max: 50, unique: true, find: 'contains' }),
    lines: list(
      ['内容', 'Lines'],
      {
        text: text(['文字', 'Text'], { required: true, max: 32 }),
        color: choice(['颜色', 'Colour'], BOARD_COLORS),
        mode: choice(['方式', 'Motion'], BOARD_MODES),
        seconds: integer(['停留', 'Stays'], { min: 1, max: 600, unit: 's' }),
      },
      { max: MOST_LINES, required: true, check: 'boardLines' },
    ),
    voice: text(['语音', 'Voice'], { max: 64 }),
    use: choice(['何时显示', 'Shown'], PROGRAMME_USE, { initial: 0, notNull: true, find: 'among' }),
    offlineAfterS: integer(['断网多久后', 'After'], {
      min: OFFLINE_AFTER_S.min,
      max: OFFLINE_AFTER_S.max,
      unit: 's',
      help: ['只用于断网时的内容，默认 60 秒', 'Only without connection; 60 s unless given'],
    }),
    priority: integer(['优先级', 'Priority'], {
      min: 0,
      max: 99,
      notNull: true,
      help: ['数字大的先显示', 'The highest is shown'],
    }),
    timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', {
      find: 'among',
      help: ['不选为全天', 'None means all day'],
      none: ['全天', 'All day'],
    }),
    deviceIds: ref(['显示屏', 'Displays'], 'deviceBind', { many: true, virtual: true }),
    deviceCount: computed(integer(['显示屏数', 'Displays'])),
    delivery: computed(
      text(['下发', 'Delivery'], {
        help: ['已确认当前全部节目的显示屏数', 'Displays that confirmed all of their present programmes'],
      }),
    ),
    state: choice(
      ['状态', 'State'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { required: true, initial: 1, find: 'among' },
    ),
  },
})

export const programmeLens = defineLens('programme', {
  path: '/apply/programme',
  label: ['显示节目', 'Programmes'],
  empty: ['LED 显示屏按时间计划显示的内容', 'What LED displays show, by time plan'],
  of: 'ledProgramme',
  columns: ['name', 'lines', 'use', 'priority', 'timePlanId', 'deviceCount', 'delivery', 'state', 'updatedAt'],
  filters: ['name', 'use', 'timePlanId', 'state'],
  adds: true,
})
