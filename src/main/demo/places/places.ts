/** The customers of the demo, in order of creation. */
import { factory } from './factory.ts'
import { mall } from './mall.ts'
import type { SimClass } from '#simulators/simulate.ts'
import type { DevicePlan, PlacePlan } from './PlacePlan.ts'
import { residence } from './residence.ts'
import { school } from './school.ts'

/** `small`: one customer with the people of three buildings. */
export const placesOf = (small: boolean): readonly PlacePlan[] =>
  small ? [residence(true)] : [residence(), factory, school, mall]

/** What devices speak whose model names no other protocol. */
export const OWN_PROTOCOL = 'alink'
/** What a device speaks: the protocol of its model. */
export function protocolOf({ model }: DevicePlan): string {
  const found = MODELS.find(({ modelNo }) => modelNo === model)
  return found && 'protocol' in found ? found.protocol : OWN_PROTOCOL
}
/** The classes that an application has: those of its devices, and of the rules about classes that it has no device of yet. */
export const classesOf = ({ application, devices, linkages, callbacks, settings }: PlacePlan): SimClass[] => [
  ...new Set([
    ...(application.deviceClasses ?? []),
    ...[...devices, ...linkages, ...callbacks].map(({ deviceClass }) => deviceClass),
    ...(settings?.escalations ?? []).flatMap(({ deviceClasses }) => deviceClasses),
  ]),
]

export const VENDORS = [
  { name: '临安智感', code: 'linan', contact: '戴工', status: 1 },
  { name: '钱塘机电', code: 'qiantang', contact: '虞工', status: 1 },
] as const
export const MODELS = [
  {
    ...{ name: '迎宾 7 寸人脸终端', modelNo: 'YB-F7', vendor: 'linan', typeCode: 'faceEqui', netType: 3 },
    spec: { capacity: 5000 },
  },
  {
    ...{ name: '门禁人脸一体机', modelNo: 'YB-A5', vendor: 'linan', typeCode: 'bsFaceDevice', netType: 3 },
    spec: { doorCount: 1, readerCount: 1, capacity: 5000 },
  },
  {
    ...{ name: '双门控制器', modelNo: 'LK-A2', vendor: 'linan', typeCode: 'accessControlDevice', netType: 3 },
    spec: { doorCount: 2, readerCount: 2, capacity: 20_000 },
  },
  {
    ...{ name: '四门控制器', modelNo: 'LK-A4', vendor: 'linan', typeCode: 'accessControlDevice', netType: 3 },
    spec: { doorCount: 4, readerCount: 4, capacity: 20_000 },
  },
  {
    ...{ name: '双门网关控制器', modelNo: 'LK-A2G', vendor: 'linan', typeCode: 'accessControlDevice', netType: 3 },
    ...{ deviceKind: 2, spec: { doorCount: 2, readerCount: 2, capacity: 20_000 } },
  },
  {
    ...{ name: '平板车位锁', modelNo: 'QT-L60', vendor: 'qiantang', typeCode: 'parkingLockDevice', netType: 3 },
    ...{ ratedCycles: 100_000, spec: {} },
  },
  {
    ...{ name: '门口扫码读头', modelNo: 'LK-Q2', vendor: 'linan', typeCode: 'qrcodeDevice', netType: 3 },
    ...{ protocol: 'qrHttp', spec: {} },
  },
  {
    ...{ name: '四行语音显示屏', modelNo: 'QT-E64', vendor: 'qiantang', typeCode: 'ledDevice', netType: 3 },
    ...{ protocol: 'ledTcp', spec: { rows: 4, cols: 4 } },
  },
  {
    ...{ name: '八防区报警主机', modelNo: 'QT-AH8', vendor: 'qiantang', typeCode: 'alarmEquipmentClass', netType: 3 },
    spec: { zoneCount: 8 },
  },
  {
    ...{ name: '联网报警主机', modelNo: 'QT-AD8', vendor: 'qiantang', typeCode: 'alarmEquipmentClass', netType: 3 },
    ...{ protocol: 'dc09', spec: { zoneCount: 8 } },
  },
  {
    ...{ name: '无轨伸缩门', modelNo: 'QT-S12', vendor: 'qiantang', typeCode: 'ssmDevice', netType: 3 },
    ...{ ratedCycles: 300_000, spec: {} },
  },
  {
    ...{ name: '双扇平开门机', modelNo: 'QT-P2', vendor: 'qiantang', typeCode: 'swingdoorDevice', netType: 3 },
    ...{ ratedCycles: 500_000, spec: {} },
  },
  {
    ...{ name: '直杆道闸', modelNo: 'QT-D6', vendor: 'qiantang', typeCode: 'brakeDevice', netType: 3 },
    ...{ ratedCycles: 3_000_000, spec: {} },
  },
  {
    ...{ name: '车牌识别道闸', modelNo: 'QT-D6V', vendor: 'qiantang', typeCode: 'brakeDevice', netType: 3 },
    ...{ protocol: 'plateHttp', ratedCycles: 3_000_000, spec: {} },
  },
  {
    ...{ name: '人行摆闸', modelNo: 'QT-Z3', vendor: 'qiantang', typeCode: 'brakeDevice', netType: 3 },
    ...{ ratedCycles: 5_000_000, spec: {} },
  },
  { ...{ name: '人车抓拍机', modelNo: 'LK-C4', vendor: 'linan', typeCode: 'captureDevice', netType: 3 }, spec: {} },
  {
    ...{ name: '四路人脸录像机', modelNo: 'LK-N4', vendor: 'linan', typeCode: 'nvrDevice', netType: 3 },
    spec: { channelCount: 4 },
  },
  {
    ...{ name: '四路智能分析盒', modelNo: 'LK-B4', vendor: 'linan', typeCode: 'boxDevice', netType: 3 },
    spec: { channelCount: 4 },
  },
  {
    ...{ name: '液压升降柱', modelNo: 'QT-B219', vendor: 'qiantang', typeCode: 'bollardDevice', netType: 3 },
    ...{ ratedCycles: 200_000, spec: {} },
  },
] as const
