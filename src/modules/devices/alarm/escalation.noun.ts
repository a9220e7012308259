/** Escalation of alarms: who is called after how long, until somebody acknowledges. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { choice, computed, integer, list, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { ALARM_LEVELS } from './alarmLevels.rules.ts'

export const escalation = defineNoun('escalation', {
  label: ['告警升级', 'Escalation'],
  api: '/api/device/escalation',
  table: 'devices.escalation',
  scope: 'application',
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 50, unique: true, find: 'contains' }),
    level: choice(['最低级别', 'From level'], ALARM_LEVELS, { required: true, dictionary: 'alarm_level' }),
    deviceClasses: deviceClass(['设备类', 'Device classes'], {
      many: true,
      help: ['不选为全部', 'None means all'],
      none: ['全部', 'All'],
    }),
    steps: list(
      ['步骤', 'Steps'],
      {
        afterS: integer(['发生后', 'After'], { required: true, min: 0, max: 86_400, unit: 's' }),
        by: choice(
          ['方式', 'By'],
          {
            console: ['console', '控制台', 'Console'],
            sms: ['sms', '短信', 'SMS'],
            callback: ['callback', '回调', 'Callback'],
          },
          { required: true },
        ),
        accountIds: ref(['通知', 'To'], 'user', { many: true }),
      },
      { max: 8, required: true },
    ),
    repeatS: integer(['重复间隔', 'Repeat every'], {
      min: 30,
      max: 3600,
      unit: 's',
      help: ['最后一步后重复，直到有人确认；不填不重复', 'After the last step, until acknowledged; empty for never'],
      none: ['不重复', 'Never'],
    }),
    state: choice(
      ['状态', 'State'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { required: true, initial: 1, find: 'among' },
    ),
    /** Who last saved it has lost a permission that it needs: nobody is called. */
    heldBack: computed(text(['未执行原因', 'Why it calls no one'])),
  },
})

export const escalationLens = defineLens('escalation', {
  path: '/apply/escalation',
  label: ['告警升级', 'Escalation'],
  empty: ['告警多久没有人确认，就通知谁', 'Who is called when nobody acknowledges an alarm'],
  of: 'escalation',
  columns: ['name', 'level', 'deviceClasses', 'steps', 'repeatS', 'state', 'heldBack'],
  filters: ['name', 'state'],
})
