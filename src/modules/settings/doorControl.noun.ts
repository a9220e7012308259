/** Doors whose device stores how they behave: what each is to do, and how far that has got to the device. */
import { doorSetting } from './doorSetting.noun.ts'
import { choice, computed, flag, instant, ref, text } from '#model/field.ts'
import { DELIVERY } from '#model/delivery.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

const { openPlanId, ...set } = doorSetting.fields
/** Nobody has set it yet. */
const UNSET = { required: undefined, notNull: undefined }

export const doorControl = defineNoun('doorControl', {
  label: ['门禁', 'Door'],
  api: '/api/device/doorControl',
  table: 'devices.component',
  scope: 'application',
  life: 'view',
  name: 'doorName',
  verbs: ['list'],
  fields: {
    doorName: text(['门', 'Door'], { find: 'contains' }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal' }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    component: text(['部件', 'Part'], { keyOf: 'part', notNull: true }),
    siteId: ref(['站点', 'Site'], 'site', { find: 'equal' }),
    online: flag(['在线', 'Online'], { find: 'equal' }),
    /** The row of its setting; empty where nobody has set it. */
    settingId: text(['门参数', 'Door setting']),
    relayMs: { ...set.relayMs, ...UNSET },
    openTimeoutSec: { ...set.openTimeoutSec, ...UNSET },
    contact: { ...set.contact, ...UNSET },
    means: { ...set.means, ...UNSET },
    openPlanId: { ...openPlanId, find: undefined },
    firstOpens: { ...set.firstOpens, ...UNSET },
    interlock: { ...set.interlock, ...UNSET },
    antiPassback: { ...set.antiPassback, ...UNSET },
    fireInput: { ...set.fireInput, ...UNSET },
    delivery: computed(
      choice(
        ['下发状态', 'Delivery'],
        Object.fromEntries(Object.entries(DELIVERY).map(([key, { word }]) => [key, [key, ...word] as const])),
        { dictionary: ['auth_state', '授权状态', 'State of a right'] },
      ),
    ),
    differs: computed(flag(['与设备不一致', 'Differs from the device'])),
    since: computed(instant(['自', 'Since'])),
    failure: computed(text(['失败原因', 'Reason'])),
  },
})

export const accessControlLens = defineLens('accessControl', {
  path: '/:deviceClass/accessControl',
  label: ['门禁管理', 'Door control'],
  of: 'doorControl',
  columns: [
    ...[
      'doorName',
      'online',
      'relayMs',
      'openTimeoutSec',
      'means',
      'contact',
      'interlock',
      'antiPassback',
      'firstOpens',
    ],
    ...['fireInput', 'openPlanId', 'delivery'],
  ],
  essential: ['doorName', 'online', 'delivery'],
  filters: ['doorName', 'siteId', 'online'],
  buttons: { view: false },
  live: ['session', 'command', 'sync'],
  empty: ['这类设备的门在这里设置和控制', 'The doors of these devices are set and controlled here'],
})
