/** Faults of the demo's devices, and their handling. */
type Step = [path: string, body?: object]
const done = { result: '', materials: '', fee: '0' }
/** `{me}` is replaced with the account that creates the demo. */
export const REPAIRS: { sn: string; report: object; steps: Step[] }[] = [
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
    sn: 'YBF724070204',
    report: { faultType: 1, content: '食堂门口屏幕偏色，识别正常', reporter: '厨师长', phone: '13900011099' },
    steps: [['assign', { assigneeId: '{me}' }]],
  },
  {
    sn: 'LKA424070211',
    report: {
      ...{ faultType: 2, content: '冲压车间 3 号门关不严，一直报开门超时', reporter: '冲压班长', phone: '13900011002' },
      urgency: 2,
    },
    steps: [['assign', { assigneeId: '{me}' }], ['accept']],
  },
  {
    sn: 'YBF724080301',
    report: { faultType: 5, content: '校门左侧终端外壳被球砸裂', reporter: '方主任', phone: '13700031000' },
    steps: [
      ['assign', { assigneeId: '{me}' }],
      ['accept'],
      ['finish', { ...done, result: '更换前面板，防水胶圈一并更换', materials: '前面板 ×1', fee: '12000' }],
      ['confirm'],
    ],
  },
  {
    sn: 'LKA423080007',
    report: { faultType: 2, content: '2 号门刷卡不开', reporter: '叶晓岚', phone: '13800001054' },
    steps: [['close', { reason: '卡已过期，续期后正常，不是设备故障' }]],
  },
]
