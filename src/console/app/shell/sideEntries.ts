/** The entries of the sidebar: the areas of the platform, or the groups of the current application. */
import { DEVICES } from '#base/subjectTexts.ts'
import { applicationGroups, homeOf, HOMES, inApp, pagesBelow, type MenuNode } from '#console/app/menuTree.ts'
import type { Words } from '#console/kit/language.tsx'

export type SideLink = { id: string; label: string; href: string; path: string; icon: string | null }
export type SideGroup = {
  id: string
  label: Words
  icon: string | null
  links: readonly SideLink[]
  /** The device classes. */
  groups?: readonly SideGroup[]
}
export type SideEntry = { kind: 'link'; link: SideLink } | { kind: 'group'; group: SideGroup }

type Given = { menu: readonly MenuNode[]; isBuilt: (path: string) => boolean }

const linksOf = (node: MenuNode, { isBuilt }: Given, appId?: string): readonly SideLink[] =>
  pagesBelow(node)
    .filter(page => isBuilt(page.path ?? ''))
    .map(page => ({
      id: page.id,
      label: page.label,
      path: page.path ?? '',
      href: inApp(page.path ?? '', appId),
      icon: page.icon,
    }))
const groupOf = (node: MenuNode, given: Given, appId?: string): readonly SideGroup[] => {
  const links = linksOf(node, given, appId)
  return links.length ? [{ id: node.id, label: node.label, icon: node.icon, links }] : []
}
const asGroups = (groups: readonly SideGroup[]): readonly SideEntry[] => groups.map(group => ({ kind: 'group', group }))
const asLinks = (links: readonly SideLink[]): readonly SideEntry[] => links.map(link => ({ kind: 'link', link }))

/** The group of the menu in which the device classes are shown. */
const DEVICE_GROUP = 'applyHome/device'

/** The groups and pages of an application; a group of one page is that page. Without an application, the addresses lead to the choice of one first. */
export const applicationEntries = (given: Given, appId: string | undefined): readonly SideEntry[] => {
  const above = applicationGroups(given.menu)
  const own = above.filter(group => pagesBelow(group).some(page => page.path?.startsWith('/apply/')))
  const groups = above.filter(group => !own.includes(group)).flatMap(group => groupOf(group, given, appId))
  const rows = own.flatMap(group => group.children.filter(child => child.type !== '1'))
  const devices = (node?: MenuNode): readonly SideEntry[] => {
    const { id = DEVICE_GROUP, label = DEVICES, icon = 'cpu' } = node ?? {}
    return asGroups([{ id, label, icon, groups, links: node ? linksOf(node, given, appId) : [] }])
  }
  const entries = rows.flatMap(row => {
    if (groups.length && row.key === DEVICE_GROUP) return devices(row)
    const links = linksOf({ ...row, children: [row] }, given, appId)
    return links.length > 1 ? asGroups(groupOf(row, given, appId)) : asLinks(links)
  })
  const placed = groups.length === 0 || rows.some(row => row.key === DEVICE_GROUP)
  return placed ? entries : [...entries, ...devices()]
}

/** The areas of the platform; of several homes only that of the user. */
export const areaEntries = (given: Given, home: string): readonly SideEntry[] => {
  const own = homeOf(given.menu, home)
  return given.menu
    .filter(area => area.path !== '/applyHome' && (!HOMES.includes(area.path ?? '') || area.path === own))
    .flatMap((area): readonly SideEntry[] => {
      if (HOMES.includes(area.path ?? '')) return asLinks(linksOf(area, given))
      const groups = area.children.filter(child => child.type !== '1' && child.children.length)
      return asGroups((groups.length > 1 ? groups : [area]).flatMap(group => groupOf(group, given)))
    })
}

export const sideEntries = (given: Given, home: string, appId: string | undefined): readonly SideEntry[] =>
  appId === undefined ? areaEntries(given, home) : applicationEntries(given, appId)

/** Every link of a group, with the group it is directly in. */
export const linksIn = (group: SideGroup): readonly { link: SideLink; group: SideGroup }[] => [
  ...group.links.map(link => ({ link, group })),
  ...(group.groups ?? []).flatMap(linksIn),
]
