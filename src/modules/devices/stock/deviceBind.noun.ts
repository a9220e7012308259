/** A device in an application: bound to it, assigned to a site, commanded from here. */
import { choice, computed, flag, instant, integer, json, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import type { Params, RowOf } from '#model/row.ts'

/** The latest values by part ('' is the device itself) and property; the class declares them. */
const SHADOW = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { statedAt: { type: ['string', 'null'], format: 'date-time' } },
    additionalProperties: {},
  },
} as const
/** The worst open alarm, and the number of open ones. */
const ALARM = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'int64' },
    name: { type: 'string' },
    identifier: { type: 'string' },
    component: { type: 'string' },
    level: { type: 'integer' },
    time: { type: 'string', format: 'date-time' },
    n: { type: 'integer' },
  },
  required: ['id', 'name', 'identifier', 'component', 'level', 'time', 'n'],
} as const
/** The connected share of each of 48 half hours; null before the device first connected. */
const HEARTBEAT = { type: 'array', items: { type: ['number', 'null'] } } as const

/** Values that people give by name; the class declares them. */
const GIVEN_VALUES = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
} as const

export const deviceBind = defineNoun('deviceBind', {
  label: ['设备', 'Device'],
  api: '/api/device/bind',
  table: 'devices.device',
  scope: 'application',
  places: ['list', 'view', 'edit', 'export', 'stat', 'detail', 'check', 'control', 'setParameters', 'assignGroup'],
  name: 'name',
  verbs: ['list', 'view', 'edit', 'export'],
  fields: {
    name: text(['设备名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    sn: text(['序列号', 'Serial number'], {
      by: 'system',
      find: 'prefix',
      identity: 'serial',
      mono: true,
      notNull: true,
      scanned: 'labelCode',
    }),
    labelCode: text(['标签码', 'Label code'], { by: 'system', find: 'equal', mono: true, notNull: true }),
    modelId: ref(['型号', 'Model'], 'deviceModel', { by: 'system', find: 'among', notNull: true }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', by: 'system', find: 'equal', notNull: true }),
    siteId: ref(['站点', 'Site'], 'site', { find: 'among' }),
    groupId: ref(['分组', 'Group'], 'deviceGroup', { find: 'among', onDelete: 'clear' }),
    locationId: ref(['位置', 'Location'], 'location', {
      find: 'among',
      below: 'applications.location',
      help: ['站点随位置而定', 'It decides the site'],
    }),
    // Set by the gateway, see decision 0026.
    gatewayId: ref(['经由网关', 'Through gateway'], 'deviceBind', { by: 'system', find: 'equal' }),
    position: text(['安装位置', 'Position'], { max: 100 }),
    direction: choice(
      ['方向', 'Direction'],
      { both: [0, '双向', 'Both'], in: [1, '进', 'In'], out: [2, '出', 'Out'] },
      { dictionary: 'direction' },
    ),
    enabled: flag(['启用', 'Enabled'], { by: 'system', notNull: true }),
    boundAt: instant(['绑定时间', 'Bound'], { by: 'system', find: 'range' }),
    online: computed(flag(['在线', 'Online'], { notNull: true })),
    // An alarm is more important than the connection; a filter finds a device by either.
    status: computed(
      choice(
        ['状态', 'Status'],
        {
          online: ['online', '在线', 'Online'],
          offline: ['offline', '离线', 'Offline'],
          alarm: ['alarm', '告警', 'Alarm'],
        },
        { find: 'equal', dictionary: ['device_status', '设备状态', 'Status of a device'], notNull: true },
      ),
    ),
    onlineReason: computed(text(['离线原因', 'Reason'])),
    since: computed(instant(['自', 'Since'])),
    lastSeenAt: computed(instant(['最后心跳', 'Last seen'])),
    alarm: computed(json(['告警', 'Alarm'], { schema: ALARM })),
    shadow: computed(json(['实时状态', 'State'], { notNull: true, schema: SHADOW })),
    heartbeat: computed(json(['在线 24 时', 'Online, 24 h'], { notNull: true, schema: HEARTBEAT })),
  },
  actions: {
    bind: {
      on: 'noun',
      label: ['添加设备', 'Add device'],
      input: {
        sn: text(['序列号', 'Serial number'], { required: true, pattern: 'serial', max: 64 }),
        name: text(['设备名称', 'Name'], { max: 64 }),
        siteId: ref(['站点', 'Site'], 'site'),
        locationId: ref(['位置', 'Location'], 'location'),
        position: text(['安装位置', 'Position'], { max: 100 }),
        direction: choice(
          ['方向', 'Direction'],
          { both: [0, '双向', 'Both'], in: [1, '进', 'In'], out: [2, '出', 'Out'] },
          { dictionary: 'direction' },
        ),
      },
    },
    unbind: {
      on: 'row',
      label: ['解绑', 'Unbind'],
      danger: true,
      confirm: ['设备上的人员与权限会被清除', 'People and rights on the device will be removed'],
    },
    connect: {
      on: 'noun',
      label: ['接入新设备', 'Connect a device'],
      input: {
        sn: text(['序列号', 'Serial number'], { required: true, pattern: 'serial', max: 64 }),
        name: text(['设备名称', 'Name'], { required: true, max: 64 }),
        modelId: ref(['型号', 'Model'], 'deviceModel', { required: true }),
        siteId: ref(['站点', 'Site'], 'site'),
        locationId: ref(['位置', 'Location'], 'location'),
      },
    },
    control: {
      on: 'rows',
      label: ['批量控制', 'Control'],
      proof: true,
      input: {
        component: text(['部件', 'Part'], { max: 32 }),
        identifier: text(['指令', 'Command'], { required: true, max: 64, pattern: 'code' }),
        params: json(['参数', 'Parameters'], { by: 'user', schema: GIVEN_VALUES }),
        reason: text(['原因', 'Reason'], { max: 100 }),
      },
    },
    setParameters: {
      on: 'rows',
      label: ['批量参数', 'Set parameters'],
      proof: true,
      input: {
        values: json(['属性', 'Properties'], { by: 'user', required: true, schema: GIVEN_VALUES }),
        until: instant(['到期', 'Until']),
        reason: text(['原因', 'Reason'], { max: 100 }),
      },
    },
    assignGroup: {
      on: 'rows',
      label: ['设置分组', 'Set group'],
      input: { groupId: ref(['分组', 'Group'], 'deviceGroup') },
    },
    assignLocation: {
      on: 'rows',
      label: ['设置位置', 'Set location'],
      input: { locationId: ref(['位置', 'Location'], 'location') },
    },
    stat: {
      on: 'noun',
      label: ['统计', 'Statistics'],
      method: 'GET',
      input: { deviceClass: text(['设备类', 'Class of devices']) },
    },
    detail: { on: 'row', label: ['详情', 'Details'], method: 'GET' },
    check: { on: 'row', label: ['接入检查', 'Connection check'], method: 'GET' },
  },
})

type Bound = RowOf<typeof deviceBind>
declare module '#model/live.ts' {
  interface LiveMessages {
    session: Pick<Bound, 'deviceClass' | 'online'> & { deviceId: Bound['id']; reason?: Bound['onlineReason'] }
    /** The current state of a device, by part. */
    state: Pick<Bound, 'deviceClass'> & {
      deviceId: Bound['id']
      states: readonly { component: string; vals: Params }[]
    }
  }
}

export const equiLens = defineLens('equi', {
  path: '/:deviceClass/equi',
  label: ['设备管理', 'Devices'],
  empty: ['接入本应用的设备', 'The devices of this application'],
  of: 'deviceBind',
  layout: 'treeAndTable',
  columns: [
    'name',
    'status',
    'shadow',
    'heartbeat',
    'lastSeenAt',
    'siteId',
    'locationId',
    'groupId',
    'gatewayId',
    'modelId',
    'position',
    'boundAt',
  ],
  essential: ['name', 'status', 'shadow'],
  filters: ['name', 'sn', 'siteId', 'locationId', 'groupId', 'gatewayId', 'modelId', 'boundAt', 'status'],
  segments: 'status',
  found: ['name', 'sn'],
  actions: ['assignGroup', 'assignLocation'],
  live: true,
})
