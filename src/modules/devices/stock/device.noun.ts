/** A device in the warehouse: what it is, who owns it, and its stage of life. */
import { computed, dictionary, flag, instant, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const DEVICE_STATES = {
  stock: [0, '在库', 'In stock'],
  bound: [1, '使用中', 'In use'],
  scrapped: [9, '报废', 'Scrapped'],
} as const

/** Values until it is unbound. */
const UNBOUND = {
  where: { appId: [null] },
  because: ['设备已绑定应用，请先解绑', 'The device is bound to an application; unbind it first'],
} as const

export const device = defineNoun('device', {
  label: ['设备', 'Device'],
  api: '/api/device/warehouse',
  table: 'devices.device',
  scope: 'source',
  staffWrites: true,
  name: 'sn',
  remove: 'soft',
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  imports: { except: ['sourceId'] },
  fields: {
    sn: text(['序列号', 'Serial number'], {
      required: true,
      pattern: 'serial',
      max: 64,
      unique: true,
      frozen: true,
      find: 'prefix',
      sort: true,
      identity: 'serial',
      mono: true,
      scanned: 'labelCode',
    }),
    name: text(['设备名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    modelId: ref(['型号', 'Model'], 'deviceModel', { required: true, frozen: true, find: 'among' }),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', by: 'system', find: 'equal', notNull: true }),
    batchNo: text(['批次号', 'Batch'], { rare: true, max: 32, find: 'prefix', mono: true }),
    sourceId: ref(['所属机构', 'Organisation'], 'organisation', { find: 'among', notNull: true }),
    appId: ref(['应用', 'Application'], 'application', { by: 'system', find: 'among' }),
    enabled: flag(['启用', 'Enabled'], { by: 'system', find: 'equal', notNull: true }),
    online: computed(flag(['在线', 'Online'])),
    lastSeenAt: computed(instant(['最后心跳', 'Last seen'])),
    activatedAt: instant(['首次连接', 'First connected'], { by: 'system', sort: true }),
    labelCode: text(['标签码', 'Label code'], { by: 'system', find: 'equal', mono: true, notNull: true }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
  },
  states: {
    state: machine(
      ['库存状态', 'State'],
      DEVICE_STATES,
      'stock',
      {
        scrap: {
          from: ['stock'],
          to: 'scrapped',
          label: ['报废', 'Scrap'],
          undo: 'restore',
          danger: true,
          reason: true,
          confirm: ['报废后不能再使用', 'It cannot be used afterwards'],
          ...UNBOUND,
        },
        restore: { from: ['scrapped'], to: 'stock', label: ['恢复', 'Restore'] },
      },
      { dictionary: ['device_life', '库存状态', 'Stock state'] },
    ),
  },
  when: { remove: UNBOUND },
  actions: {
    assign: {
      on: 'rows',
      label: ['分配到应用', 'Assign to an application'],
      from: ['stock'],
      input: {
        applicationId: ref(['应用', 'Application'], 'application', { required: true }),
        siteId: dictionary(['站点', 'Site'], {
          from: '/api/admin/site/page?appId={{key}}&size=100',
          under: 'applicationId',
          props: { value: 'id', label: 'name' },
        }),
      },
    },
    disable: {
      on: 'row',
      label: ['禁用', 'Disable'],
      where: { enabled: [true] },
      because: ['设备已禁用', 'It is disabled already'],
      danger: true,
      reason: true,
      confirm: ['设备将立即断开并拒绝接入', 'It is disconnected at once and refused'],
    },
    enable: {
      on: 'row',
      label: ['启用', 'Enable'],
      where: { enabled: [false] },
      because: ['设备未禁用', 'It is not disabled'],
    },
    rotateSecret: {
      on: 'row',
      label: ['重置密钥', 'New secret'],
      danger: true,
      proof: true,
      confirm: ['新旧密钥在24小时内同时有效', 'Old and new secret both work for 24 hours'],
    },
    kick: {
      on: 'row',
      label: ['断开连接', 'Disconnect'],
      danger: true,
      where: { online: [true] },
      because: ['设备不在线', 'It is not connected'],
    },
  },
})

export const deviceWarehouseLens = defineLens('deviceWarehouse', {
  path: '/hardwareManage/deviceWarehouse',
  label: ['设备仓库', 'Warehouse'],
  empty: ['入库的设备在这里等待分配到应用', 'Devices in stock wait here to be assigned to an application'],
  of: 'device',
  columns: [
    'sn',
    'name',
    'modelId',
    'deviceClass',
    'batchNo',
    'sourceId',
    'appId',
    'state',
    'online',
    'lastSeenAt',
    'enabled',
    'createdAt',
  ],
  filters: ['sn', 'name', 'modelId', 'deviceClass', 'batchNo', 'sourceId', 'state'],
  found: ['name', 'sn'],
  adds: true,
})
