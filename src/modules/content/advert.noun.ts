/** Adverts: a picture at a position, for a period. */
import { choice, computed, file, instant, integer, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const advert = defineNoun('advert', {
  label: ['广告', 'Advert'],
  api: '/api/admin/advert',
  table: 'content.advert',
  scope: 'platform',
  name: 'name',
  english: { name: 'nameEn' },
  remove: 'erase',
  order: ['sort', 'asc'],
  fields: {
    name: text(['广告名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    nameEn: text(['英文名称', 'English name'], { max: 64 }),
    position: choice(
      ['投放位置', 'Place'],
      { site: [1, '官网首页轮播', 'Public site'], console: [2, '控制台首页', 'Home of the console'] },
      { required: true, find: 'among', dictionary: ['ad_position', '投放位置', 'Place of an advert'] },
    ),
    pictures: file(['图片', 'Picture'], {
      required: true,
      accept: 'image',
      count: 1,
      crop: 800 / 373,
      help: ['建议 800×373', '800×373 is best'],
    }),
    jump: choice(
      ['点击', 'A click'],
      { none: [0, '不跳转', 'Goes nowhere'], inside: [1, '站内', 'Inside'], outside: [2, '站外', 'Outside'] },
      { required: true },
    ),
    link: text(['链接', 'Link'], {
      max: 255,
      mono: true,
      help: ['站内以 / 开头，站外以 https:// 开头', 'Inside begins with /, outside with https://'],
    }),
    brand: choice(
      ['品牌', 'Brand'],
      {
        portico: ['portico', '万物通', 'Portico'],
        foshan: ['foshan', '佛山', 'Foshan'],
        nanc: ['nanc', '南昌', 'Nanchang'],
      },
      { find: 'among', help: ['不选为全部', 'None means all'] },
    ),
    sort: integer(['播放顺序', 'Order'], { min: 0, max: 9999, notNull: true }),
    startsAt: instant(['投放时间', 'From'], { required: true, sort: true }),
    endsAt: instant(['结束时间', 'Until'], { required: true, sort: true }),
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
      start: { from: ['off'], to: 'on', label: ['上线', 'Switch on'] },
      stop: { from: ['on'], to: 'off', label: ['下线', 'Switch off'], danger: true },
    }),
  },
})
export const advertisingManageLens = defineLens('advertisingManage', {
  path: '/systemManage/advertisingManage',
  label: ['广告管理', 'Adverts'],
  empty: ['网站和终端上轮播的广告', 'Adverts shown in turn on the site and on terminals'],
  of: 'advert',
  columns: ['name', 'pictures', 'position', 'brand', 'startsAt', 'endsAt', 'phase', 'views', 'clicks', 'state'],
  filters: ['name', 'position', 'brand', 'state'],
  // As visitors see them, in the order in which they are shown.
  tags: ['position', 'state'],
  carousel: 'pictures',
})
