/** The default menu: areas at the top, groups, lenses and pages below, and their buttons. */
import { lensKeyOf, type DeviceClass, type PageKind } from '#model/device.ts'
import { permissionPoints, type Lens, type Noun } from '#model/noun.ts'
import type { MenuSeed } from '#server/ports.ts'
import { CLASS_PAGES } from './classPages.ts'
import { AREAS, type Area, type PageEntry } from './menuAreas.ts'
import { classes, lenses, nouns } from './registry.ts'

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
  const { key, label: name, path, icon, below = [] } = area
  return [
    menuRow({ key, parentKey: null, name, path, icon, type: '2', sort }),
    ...below.map(({ label, ...row }, depth) =>
      menuRow({ ...row, parentKey: below[depth - 1]?.key ?? key, name: label, sort: 0 }),
    ),
    ...area.groups.flatMap((group, groupSort) => {
      const groupKey = `${key}/${group.key}`
      const pages = group.pages.flatMap((entry, pageSort) => pageMenu(entry, groupKey, pageSort))
      const groupRow = menuRow({
        key: groupKey,
        parentKey: below.at(-1)?.key ?? key,
        name: group.label,
        path: null,
        icon: group.icon,
        sort: groupSort * 100,
      })
      return pages.length ? [groupRow, ...pages] : []
    }),
  ]
}

const classesWith = (ability: string): readonly string[] =>
  [...classes.values()].filter(one => one.abilities.some(({ name }) => name === ability)).map(({ key }) => key)

function pageMenu(entry: PageEntry, parentKey: string, sort: number): MenuSeed[] {
  const lens = 'lens' in entry ? lenses.get(entry.lens) : undefined
  const shown = 'lens' in entry ? lens : entry
  if (!shown) return []
  const { path, label: name } = shown
  const { icon = null, points = [], ability, beyondPlaces } = entry
  const key = `page.${path}`
  return [
    menuRow({
      ...{ key, parentKey, name, path, icon, sort },
      ...(beyondPlaces ? { beyondPlaces } : {}),
      ...(ability ? { classes: classesWith(ability) } : {}),
    }),
    ...[...(lens ? [lens.of] : []), ...points].flatMap(named => {
      const [noun, only] = named.split(':')
      return buttons(key, nouns.get(noun!)).filter(row => only === undefined || row.permission?.endsWith(`:${only}`))
    }),
  ]
}

/** The nouns of the other lists on its page. */
const ofTabs = ({ tabs = [] }: Lens): readonly string[] => tabs.flatMap(key => lenses.get(key)?.of ?? [])

function classMenu(deviceClass: DeviceClass, sort: number): MenuSeed[] {
  const { key: classKey, label, icon, pages } = deviceClass
  const key = `class.${classKey}`
  const kinds = (Object.keys(CLASS_PAGES) as PageKind[]).filter(kind => pages.includes(kind))
  return [
    menuRow({ key, parentKey: 'applyManage', name: label, path: `/${classKey}`, icon, sort, classes: [classKey] }),
    ...kinds.flatMap((kind, index) => {
      const pageKey = `${key}.${kind}`
      const own = deviceClass.lenses?.[kind] ? lenses.get(lensKeyOf(deviceClass, kind)) : undefined
      const name = own?.label ?? CLASS_PAGES[kind].label
      return [
        menuRow({
          ...{ key: pageKey, parentKey: key, name, path: `/${classKey}/${kind}`, sort: index },
          classes: [classKey],
        }),
        ...(own ? [own.of, ...ofTabs(own)] : CLASS_PAGES[kind].nouns).flatMap(noun =>
          buttons(pageKey, nouns.get(noun)),
        ),
      ]
    }),
  ]
}
