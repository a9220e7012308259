/** The tree of places within a site: areas, buildings, units and floors, with the rooms, parking spaces and passages in them. */
import { choice, computed, file, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

/** From the widest to the smallest; those with the same rank are never inside of each other (`location.rules.ts`). */
export const LOCATION_KINDS = {
  area: [1, '区域', 'Area'],
  building: [2, '楼栋', 'Building'],
  unit: [3, '单元', 'Unit'],
  floor: [4, '楼层', 'Floor'],
  room: [5, '房间', 'Room'],
  space: [6, '车位', 'Parking space'],
  passage: [7, '通道', 'Passage'],
} as const

export const location = defineNoun('location', {
  label: ['位置', 'Location'],
  api: '/api/admin/location',
  table: 'applications.location',
  scope: 'application',
  places: ['list', 'view', 'export'],
  name: 'name',
  tree: { depth: 5, under: 'siteId' },
  order: ['sort', 'asc'],
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  imports: { first: ['name', 'parentId'] },
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 50, unique: true, find: 'contains' }),
    kind: choice(['类别', 'Kind'], LOCATION_KINDS, {
      required: true,
      find: 'among',
      dictionary: ['location_kind', '位置类别', 'Kind of location'],
    }),
    siteId: ref(['站点', 'Site'], 'site', {
      frozen: true,
      notNull: true,
      filledBy: 'parentId',
      find: 'among',
      help: ['有上级时与上级相同', 'That of the location above, where there is one'],
    }),
    no: text(['编号', 'Number'], { max: 32, pattern: 'code', unique: true, mono: true }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 99_999, notNull: true }),
    plan: file(['平面图', 'Floor plan'], { accept: 'image', count: 1, crop: false }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    deviceCount: computed(integer(['设备数', 'Devices'], { help: ['含下级位置', 'Including those below'] })),
    onlineCount: computed(integer(['在线', 'Online'])),
  },
  states: {
    state: machine(['状态', 'State'], { open: [1, '正常', 'Open'], stopped: [0, '停用', 'Stopped'] }, 'open', {
      stop: {
        from: ['open'],
        to: 'stopped',
        label: ['停用', 'Stop'],
        undo: 'start',
        danger: true,
        confirm: [
          '停用后不再接收新的设备和下级，已有的设备和权限不变。',
          'It takes no new devices and no new parts. Those it has stay, with their rights.',
        ],
      },
      start: { from: ['stopped'], to: 'open', label: ['启用', 'Start'], undo: 'stop' },
    }),
  },
  closedIn: { state: 'state', in: ['stopped'] },
  actions: {
    merge: {
      on: 'row',
      label: ['合并', 'Merge'],
      danger: true,
      confirm: [
        '本位置的设备和下级转入所选位置，然后删除本位置，不能撤销。',
        'Its devices and parts move to the chosen location, and it is removed. This cannot be undone.',
      ],
      input: { intoId: ref(['目标位置', 'Merge into'], 'location', { required: true }) },
    },
  },
})

export const locationLens = defineLens('location', {
  path: '/apply/location',
  label: ['位置', 'Locations'],
  empty: [
    '站点内的楼栋、楼层、房间和车位，设备放在其中',
    'Buildings, floors, rooms and parking spaces of a site, for its devices',
  ],
  of: 'location',
  layout: 'tree',
  columns: ['name', 'kind', 'deviceCount', 'onlineCount', 'siteId', 'no', 'state'],
  essential: ['name', 'kind', 'deviceCount'],
  filters: ['name', 'kind', 'siteId', 'state'],
})
