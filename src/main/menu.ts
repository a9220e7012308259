/** The default menu: areas at the top, groups, lenses and pages below, and their buttons. */
import type { Text } from '#base/text.ts'
import { lensKeyOf, PAGE_KINDS, type DeviceClass, type PageKind } from '#model/device.ts'
import { permissionPoints, type Noun } from '#model/noun.ts'
import type { MenuSeed } from '#server/ports.ts'
import { AREAS, type Area, type PageEntry } from './menuAreas.ts'
import { classes, lenses, nouns } from './registry.ts'

const PAGE_LABELS: Record<PageKind, Text> = {
  equiSum: ['设备总览', 'Overview'],
  equi: ['设备管理', 'Devices'],
  authorize: ['授权管理', 'Authorisation'],
  person: ['人员管理', 'People'],
  discern: ['识别记录', 'Records'],
  event: ['事件记录', 'Events'],
  union: ['联动管理', 'Linkage'],
  callback: ['回调管理', 'Callbacks'],
  log: ['扫码日志', 'Scans'],
  operateRecord: ['操作记录', 'Operations'],
  record: ['记录', 'Records'],
}
/** The nouns whose permission points belong to each kind of page. */
export const PAGE_NOUNS: Record<PageKind, readonly string[]> = {
  equi: ['deviceBind', 'command'],
  equiSum: ['deviceBind'],
  authorize: ['personAuth'],
  person: ['person'],
  discern: ['passRecord'],
  event: ['deviceEvent'],
  union: ['linkage', 'linkageRun'],
  callback: ['callback', 'delivery'],
  log: ['scanRecord', 'passCode'],
  operateRecord: ['deviceOperation'],
  record: [],
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
  'log',
  'operateRecord',
  'record',
]

/** Nouns that a lens needs besides its own, completely or a single point: users of the lens may select their rows. */
const ALSO: Record<string, readonly string[]> = {
  deviceWarehouse: ['deviceModel:list', 'deviceType:list'],
  authGroup: ['door'],
  employee: ['department'],
  onlineDevice: ['approval', 'refusal', 'deadMessage'],
  platformUser: ['brand', 'agency'],
  loginLog: ['operLog'],
  user: ['organisation', 'brand'],
  applyList: ['organisation:list'],
  advertisingManage: ['brand:list', 'application:list', 'device:list'],
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
  location: 'layout-grid',
  deviceGroup: 'layers',
  command: 'scroll-text',
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
  programme: 'monitor',
  forbiddenWord: 'file-text',
  platformWord: 'file-text',
  doorSetting: 'door-closed',
  alarm: 'siren',
  escalation: 'bell',
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

const menuRow = (
  row: Pick<MenuSeed, 'key' | 'parentKey' | 'name' | 'path' | 'sort'> & Partial<MenuSeed>,
): MenuSeed => ({ icon: null, type: '0', permission: null, ...row })

/** Every row of the default menu, parents before children. Pages that do not exist are left out. */
export const defaultMenu = (): MenuSeed[] => [
  ...AREAS.flatMap((area, sort) => areaMenu(area, sort * 10)),
  ...[...classes.values()].flatMap((deviceClass, sort) => classMenu(deviceClass, 1000 + sort * 10)),
]

function areaMenu(area: Area, sort: number): MenuSeed[] {
  const { key, label: name, path, icon, below } = area
  return [
    menuRow({ key, parentKey: null, name, path, icon, type: '2', sort }),
    ...(below ? [menuRow({ key: below.key, parentKey: key, name: below.label, path: below.path, sort: 0 })] : []),
    ...area.groups.flatMap((group, groupSort) => {
      const groupKey = `${key}/${group.key}`
      const groupRow = menuRow({
        key: groupKey,
        parentKey: below?.key ?? key,
        name: group.label,
        path: below ? `/${group.key}` : null,
        icon: group.icon,
        sort: groupSort * 100,
      })
      return [groupRow, ...group.pages.flatMap((entry, pageSort) => pageMenu(entry, groupKey, pageSort))]
    }),
  ]
}

function pageMenu(entry: string | PageEntry, parentKey: string, sort: number): MenuSeed[] {
  const lens = typeof entry === 'string' ? lenses.get(entry) : undefined
  if (typeof entry === 'string' && !lens) return []
  const page = lens
    ? { path: lens.path, label: lens.label, icon: ICONS[lens.key], points: [lens.of] }
    : (entry as PageEntry)
  const key = `page.${page.path}`
  const points = [...(page.points ?? []), ...(lens ? (ALSO[lens.key] ?? []) : [])]
  return [
    menuRow({
      ...{ key, parentKey, name: page.label, path: page.path, icon: page.icon ?? null, sort },
      ...('beyondPlaces' in page ? { beyondPlaces: true } : {}),
    }),
    ...points.flatMap(named => {
      const [noun, only] = named.split(':')
      return buttons(key, nouns.get(noun!)).filter(row => only === undefined || row.permission?.endsWith(`:${only}`))
    }),
  ]
}

function classMenu(deviceClass: DeviceClass, sort: number): MenuSeed[] {
  const { key: classKey, label, icon, pages } = deviceClass
  const key = `class.${classKey}`
  return [
    menuRow({ key, parentKey: 'applyManage', name: label, path: `/${classKey}`, icon, sort }),
    ...PAGE_ORDER.filter(kind => pages.includes(kind) && PAGE_KINDS.includes(kind)).flatMap((kind, index) => {
      const pageKey = `${key}.${kind}`
      const own = deviceClass.lenses?.[kind] ? lenses.get(lensKeyOf(deviceClass, kind)) : undefined
      const name = own?.label ?? PAGE_LABELS[kind]
      return [
        menuRow({ key: pageKey, parentKey: key, name, path: `/${classKey}/${kind}`, sort: index }),
        ...(own ? [own.of] : PAGE_NOUNS[kind]).flatMap(noun => buttons(pageKey, nouns.get(noun))),
      ]
    }),
  ]
}
