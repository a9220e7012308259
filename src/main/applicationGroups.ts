/** The groups of the menu of an application, by work: pages of later modules have their place here. */
import { DEVICES, PEOPLE } from '#base/subjectTexts.ts'
import type { PageGroup } from './menuAreas.ts'

export const APPLICATION_GROUPS: readonly PageGroup[] = [
  {
    key: 'overview',
    label: ['概况', 'Overview'],
    icon: 'layout-dashboard',
    pages: [
      {
        path: '/apply/apply',
        label: ['应用总览', 'Overview'],
        icon: 'layout-dashboard',
        points: ['application', 'scenarioCategory:list', 'customTemplate:list'],
      },
    ],
  },
  {
    key: 'people',
    label: PEOPLE,
    icon: 'users',
    pages: [
      { path: '/apply/customPerson/default', label: PEOPLE, icon: 'users', points: ['person'] },
      {
        path: '/apply/customOrganization/default',
        label: ['组织', 'Organisation'],
        icon: 'network',
        points: ['organization'],
      },
    ],
  },
  {
    key: 'passage',
    label: ['通行', 'Access'],
    icon: 'door-closed',
    pages: [
      { lens: 'authGroup', icon: 'key-round', points: ['door'] },
      { path: '/apply/recordQuery', label: ['记录查询', 'Records'], icon: 'scroll-text', points: ['passRecord'] },
      {
        path: '/apply/guard',
        label: ['门岗', 'Gate post'],
        icon: 'shield',
        points: ['application:view', 'passRecord', 'site:list', 'deviceBind:list', 'command:send', 'command:view'],
      },
      { lens: 'timePlan', icon: 'clock' },
      { lens: 'doorSetting', icon: 'door-closed', ability: 'doors' },
    ],
  },
  { key: 'visit', label: ['访客', 'Visitors'], icon: 'user-check', pages: [] },
  { key: 'attendance', label: ['考勤', 'Attendance'], icon: 'calendar-clock', pages: [] },
  { key: 'parking', label: ['车场', 'Parking'], icon: 'square-parking', pages: [] },
  { key: 'charging', label: ['充电', 'Charging'], icon: 'plug-zap', pages: [] },
  { key: 'video', label: ['视频', 'Video'], icon: 'video', pages: [] },
  {
    key: 'alarm',
    label: ['告警与联动', 'Alarms, linkage'],
    icon: 'siren',
    pages: [
      { lens: 'alarm', icon: 'siren' },
      { lens: 'escalation', icon: 'bell' },
    ],
  },
  {
    key: 'place',
    label: ['场所', 'Places'],
    icon: 'map-pin',
    pages: [
      { lens: 'siteManage', icon: 'map-pin' },
      { lens: 'location', icon: 'layout-grid' },
    ],
  },
  {
    // The console shows the device classes in it too.
    key: 'device',
    label: DEVICES,
    icon: 'cpu',
    pages: [
      { lens: 'deviceGroup', icon: 'layers' },
      { lens: 'command', icon: 'scroll-text' },
      { lens: 'programme', icon: 'monitor', ability: 'board' },
      { lens: 'forbiddenWord', icon: 'file-text', ability: 'board' },
    ],
  },
  { key: 'setting', label: ['设置', 'Settings'], icon: 'settings', pages: [{ lens: 'apiKey', icon: 'key-round' }] },
]
