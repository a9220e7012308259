/** The menu as it is when nobody has edited it: areas at the top, groups, lenses and pages below, buttons behind them. */
import type { Text } from '#base/text.ts'
import { PAGE_KINDS, type DeviceClass, type PageKind } from '#model/device.ts'
import { permissionPoints, type Noun } from '#model/noun.ts'
import type { MenuSeed } from '#server/ports.ts'
import { AREAS, type PageEntry } from './menuAreas.ts'
import { classes, lenses, nouns } from './registry.ts'

export const PAGE_LABELS: Record<PageKind, Text> = {
  equiSum: ['设备总览', 'Overview'],
  equi: ['设备管理', 'Devices'],
  authorize: ['授权管理', 'Authorisation'],
  person: ['人员管理', 'People'],
  discern: ['识别记录', 'Records'],
  event: ['事件记录', 'Events'],
  union: ['联动管理', 'Linkage'],
  callback: ['回调管理', 'Callbacks'],
}
/** What each page kind shows: the nouns whose permission points stand behind it. */
export const PAGE_NOUNS: Record<PageKind, readonly string[]> = {
  equi: ['deviceBind', 'command'],
  equiSum: ['deviceBind'],
  authorize: ['personAuth'],
  person: ['person'],
  discern: ['passRecord'],
  event: ['deviceEvent'],
  union: ['linkage', 'linkageRun'],
  callback: ['callback', 'delivery'],
}
const PAGE_ORDER: readonly PageKind[] = [
  'equiSum',
  'equi',
  'authorize',
  'person',
  'discern',
  'event',
  'union',
  'callback',
]

/** Nouns that a lens needs besides its own, whole or one point of them: who may open it may choose from them. */
const ALSO: Record<string, readonly string[]> = {
  application: ['scenarioCategory:list', 'customTemplate:list'],
  deviceWarehouse: ['deviceModel:list', 'deviceType:list'],
  authGroup: ['door'],
  employee: ['department'],
  onlineDevice: ['refusal', 'deadMessage'],
  platformUser: ['brand', 'agency'],
  loginLog: ['operLog'],
  user: ['organisation', 'brand'],
}

const ICONS: Record<string, string> = {
  user: 'user-cog',
  role: 'shield',
  menu: 'list-tree',
  loginLog: 'log-in',
  deviceWarehouse: 'warehouse',
  deviceModel: 'box',
  deviceVendor: 'factory',
  deviceType: 'shapes',
  deviceCategory: 'folder-tree',
  syncTask: 'refresh-cw',
  deviceLog: 'scroll-text',
  onlineDevice: 'radio',
  application: 'app-window',
  siteManage: 'map-pin',
  authGroup: 'key-round',
  timePlan: 'clock',
  platformUser: 'users',
  employee: 'users',
  supplierEmp: 'factory',
  agencyEmp: 'user-cog',
  advertisingManage: 'megaphone',
  sysDocsOrg: 'folder-tree',
  sysDocsManage: 'file-text',
  leaveMessage: 'mail',
  reportRecord: 'history',
  equipmentReport: 'wrench',
  scenarioCategoryManage: 'shapes',
  templateEdit: 'list-tree',
  apkManage: 'box',
  applyList: 'app-window',
  apiKey: 'key-round',
  applyCheck: 'clipboard-check',
}

function buttons(parentKey: string, noun: Noun | undefined): MenuSeed[] {
  return noun
    ? permissionPoints(noun).map(({ point, label }, sort) => ({
        key: `${parentKey}.${point}`,
        parentKey,
        name: label,
        path: null,
        icon: null,
        type: '1' as const,
        permission: point,
        sort,
      }))
    : []
}

/** Every row of the default menu, parents before children. What is not built does not appear. */
export function defaultMenu(): MenuSeed[] {
  const rows: MenuSeed[] = []
  for (const [areaSort, area] of AREAS.entries()) {
    rows.push({
      key: area.key,
      parentKey: null,
      name: area.label,
      path: area.path,
      icon: area.icon,
      type: '2',
      permission: null,
      sort: areaSort * 10,
    })
    if (area.below)
      rows.push({
        key: area.below.key,
        parentKey: area.key,
        name: area.below.label,
        path: area.below.path,
        icon: null,
        type: '0',
        permission: null,
        sort: 0,
      })
    for (const [groupSort, group] of area.groups.entries()) {
      const groupKey = `${area.key}/${group.key}`
      rows.push({
        key: groupKey,
        parentKey: area.below?.key ?? area.key,
        name: group.label,
        path: area.below ? `/${group.key}` : null,
        icon: group.icon,
        type: '0',
        permission: null,
        sort: groupSort * 100,
      })
      for (const [sort, entry] of group.pages.entries()) {
        const lens = typeof entry === 'string' ? lenses.get(entry) : undefined
        if (typeof entry === 'string' && !lens) continue
        const page = lens
          ? { path: lens.path, label: lens.label, icon: ICONS[lens.key], points: [lens.of] }
          : (entry as PageEntry)
        const key = `page.${page.path}`
        rows.push({
          key,
          parentKey: groupKey,
          name: page.label,
          path: page.path,
          icon: page.icon ?? null,
          type: '0',
          permission: null,
          sort,
        })
        for (const named of [...(page.points ?? []), ...(lens ? (ALSO[lens.key] ?? []) : [])]) {
          const [noun, only] = named.split(':')
          rows.push(
            ...buttons(key, nouns.get(noun!)).filter(row => only === undefined || row.permission?.endsWith(`:${only}`)),
          )
        }
      }
    }
  }
  for (const [sort, deviceClass] of [...classes.values()].entries())
    rows.push(...classMenu(deviceClass, 1000 + sort * 10))
  return rows
}

function classMenu(deviceClass: DeviceClass, sort: number): MenuSeed[] {
  const key = `class.${deviceClass.key}`
  const rows: MenuSeed[] = [
    {
      key,
      parentKey: 'applyManage',
      name: deviceClass.label,
      path: `/${deviceClass.key}`,
      icon: deviceClass.icon,
      type: '0',
      permission: null,
      sort,
    },
  ]
  const pages = PAGE_ORDER.filter(kind => deviceClass.pages.includes(kind) && PAGE_KINDS.includes(kind))
  for (const [index, kind] of pages.entries()) {
    const pageKey = `${key}.${kind}`
    rows.push({
      key: pageKey,
      parentKey: key,
      name: PAGE_LABELS[kind],
      path: `/${deviceClass.key}/${kind}`,
      icon: null,
      type: '0',
      permission: null,
      sort: index,
    })
    for (const noun of PAGE_NOUNS[kind]) rows.push(...buttons(pageKey, nouns.get(noun)))
  }
  return rows
}
