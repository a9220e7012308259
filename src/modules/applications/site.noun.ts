/** Sites: the places of an application where devices stand. */
import { REGIONS } from '#base/regions.ts'
import { ONLINE_SHARES } from '#base/onlineShares.ts'
import { choice, computed, file, integer, place, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

/** What people find there. */
const FACILITIES = {
  toilet: [1, '卫生间', 'Toilets'],
  shop: [2, '便利店', 'Shop'],
  restaurant: [3, '餐厅', 'Restaurant'],
  lounge: [4, '休息室', 'Lounge'],
  canopy: [5, '雨棚', 'Canopy'],
  barrier: [6, '道闸', 'Barrier'],
  parkingLock: [7, '地锁', 'Parking locks'],
} as const

export const site = defineNoun('site', {
  label: ['站点', 'Site'],
  api: '/api/admin/site',
  table: 'applications.site',
  scope: 'application',
  places: ['list', 'view', 'export'],
  name: 'name',
  fields: {
    name: text(['站点名称', 'Name'], { required: true, max: 50, unique: true, find: 'contains' }),
    code: text(['编码', 'Code'], { max: 32, pattern: 'code', find: 'prefix', mono: true }),
    type: choice(
      ['类型', 'Type'],
      {
        residence: [1, '小区', 'Residence'],
        campus: [2, '园区', 'Campus'],
        building: [3, '楼宇', 'Building'],
        parking: [4, '停车场', 'Car park'],
        charging: [5, '充电站', 'Charging'],
        school: [6, '校门', 'School gate'],
        other: [9, '其他', 'Other'],
      },
      { required: true, find: 'among', dictionary: ['site_type', '站点类型', 'Kind of site'] },
    ),
    province: choice(
      ['省份', 'Province'],
      Object.fromEntries(Object.entries(REGIONS).map(([code, label]) => [`p${code}`, [Number(code), ...label]])),
      { find: 'among', dictionary: ['province', '省份', 'Province'] },
    ),
    city: text(['城市', 'City'], { max: 30, find: 'contains' }),
    district: text(['区县', 'District'], { max: 30 }),
    address: text(['地址', 'Address'], { max: 100 }),
    position: place(['坐标', 'Position']),
    manager: text(['负责人', 'Manager'], { max: 32 }),
    phone: text(['电话', 'Phone'], { pattern: 'phone', mask: 'phone' }),
    servicePhone: text(['服务电话', 'Service phone'], {
      ...{ max: 20, matches: '^[0-9+ -]{5,20}$', rare: true },
      help: ['对外公布的电话，如 400 热线', 'The published number, such as a hotline'],
    }),
    opens: text(['营业时间', 'Hours'], { rare: true, max: 50 }),
    spaces: integer(['车位数', 'Parking spaces'], { rare: true, min: 0, max: 100_000 }),
    facilities: choice(['设施', 'Facilities'], FACILITIES, {
      ...{ many: true, as: 'checkbox', rare: true },
      dictionary: ['site_facility', '站点设施', 'Facilities of a site'],
    }),
    pictures: file(['照片', 'Pictures'], { accept: 'image', count: 9, crop: false, rare: true }),
    status: choice(
      ['状态', 'Status'],
      {
        building: [0, '建设中', 'Being built'],
        open: [1, '正常使用', 'Open'],
        maintained: [2, '维护中', 'Maintained'],
        closed: [3, '关闭', 'Closed'],
      },
      { required: true, initial: 1, find: 'among', dictionary: ['site_state', '站点状态', 'Site state'] },
    ),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    deviceCount: computed(integer(['设备数', 'Devices'])),
    onlineCount: computed(integer(['在线', 'Online'])),
  },
})
export const siteManageLens = defineLens('siteManage', {
  path: '/apply/siteManage',
  label: ['站点管理', 'Sites'],
  empty: ['设备所在的地点，如小区、园区、停车场', 'The places of devices, such as residences, campuses and car parks'],
  of: 'site',
  columns: [
    ...['name', 'type', 'province', 'city', 'address', 'deviceCount', 'onlineCount', 'status'],
    ...['code', 'manager', 'phone'],
  ],
  filters: ['name', 'type', 'province', 'city', 'status'],
  map: { place: 'position', total: 'deviceCount', good: 'onlineCount', states: ONLINE_SHARES },
})
