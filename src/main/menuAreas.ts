/** Areas, groups and pages of the default menu, in order. */
import { DATA_CENTRE } from '#base/boardTexts.ts'
import { APPLICATIONS, PEOPLE } from '#base/subjectTexts.ts'
import type { Text } from '#base/text.ts'

export interface PageEntry {
  path: string
  label: Text
  icon?: string
  points?: readonly string[]
  /** About whole applications: not in the menu of accounts that are limited to places. */
  beyondPlaces?: true
}
export interface Area {
  key: string
  label: Text
  path: string
  icon: string
  /** A node between the area and its groups, which then have their own paths, for clients that look up the menu by path. */
  below?: { key: string; path: string; label: Text }
  groups: readonly { key: string; label: Text; icon: string; pages: readonly (string | PageEntry)[] }[]
}

/** A string names a lens; an object is a page that is more than a lens, with the nouns whose permission points it needs. */
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
          'user',
          'employee',
          {
            path: '/systemManage/employeePermission',
            label: ['员工权限', 'Staff rights'],
            icon: 'key-round',
            points: ['user'],
          },
          'role',
          'menu',
          'loginLog',
        ],
      },
      {
        key: 'companies',
        label: ['合作与应用', 'Partners and apps'],
        icon: 'share-2',
        pages: [
          'agencyEmp',
          'supplierEmp',
          'platformUser',
          'applyCheck',
          'applyList',
          'scenarioCategoryManage',
          'templateEdit',
        ],
      },
      {
        key: 'service',
        label: ['报修与留言', 'Repairs, messages'],
        icon: 'wrench',
        pages: ['equipmentReport', 'reportRecord', 'leaveMessage'],
      },
      {
        key: 'content',
        label: ['内容与发布', 'Content, releases'],
        icon: 'file-text',
        pages: ['sysDocsManage', 'sysDocsOrg', 'advertisingManage', 'apkManage'],
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
          'deviceWarehouse',
          'deviceModel',
          'deviceVendor',
          'deviceType',
          'deviceCategory',
          'syncTask',
          'deviceLog',
          'platformWord',
        ],
      },
      { key: 'gatewayManage', label: ['网关管理', 'Gateway'], icon: 'router', pages: ['onlineDevice'] },
    ],
  },
  {
    key: 'applyHome',
    label: ['应用管理', 'Applications'],
    path: '/applyHome',
    icon: 'layout-grid',
    below: { key: 'applyManage', path: 'applyManage', label: ['应用菜单', 'Application menu'] },
    groups: [
      {
        key: 'apply',
        label: ['应用', 'Application'],
        icon: 'layout-grid',
        pages: [
          {
            path: '/apply/apply',
            label: ['应用总览', 'Overview'],
            icon: 'layout-dashboard',
            points: ['application', 'scenarioCategory:list', 'customTemplate:list'],
          },
          'siteManage',
          'location',
          'deviceGroup',
          'command',
          { path: '/apply/customPerson/default', label: PEOPLE, icon: 'users', points: ['person'] },
          {
            path: '/apply/customOrganization/default',
            label: ['组织', 'Organisation'],
            icon: 'network',
            points: ['organization'],
          },
          'authGroup',
          'timePlan',
          'doorSetting',
          'programme',
          'forbiddenWord',
          {
            path: '/apply/guard',
            label: ['门岗', 'Gate post'],
            icon: 'shield',
            points: ['application:view', 'passRecord', 'site:list', 'deviceBind:list', 'command:send', 'command:view'],
          },
          'alarm',
          'escalation',
          { path: '/apply/recordQuery', label: ['记录查询', 'Records'], icon: 'scroll-text', points: ['passRecord'] },
          'apiKey',
        ],
      },
    ],
  },
]
