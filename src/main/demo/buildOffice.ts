/** The platform's own work in the demo: partner companies, templates, and repairs on their way. Made once through the public API. */
import { ApiRefusal, type PublicApi } from '#simulators/PublicApi.ts'
import type { Key } from './keyring.ts'

const AGENCIES = [
  {
    username: 'qianjiang-iot',
    name: '钱江物联',
    code: 'qianjiang',
    contact: '何经理',
    phone: '13600001110',
    level: 1,
    region: '浙江省杭州市',
    shareRate: '12.50',
    deviceQuota: 2000,
    startsOn: '2026-01-01',
    endsOn: '2027-12-31',
  },
  {
    username: 'yuyao-security',
    name: '余姚安防',
    code: 'yuyao',
    contact: '梁小姐',
    phone: '13600001111',
    level: 2,
    region: '浙江省宁波市',
    shareRate: '8.00',
    deviceQuota: 500,
    startsOn: '2026-03-01',
    endsOn: '2028-02-29',
  },
]
const SUPPLIERS = [
  {
    username: 'linan-sense',
    name: '临安智感科技',
    code: 'linan-sense',
    contact: '戴工',
    phone: '13600002222',
    classes: ['faceEqui', 'accessControlDevice'],
  },
]
const TEMPLATES = [
  {
    name: '住户登记',
    kind: 'person',
    remark: '车牌和房号随人员导入',
    fields: [
      { key: 'house', label: '房号', type: 'text', required: true, listed: true, importable: true },
      { key: 'plate', label: '车牌', type: 'text', listed: true, importable: true },
      { key: 'since', label: '入住日', type: 'day', importable: true },
      { key: 'pets', label: '养宠物', type: 'switch' },
    ],
  },
  {
    name: '班级',
    kind: 'organization',
    remark: '学校用',
    fields: [
      { key: 'teacher', label: '班主任', type: 'text', required: true, listed: true, importable: true },
      { key: 'room', label: '教室', type: 'text', listed: true, importable: true },
    ],
  },
]

type Step = [path: string, body?: object]
const done = { result: '', materials: '', fee: '0' }
/** What is wrong with which device, and what became of it; `{me}` is who makes the demo. */
const REPAIRS: { sn: string; report: object; steps: Step[] }[] = [
  {
    sn: 'YBF722110032',
    report: {
      faultType: 1,
      content: '下午四五点逆光，识别要等很久，老人常常要刷三四次',
      reporter: '任国栋',
      phone: '13800001017',
    },
    steps: [],
  },
  {
    sn: 'LKA223080044',
    report: {
      faultType: 3,
      content: '车库东门断电后一直离线，业主只能绕到西门',
      reporter: '张卫东',
      phone: '13800001048',
      urgency: 2,
    },
    steps: [
      ['assign', { assigneeId: '{me}' }],
      ['accept'],
      ['pause', { reason: '等强电工恢复地库供电，预计明天上午' }],
    ],
  },
  {
    sn: 'LKA223080042',
    report: { faultType: 9, content: '门磁总报强行闯入，门明明关着', reporter: '邹凯', phone: '13800001040' },
    steps: [
      ['assign', { assigneeId: '{me}' }],
      ['accept'],
      ['finish', { ...done, result: '门磁松动，重新固定并开关测试十次', materials: '自攻螺丝 ×2' }],
    ],
  },
  {
    sn: 'QTB219250302',
    report: { faultType: 5, content: '反光条被货车蹭掉一圈，夜里看不清', reporter: '李建军', phone: '13800001049' },
    steps: [
      ['assign', { assigneeId: '{me}' }],
      ['accept'],
      ['finish', { ...done, result: '更换反光条，柱体无变形', materials: '反光条 ×1', fee: '4500' }],
      ['confirm'],
      ['judge', { score: 5, praise: '当天就换好了' }],
    ],
  },
  {
    sn: 'LKA423080007',
    report: { faultType: 2, content: '2 号门刷卡不开', reporter: '叶晓岚', phone: '13800001054' },
    steps: [['close', { reason: '卡已过期，续期后正常，不是设备故障' }]],
  },
]

/** Skips what stands there already, so that an office cut short is completed, not doubled. */
export async function buildOffice(api: PublicApi, keys: ReadonlyMap<string, Key>): Promise<void> {
  const me = (await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')).sysUser.userId
  const once = async (path: string, body: object): Promise<{ id: string } | null> =>
    api.post<{ id: string }>(path, body).catch((error: unknown) => {
      if (error instanceof ApiRefusal && error.body.msg?.endsWith('已存在')) return null
      throw error
    })
  for (const agency of AGENCIES) await once('/api/admin/agency', agency)
  for (const supplier of SUPPLIERS) await once('/api/admin/supplier', supplier)
  for (const template of TEMPLATES) {
    const row = await once('/api/admin/template', template)
    if (row) await api.post(`/api/admin/template/${row.id}/publish`, { reason: '首次发布' })
  }
  if ((await api.get<{ total: number }>('/api/service/ticket/page?size=1')).total > 0) return
  for (const { sn, report, steps } of REPAIRS) {
    const deviceId = keys.get(sn)?.id
    if (!deviceId) continue
    const { id } = await api.post<{ id: string }>('/api/service/ticket', { ...report, deviceId })
    for (const [step, body] of steps)
      await api.post(
        `/api/service/ticket/${id}/${step}`,
        JSON.parse(JSON.stringify(body ?? {}).replace('{me}', me)) as object,
      )
  }
}
