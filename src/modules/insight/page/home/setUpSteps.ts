/** The setup steps of an application, in order, and the page for each. */
import { CONNECT_A_DEVICE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { StepKey } from '../../home.ts'

export interface StepWords {
  title: Text
  note: Text
  /** The page where it is done. */
  href: string
  /** The permission point needed there. */
  point: string
}

/** `deviceClass` is the first class of the application. */
export const setUpSteps = (appId: string, deviceClass: string | undefined): Readonly<Record<StepKey, StepWords>> => ({
  site: {
    title: ['建站点', 'Add a site'],
    note: ['门和设备所在的地方', 'Where doors and devices are'],
    href: `/apply/siteManage/${appId}`,
    point: 'site:add',
  },
  device: {
    title: CONNECT_A_DEVICE,
    note: ['约两分钟，向导会检查每一步', 'Two minutes; each hop is checked'],
    href: `/connectDevice/${appId}`,
    point: 'deviceBind:connect',
  },
  person: {
    title: ['录入人员', 'Add people'],
    note: ['逐个新增，或导入表格', 'One by one, or from a sheet'],
    href: `/apply/customPerson/default/${appId}`,
    point: 'person:add',
  },
  right: {
    title: ['分配权限', 'Give rights'],
    note: ['谁、什么时间、能过哪些门', 'Who passes which doors, and when'],
    href: `/apply/authGroup/${appId}`,
    point: 'authGroup:add',
  },
  passage: {
    title: ['第一次通行', 'First passage'],
    note: ['请人在设备前试一次', 'Try to pass a door'],
    href: `/apply/recordQuery/${appId}`,
    point: 'passRecord:list',
  },
  integration: {
    title: ['对接系统', 'Connect your system'],
    note: ['配置回调，或创建接入密钥', 'A callback, or an API key'],
    href: deviceClass ? `/${deviceClass}/callback/${appId}` : `/apply/apiKey/${appId}`,
    point: 'callback:add',
  },
})
