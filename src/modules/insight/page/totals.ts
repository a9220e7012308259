/** Tiles of the older data centre: each is the total of a list, requested from that list, and opens it. */
import { APPLICATIONS, DEVICES } from '#base/subjectTexts.ts'
import type { Text } from '#base/text.ts'

export interface Total {
  title: Text
  /** The permission point needed to see the tile. */
  point: string
  api: string
  path: string
  /** Filters for both the list and its page. */
  filters?: Readonly<Record<string, string>>
  icon: string
}

export const TOTALS: readonly Total[] = [
  {
    title: APPLICATIONS,
    point: 'application:list',
    api: '/api/admin/application',
    path: '/home/apply',
    icon: 'app-window',
  },
  {
    title: DEVICES,
    point: 'device:list',
    api: '/api/device/warehouse',
    path: '/hardwareManage/deviceWarehouse',
    icon: 'cpu',
  },
  {
    title: ['在线设备', 'Devices online'],
    point: 'session:list',
    api: '/api/device/session',
    path: '/gatewayManage/onlineDevice',
    icon: 'radio',
  },
  {
    title: ['用户', 'Users'],
    point: 'user:list',
    api: '/api/admin/user',
    path: '/systemManage/user',
    icon: 'user-cog',
  },
  {
    title: ['待审核应用', 'Reviews waiting'],
    point: 'applicationReview:list',
    api: '/api/admin/applyCheck',
    path: '/systemManage/applyCheck',
    filters: { state: '0' },
    icon: 'clipboard-check',
  },
  {
    title: ['待处理报修', 'Open repairs'],
    point: 'ticket:list',
    api: '/api/service/ticket',
    path: '/systemManage/equipmentReport',
    filters: { state: '0,1,2,3,4' },
    icon: 'wrench',
  },
  {
    title: ['未处理留言', 'New messages'],
    point: 'leaveMessage:list',
    api: '/api/admin/leaveMessage',
    path: '/systemManage/leaveMessage',
    filters: { state: '0' },
    icon: 'mail',
  },
  {
    title: ['设备型号', 'Models'],
    point: 'deviceModel:list',
    api: '/api/device/model',
    path: '/hardwareManage/deviceModel',
    icon: 'box',
  },
]
