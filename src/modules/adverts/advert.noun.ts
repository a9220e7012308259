/** Adverts: a picture or a video at a place, for a period and for some brands, applications, classes or devices. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { choice, computed, file, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const ADVERT_PLACES = {
  site: [1, '官网首页轮播', 'Public site'],
  console: [2, '控制台首页', 'Home of the console'],
  screen: [3, '设备屏', 'Device screen'],
  mini: [4, '小程序首页', 'Mini-programme home'],
  paid: [5, '支付完成页', 'After a payment'],
} as const

export const advert = defineNoun('advert', {
  label: ['广告', 'Advert'],
  api: '/api/admin/advert',
  table: 'adverts.advert',
  scope: 'platform',
  name: 'name',
  english: { name: 'nameEn' },
  remove: 'erase',
  order: ['sort', 'asc'],
  fields: {
    name: text(['广告名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    nameEn: text(['英文名称', 'English name'], { rare: true, max: 64 }),
    category: choice(
      ['广告分类', 'Category'],
      {
        promotion: [1, '活动推广', 'Promotion'],
        notice: [2, '通知公告', 'Notice'],
        welfare: [3, '公益宣传', 'Public service'],
        partner: [4, '合作商家', 'Partner'],
      },
      { required: true, find: 'among', initial: 1, dictionary: ['ad_category', '广告分类', 'Category of an advert'] },
    ),
    position: choice(['投放位置', 'Place'], ADVERT_PLACES, {
      required: true,
      find: 'among',
      dictionary: ['ad_position', '投放位置', 'Place of an advert'],
    }),
    pictures: file(['图片', 'Picture'], {
      required: true,
      accept: 'image',
      count: 1,
      crop: 800 / 373,
      help: ['建议 800×373；有视频时作为封面', '800×373 is best; the cover of a video'],
    }),
    video: file(['视频', 'Video'], {
      accept: 'document',
      types: ['mp4'],
      count: 1,
      help: ['可不填；MP4（H.264），最大 10 MB', 'May be left empty; MP4 (H.264), at most 10 MB'],
    }),
    media: computed(
      choice(
        ['类型', 'Type'],
        { picture: [1, '图片', 'Picture'], video: [2, '视频', 'Video'] },
        { dictionary: ['ad_media', '广告类型', 'Type of an advert'] },
      ),
    ),
    jump: choice(
      ['点击', 'A click'],
      { none: [0, '不跳转', 'Goes nowhere'], inside: [1, '站内', 'Inside'], outside: [2, '站外', 'Outside'] },
      { required: true, initial: 0 },
    ),
    link: text(['链接', 'Link'], {
      max: 255,
      mono: true,
      help: ['站内以 / 开头，站外以 https:// 开头', 'Inside begins with /, outside with https://'],
    }),
    startsAt: instant(['投放时间', 'From'], { required: true, sort: true }),
    endsAt: instant(['结束时间', 'Until'], { required: true, sort: true }),
    brandId: ref(['投放品牌', 'Brand'], 'brand', {
      find: 'among',
      help: ['不选为全部', 'None means all'],
      none: ['全部', 'All'],
    }),
    appIds: ref(['投放应用', 'Applications'], 'application', {
      many: true,
      virtual: true,
      help: ['不选为全部', 'None means all'],
      none: ['全部', 'All'],
    }),
    deviceClasses: deviceClass(['投放设备类', 'Device classes'], {
      many: true,
      notNull: true,
      help: ['不选为全部', 'None means all'],
      none: ['全部', 'All'],
    }),
    deviceIds: ref(['投放设备', 'Devices'], 'device', {
      many: true,
      virtual: true,
      help: ['不选为全部', 'None means all'],
      none: ['全部', 'All'],
    }),
    sort: integer(['播放顺序', 'Order'], { rare: true, min: 0, max: 9999, notNull: true }),
    phase: computed(
      choice(
        ['投放', 'Now'],
        {
          later: [0, '待投放', 'Later'],
          now: [1, '投放中', 'Shown'],
          over: [2, '已结束', 'Over'],
          off: [3, '已下线', 'Off'],
        },
        { dictionary: ['advert_phase', '投放', 'Phase of an advert'] },
      ),
    ),
    views: integer(['曝光', 'Views'], { by: 'system', sort: true, notNull: true }),
    clicks: integer(['点击数', 'Clicks'], { by: 'system', sort: true, notNull: true }),
  },
  states: {
    state: machine(['状态', 'State'], { off: [0, '下线', 'Off'], on: [1, '上线', 'On'] }, 'off', {
      start: { from: ['off'], to: 'on', label: ['上线', 'Switch on'], undo: 'stop' },
      stop: {
        from: ['on'],
        to: 'off',
        label: ['下线', 'Switch off'],
        undo: 'start',
        danger: true,
        confirm: ['各投放位置不再展示', 'It is no longer shown anywhere'],
      },
    }),
  },
  actions: { seen: { on: 'row', label: ['曝光明细', 'Where it was seen'], method: 'GET' } },
})
export const advertisingManageLens = defineLens('advertisingManage', {
  path: '/systemManage/advertisingManage',
  label: ['广告管理', 'Adverts'],
  empty: [
    '网站、控制台和设备屏上轮播的广告',
    'Adverts shown in turn on the site, in the console and on device screens',
  ],
  of: 'advert',
  columns: ['name', 'category', 'position', 'media', 'startsAt', 'endsAt', 'phase', 'views', 'clicks', 'state'],
  filters: ['name', 'category', 'position', 'brandId', 'state'],
  // As visitors see them, in the order in which they are shown.
  tags: ['position', 'state'],
  carousel: 'pictures',
  calendar: { from: 'startsAt', to: 'endsAt', state: 'phase' },
})
