/** How each door of a controller behaves: how long it opens, when that is too long, and in which hours it stands open. */
import { integer, ref } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const doorSetting = defineNoun('doorSetting', {
  label: ['门参数', 'Door setting'],
  api: '/api/device/doorSetting',
  table: 'settings.door_setting',
  scope: 'application',
  name: 'doorId',
  fields: {
    doorId: ref(['门', 'Door'], 'door', { required: true, unique: true, frozen: true, find: 'among' }),
    relayMs: integer(['开门时长', 'Open time'], {
      ...{ required: true, initial: 3000, min: 100, max: 60_000, unit: 'ms' },
    }),
    openTimeoutSec: integer(['开门超时', 'Held open too long'], {
      ...{ required: true, initial: 15, min: 1, max: 600, unit: 's' },
    }),
    openPlanId: ref(['常开时段', 'Stands open'], 'timePlan', {
      find: 'among',
      help: ['这些时段内门保持打开，不选则从不', 'It stays open in these hours; never without any'],
      none: ['从不', 'Never'],
    }),
  },
})
export const doorSettingLens = defineLens('doorSetting', {
  path: '/apply/doorSetting',
  label: ['门参数', 'Door settings'],
  empty: ['控制器保存的开门时长、超时与常开时段', 'Open times, limits and open hours that controllers store'],
  of: 'doorSetting',
  columns: ['doorId', 'relayMs', 'openTimeoutSec', 'openPlanId', 'updatedAt'],
  filters: ['doorId', 'openPlanId'],
})
