/** Areas, groups and pages of the default menu, in order. */
import { DATA_CENTRE } from '#base/boardTexts.ts'
import { APPLICATIONS } from '#base/subjectTexts.ts'
import type { Text } from '#base/text.ts'
import { APPLICATION_GROUPS } from './applicationGroups.ts'

interface AnyPage {
  icon?: string
  /** The nouns whose permission points belong to the page, completely or a single one, besides that of its lens. */
  points?: readonly string[]
  /** About whole applications: not in the menu of accounts that are limited to places. */
  beyondPlaces?: true
  /** Only for applications with a device class that has this ability. */
  ability?: string
}
/** A page that shows a lens, whose path and label it has, or one that is more than that. */
export type PageEntry = AnyPage & ({ lens: string } | { path: string; label: Text })
export interface PageGroup {
  key: string
  label: Text
  icon: string
  pages: readonly PageEntry[]
}
export interface Area {
  key: string
  label: Text
  path: string
  icon: string
  /** Rows between the area and its groups, outermost first, which clients look up by path. */
  below?: readonly { key: string; path: string; label: Text; icon?: string }[]
  /** Those without pages are not in the menu. */
  groups: readonly PageGroup[]
}

export const AREAS: readonly Area[] = [
  {
    key: 'home',
    label: ['首页', 'Home'],
    path: '/home',
    icon: 'layout-dashboard',
    groups: [
      {
        key: 'home',
        label: ['首页', 'Home'],
        icon: 'layout-dashboard',
        pages: [
          { path: '/home/dataCenter', label: DATA_CENTRE, icon: 'layout-dashboard', beyondPlaces: true },
          { path: '/home/dataCenterV1', label: ['数据概览', 'Overview'], icon: 'chart-column', beyondPlaces: true },
          { path: '/home/apply', label: APPLICATIONS, icon: 'layout-grid' },
        ],
      },
    ],
  },
  {
    key: 'commonHome',
    label: ['首页', 'Home'],
    path: '/commonHome',
    icon: 'layout-dashboard',
    groups: [
      {
        key: 'commonHome',
        label: ['首页', 'Home'],
        icon: 'layout-dashboard',
        pages: [
          { path: '/commonHome/dataCenter', label: DATA_CENTRE, icon: 'layout-dashboard', beyondPlaces: true },
          {
            path: '/commonHome/dataCenterV1',
            label: ['数据概览', 'Overview'],
            icon: 'chart-column',
            beyondPlaces: true,
          },
          { path: '/commonHome/apply', label: APPLICATIONS, icon: 'layout-grid' },
        ],
      },
    ],
  },
  {
    key: 'sysHome',
    label: ['系统管理', 'System'],
    path: '/sysHome',
    icon: 'settings',
    groups: [
      {
        key: 'systemManage',
        label: ['账号与权限', 'Accounts and rights'],
        icon: 'shield',
        pages: [
          { lens: 'user', icon: 'user-cog', points: ['organisation', 'brand'] },
          { lens: 'employee', icon: 'users', points: ['department'] },
          {
            path: '/systemManage/employeePermission',
            label: ['员工权限', 'Staff rights'],
            icon: 'key-round',
            points: ['user'],
          },
          { lens: 'role', icon: 'shield' },
          { lens: 'menu', icon: 'list-tree' },
          { lens: 'loginLog', icon: 'log-in', points: ['operLog'] },
        ],
      },
      {
        key: 'companies',
        label: ['合作与应用', 'Partners and apps'],
        icon: 'share-2',
        pages: [
          { lens: 'agencyEmp', icon: 'user-cog' },
          { lens: 'supplierEmp', icon: 'factory' },
          { lens: 'platformUser', icon: 'users', points: ['brand', 'agency'] },
          { lens: 'applyCheck', icon: 'clipboard-check' },
          { lens: 'applyList', icon: 'app-window', points: ['organisation:list'] },
          { lens: 'scenarioCategoryManage', icon: 'shapes' },
          { lens: 'templateEdit', icon: 'list-tree' },
        ],
      },
      {
        key: 'service',
        label: ['报修与留言', 'Repairs, messages'],
        icon: 'wrench',
        pages: [
          { lens: 'equipmentReport', icon: 'wrench' },
          { lens: 'reportRecord', icon: 'history' },
          { lens: 'leaveMessage', icon: 'mail' },
        ],
      },
      {
        key: 'content',
        label: ['内容与发布', 'Content, releases'],
        icon: 'file-text',
        pages: [
          { lens: 'sysDocsManage', icon: 'file-text' },
          { lens: 'sysDocsOrg', icon: 'folder-tree' },
          { lens: 'advertisingManage', icon: 'megaphone', points: ['brand:list', 'application:list', 'device:list'] },
          { lens: 'apkManage', icon: 'box' },
        ],
      },
    ],
  },
  {
    key: 'hardwareHome',
    label: ['硬件管理', 'Hardware'],
    path: '/hardwareHome',
    icon: 'cpu',
    groups: [
      {
        key: 'hardwareManage',
        label: ['硬件管理', 'Hardware'],
        icon: 'cpu',
        pages: [
          { lens: 'deviceWarehouse', icon: 'warehouse', points: ['deviceModel:list', 'deviceType:list'] },
          { lens: 'deviceModel', icon: 'box' },
          { lens: 'deviceVendor', icon: 'factory' },
          { lens: 'deviceType', icon: 'shapes' },
          { lens: 'deviceCategory', icon: 'folder-tree' },
          { lens: 'syncTask', icon: 'refresh-cw' },
          { lens: 'deviceLog', icon: 'scroll-text' },
          { lens: 'platformWord', icon: 'file-text' },
        ],
      },
      {
        key: 'gatewayManage',
        label: ['网关管理', 'Gateway'],
        icon: 'router',
        pages: [{ lens: 'onlineDevice', icon: 'radio', points: ['approval', 'refusal', 'deadMessage'] }],
      },
    ],
  },
  {
    key: 'applyHome',
    label: ['应用管理', 'Applications'],
    path: '/applyHome',
    icon: 'layout-grid',
    below: [
      { key: 'applyManage', path: 'applyManage', label: ['应用菜单', 'Application menu'] },
      { key: 'applyHome/apply', path: '/apply', label: ['应用', 'Application'], icon: 'layout-grid' },
    ],
    groups: APPLICATION_GROUPS,
  },
]
