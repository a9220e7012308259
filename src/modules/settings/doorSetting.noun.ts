/** How each door of a device behaves: how long it opens, when that is too long, in which hours it stands open, and how people prove who they are. */
import { DOOR_MEANS, TERMINAL_SETTINGS } from '#devices/abilities/doorSettings.ts'
import { choice, flag, integer, ref } from '#model/field.ts'
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
    contact: flag(['门磁检测', 'Door contact'], {
      ...{ initial: true, notNull: true },
      help: ['关闭后不报强行闯入和开门超时', 'Without it, forced and long openings are not reported'],
    }),
    means: choice(['认证方式', 'Means'], DOOR_MEANS, {
      ...{ initial: DOOR_MEANS.any[0], notNull: true },
      dictionary: ['door_means', '认证方式', 'Means at a door'],
    }),
    openPlanId: ref(['常开时段', 'Stands open'], 'timePlan', {
      find: 'among',
      help: ['这些时段内门保持打开，不选则从不', 'It stays open in these hours; never without any'],
      none: ['从不', 'Never'],
    }),
    firstOpens: flag(['首人常开', 'First person opens'], {
      ...{ initial: false, notNull: true },
      help: ['常开时段内，第一个人通过后才保持打开', 'In its hours it stays open once the first person has passed'],
    }),
    interlock: flag(['互锁', 'Interlock'], {
      ...{ initial: false, notNull: true },
      help: ['另一扇门未关时不开门', 'It does not open while the other door is open'],
    }),
    antiPassback: flag(['防潜回', 'Anti-passback'], {
      ...{ initial: false, notNull: true },
      help: ['进入后须先出来才能再次进入', 'Whoever went in must come out before going in again'],
    }),
    fireInput: flag(['消防输入', 'Fire input'], {
      ...{ initial: true, notNull: true },
      help: ['收到消防信号时自动打开', 'It opens when the fire panel says so'],
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
  // The page of a class whose doors know them has these.
  form: { except: TERMINAL_SETTINGS },
})
