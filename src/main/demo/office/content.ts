/** The content of the demo's public pages, and messages to the platform. */
import { bannerOf, type Tone } from '#simulators/banner.ts'

const DAY_MS = 86_400_000
interface Banner {
  name: string
  nameEn: string
  position: number
  /** Default: a promotion. */
  category?: number
  tone: Tone
  /** Days from now. */
  from: number
  to: number
  link: string | null
  on: boolean
}
const BANNERS: readonly Banner[] = [
  {
    ...{ name: '一张脸，走遍小区', nameEn: 'One face, every door', position: 1, tone: 'blue' },
    ...{ from: -30, to: 60, link: '/caseIndex', on: true },
  },
  {
    ...{ name: '七天接入，当月结算', nameEn: 'Connected in a week', position: 1, tone: 'green' },
    ...{ from: -12, to: 90, link: '/docs', on: true },
  },
  {
    ...{ name: '新：升降柱联动', nameEn: 'New: bollards that follow faces', position: 2 },
    ...{ tone: 'violet', from: -5, to: 25, link: null, on: true },
  },
  {
    ...{ name: '端午社区游园会', nameEn: 'Garden party on Saturday', position: 3, tone: 'green', category: 1 },
    ...{ from: -9, to: 45, link: null, on: true },
  },
  {
    ...{ name: '文明乘梯，有序通行', nameEn: 'Please mind the doors', position: 3, tone: 'blue', category: 3 },
    ...{ from: -9, to: 120, link: null, on: true },
  },
  {
    ...{ name: '国庆值班安排', nameEn: 'On duty in the holidays', position: 2, tone: 'amber' },
    ...{ from: -60, to: -40, link: null, on: false },
  },
]

interface Uploads {
  post<T>(path: string, body: object): Promise<T>
  get<T>(path: string): Promise<T>
  upload(path: string, bytes: Uint8Array, name: string): Promise<{ id: string }>
}

/** Only where there is no advert yet. */
export async function makeBanners(api: Uploads): Promise<void> {
  if ((await api.get<{ total: number }>('/api/admin/advert/page?size=1')).total > 0) return
  for (const [sort, banner] of BANNERS.entries()) {
    const picture = await api.upload(
      '/api/admin/sys-file/upload?kind=image',
      await bannerOf(banner.name, banner.tone),
      'banner.jpg',
    )
    const { id } = await api.post<{ id: string }>('/api/admin/advert', {
      ...{ name: banner.name, nameEn: banner.nameEn, position: banner.position, pictures: [picture.id], sort },
      category: banner.category ?? 1,
      ...{ jump: banner.link ? 1 : 0, ...(banner.link ? { link: banner.link } : {}) },
      startsAt: new Date(Date.now() + banner.from * DAY_MS).toISOString(),
      endsAt: new Date(Date.now() + banner.to * DAY_MS).toISOString(),
    })
    if (banner.on) await api.post(`/api/admin/advert/${id}/start`, {})
  }
}

/** Words that no display of any customer shows. */
export const PLATFORM_WORDS = [
  { word: '贷款', remark: '未经许可的金融广告' },
  { word: '赌博' },
  { word: '彩票预测' },
  { word: '刷单', remark: '诈骗' },
  { word: '包治百病', remark: '医疗广告' },
]

/** As their senders fill in the form of the public site; with their handling, in order of the list. */
export const MESSAGES = [
  {
    message: {
      ...{ name: '齐女士', phone: '13911110001', company: '湘湖物业集团', kind: 2 },
      content: '旗下 14 个小区，门禁品牌五六种，想统一到一个平台，能否先试一个小区？',
    },
    steps: [['win', { reason: '已签试点合同，先接一个小区' }]],
  },
  {
    message: {
      ...{ name: '简先生', phone: '13911110002', company: '甬江智能', kind: 1, email: 'jian@yongjiang.example' },
      content: '我们在宁波做弱电集成，想了解代理政策和分成比例。',
    },
    steps: [['contact', { reason: '已电话沟通，约下周面谈' }]],
  },
  {
    message: {
      ...{ name: '汤工', phone: '13911110003', company: '和信科技', kind: 3 },
      content: '回调验签总是失败，签名用的是原始报文还是格式化后的 JSON？',
    },
    steps: [['contact', { reason: '已回复：按收到的原文逐字节计算' }]],
  },
  {
    message: {
      ...{ name: '游客', phone: '13911110004', kind: 2 },
      content: '升降柱支持断电降柱吗？消防通道要求断电必须落下。',
    },
    steps: [],
  },
] as const
