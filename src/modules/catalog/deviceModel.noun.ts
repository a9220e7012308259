/** A product of a vendor. Devices in the warehouse are instances of a model; a published thing model can only be extended. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { spokenProtocol } from '#devices/fields/protocol.ts'
import { choice, computed, group, integer, list, text, ref } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const deviceModel = defineNoun('deviceModel', {
  label: ['设备型号', 'Device model'],
  api: '/api/device/model',
  table: 'catalog.device_model',
  scope: 'platform',
  places: ['list', 'view'],
  name: 'name',
  fields: {
    name: text(['产品名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    modelNo: text(['型号', 'Model number'], {
      required: true,
      max: 32,
      pattern: 'code',
      unique: true,
      frozen: true,
      find: 'prefix',
      mono: true,
    }),
    productKey: text(['产品标识', 'Product key'], { by: 'system', find: 'equal', mono: true, notNull: true }),
    vendorId: ref(['厂商', 'Vendor'], 'deviceVendor', { required: true, find: 'among' }),
    typeCode: deviceClass(['设备类型', 'Type'], { required: true, find: 'among', frozen: true }),
    protocol: spokenProtocol(['接入协议', 'Protocol'], { required: true }),
    netType: choice(
      ['联网方式', 'Network'],
      {
        wifi: [1, 'Wi-Fi', 'Wi-Fi'],
        cellular: [2, '蜂窝', 'Cellular'],
        ethernet: [3, '以太网', 'Ethernet'],
        other: [9, '其他', 'Other'],
      },
      { required: true, find: 'among', dictionary: 'net_type' },
    ),
    deviceKind: choice(
      ['节点类型', 'Node type'],
      {
        direct: [0, '直连设备', 'Direct device'],
        child: [1, '网关子设备', 'Behind a gateway'],
        gateway: [2, '网关设备', 'Gateway'],
      },
      { rare: true, initial: 0, find: 'among', dictionary: 'device_kind', notNull: true },
    ),
    spec: group(
      ['规格', 'Specification'],
      {
        doorCount: integer(['门数', 'Doors'], { min: 1, max: 4 }),
        readerCount: integer(['读头数', 'Readers'], { min: 0, max: 8 }),
        zoneCount: integer(['防区数', 'Zones'], { min: 1, max: 256 }),
        channelCount: integer(['通道数', 'Channels'], { min: 1, max: 64 }),
        capacity: integer(['人员/卡容量', 'Capacity'], { min: 1, max: 200000 }),
        rows: integer(['显示行数', 'Rows of a display'], { min: 1, max: 8 }),
        cols: integer(['每行汉字', 'Chinese characters a row'], { min: 1, max: 64 }),
      },
      { notNull: true },
    ),
    thingModel: list(
      ['物模型扩展', 'Thing model additions'],
      {
        kind: choice(
          ['类别', 'Kind'],
          { property: ['property', '属性', 'Property'], event: ['event', '事件', 'Event'] },
          { required: true },
        ),
        identifier: text(['标识符', 'Identifier'], { required: true, max: 50, pattern: 'code' }),
        name: text(['名称', 'Name'], { required: true, max: 50 }),
        dataType: choice(['类型', 'Data type'], {
          int: ['int', '整数', 'Integer'],
          float: ['float', '小数', 'Number'],
          bool: ['bool', '布尔', 'Boolean'],
          text: ['text', '文本', 'Text'],
          struct: ['struct', '结构', 'Structure'],
        }),
        unit: text(['单位', 'Unit'], { max: 10 }),
      },
      { rare: true, max: 200, check: 'identifiersDiffer', notNull: true },
    ),
    ratedCycles: integer(['额定动作次数', 'Rated cycles'], { rare: true, min: 1 }),
    warrantyMonths: integer(['质保期（月）', 'Warranty (months)'], { rare: true, min: 0, max: 240 }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    deviceCount: computed(integer(['设备数', 'Devices'])),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      { draft: [0, '开发中', 'Draft'], published: [1, '已发布', 'Published'], retired: [2, '停产', 'Retired'] },
      'draft',
      {
        publish: { from: ['draft', 'retired'], to: 'published', label: ['发布', 'Publish'] },
        retire: {
          from: ['published'],
          to: 'retired',
          label: ['停产', 'Retire'],
          undo: 'publish',
          danger: true,
          confirm: ['停产后不能再入库新设备', 'No new devices can be stocked afterwards'],
        },
      },
    ),
  },
})
export const deviceModelLens = defineLens('deviceModel', {
  path: '/hardwareManage/deviceModel',
  label: ['设备型号', 'Device models'],
  empty: [
    '型号说明一种设备由谁生产、用什么协议，入库前需要先有型号',
    'A model says who makes a device and which protocol it uses; devices in stock need one',
  ],
  of: 'deviceModel',
  columns: ['name', 'modelNo', 'productKey', 'vendorId', 'typeCode', 'protocol', 'netType', 'deviceCount', 'state'],
  filters: ['name', 'modelNo', 'typeCode', 'vendorId', 'state'],
})
