/** The locations of the demo's sites: site, path, kind, and the devices there. */
import type { LocationPlan } from './PlacePlan.ts'

type Line = readonly [site: string, path: string, kind: keyof typeof KINDS, ...devices: string[]]
const KINDS = { area: 1, building: 2, unit: 3, floor: 4, room: 5, space: 6, passage: 7 } as const

export const locationsOf = (lines: readonly Line[]): readonly LocationPlan[] =>
  lines.map(([site, path, kind, ...devices]) => ({ site, path, kind: KINDS[kind], devices }))

const block = (site: string, name: string, hall: readonly string[], door: readonly string[]): readonly Line[] => [
  [site, name, 'building'],
  [site, `${name}/1单元`, 'unit', ...door],
  [site, `${name}/1单元/1层`, 'floor', ...hall],
  [site, `${name}/1单元/2层`, 'floor'],
  [site, `${name}/1单元/2层/201`, 'room'],
  [site, `${name}/1单元/2层/202`, 'room'],
  [site, `${name}/2单元`, 'unit'],
]

export const RESIDENCE_LOCATIONS: readonly Line[] = [
  ['南区', '南门', 'area'],
  ['南区', '南门/人行通道', 'passage', '南门人行'],
  ['南区', '南门/车行入口', 'passage', '南门车道', '南门车道升降柱', '南门车道抓拍'],
  ['南区', '南门/车行出口', 'passage', '南门出口升降柱'],
  ...block('南区', '1栋', ['1 栋大堂'], ['1 栋单元门']),
  ['南区', '物业服务中心', 'building'],
  ['南区', '物业服务中心/二层', 'floor', '物业中心'],
  ['南区', '会所', 'building'],
  ['南区', '会所/一层', 'floor', '会所', '会所东门', '会所扫码'],
  ['南区', '车库西', 'area', 'B1 车库西', '地库道闸'],
  ['北区', '北门', 'area'],
  ['北区', '北门/人行通道', 'passage', '北门人行', '北门人行抓拍'],
  ['北区', '北门/消防通道', 'passage', '北门消防通道升降柱'],
  ['北区', '北门/车行入口', 'passage', '北门车行道闸'],
  ['北区', '北门/车行出口', 'passage', '北门出口升降柱'],
  ...block('北区', '2栋', ['2 栋大堂'], []),
  ...block('北区', '3栋', [], ['3 栋单元门']),
  ...block('北区', '4栋', ['4 栋大堂'], ['4 栋单元门']),
  ...block('北区', '5栋', ['5 栋大堂'], ['5 栋单元门']),
  ['北区', '地下车库', 'building'],
  ['北区', '地下车库/B1', 'floor', 'B1 车库东'],
  ['北区', '地下车库/B1/设备房', 'room', '设备房', '北门分析盒'],
]

export const FACTORY_LOCATIONS: readonly Line[] = [
  ['余姚一厂', '大门', 'area', '一厂大门东', '一厂大门西', '一厂人脸录像机'],
  ['余姚一厂', '大门/货车门', 'passage', '一厂货车入口', '一厂货车出口', '一厂货车门抓拍'],
  ['余姚一厂', '生产区', 'area'],
  ['余姚一厂', '生产区/冲压车间', 'building', '冲压车间', '冲压车间分析盒'],
  ['余姚一厂', '生产区/装配车间', 'building', '装配车间'],
  ['余姚一厂', '生产区/品质楼', 'building'],
  ['余姚一厂', '生产区/品质楼/一层', 'floor', '品质实验室'],
  ['余姚一厂', '生产区/危化品库', 'building', '危化品库'],
  ['余姚一厂', '生产区/配电房', 'room', '配电房'],
  ['余姚一厂', '研发楼', 'building'],
  ['余姚一厂', '研发楼/二层', 'floor', '研发中心'],
  ['余姚一厂', '生活区', 'area'],
  ['余姚一厂', '生活区/宿舍楼', 'building'],
  ['余姚一厂', '生活区/宿舍楼/一层', 'floor', '一厂宿舍'],
  ['余姚一厂', '生活区/食堂', 'building', '食堂'],
]

export const SCHOOL_LOCATIONS: readonly Line[] = [
  ['教学区', '东校门', 'area'],
  ['教学区', '东校门/人行通道', 'passage', '校门左', '校门右'],
  ['教学区', '东校门/车道', 'passage', '东校门升降柱'],
  ['教学区', '教师楼', 'building'],
  ['教学区', '教师楼/一层', 'floor', '教师楼'],
  ['教学区', '图书馆', 'building', '图书馆'],
  ['教学区', '实验楼', 'building'],
  ['教学区', '实验楼/一层', 'floor', '实验楼'],
  ['教学区', '信息楼', 'building'],
  ['教学区', '信息楼/三层', 'floor'],
  ['教学区', '信息楼/三层/机房', 'room', '机房'],
  ['教学区', '体育馆', 'building', '体育馆'],
  ['宿舍区', '1号楼', 'building'],
  ['宿舍区', '1号楼/一层', 'floor', '男生宿舍'],
  ['宿舍区', '2号楼', 'building'],
  ['宿舍区', '2号楼/一层', 'floor', '女生宿舍'],
  ['宿舍区', '食堂', 'building', '食堂后厨'],
  ['宿舍区', '后勤通道', 'passage', '后勤通道升降柱', '后勤通道平开门'],
  ['宿舍区', '西校门', 'passage', '西校门伸缩门'],
]

export const MALL_LOCATIONS: readonly Line[] = [
  ['锦江天地', '东广场', 'area', '步行街升降柱'],
  ['锦江天地', '主楼', 'building'],
  ['锦江天地', '主楼/B2', 'floor'],
  ['锦江天地', '主楼/B2/中控室', 'room', '中控室'],
  ['锦江天地', '主楼/B2/配电间', 'room', '配电间'],
  ...[1, 2, 3].map(no => ['锦江天地', `主楼/B2/贵宾车位${no}`, 'space', `贵宾车位 ${no} 号`] as const satisfies Line),
  ['锦江天地', '主楼/B1', 'floor'],
  ['锦江天地', '主楼/B1/员工通道', 'passage', '员工通道北'],
  ['锦江天地', '主楼/B1/卸货区', 'room', '卸货区', '卸货区出口'],
  ['锦江天地', '主楼/L1', 'floor', '员工通道南'],
  ['锦江天地', '主楼/L6', 'floor', '管理中心'],
]
