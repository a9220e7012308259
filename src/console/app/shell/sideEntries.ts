/** The entries of the sidebar: the areas of the platform, or the groups of the current application. */
import { applicationGroups, homeOf, HOMES, inApp, pagesBelow, type MenuNode } from '#console/app/menuTree.ts'

export type SideLink = { id: string; label: string; href: string; path: string; icon: string | null }
export type SideGroup = { id: string; label: string; icon: string | null; links: readonly SideLink[] }
export type SideEntry = { kind: 'link'; link: SideLink } | { kind: 'group'; group: SideGroup }
/** `titled`: under the heading 设备类. */
export type SideSection = { id: string; titled: boolean; entries: readonly SideEntry[] }

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
const groupOf = (node: MenuNode, given: Given, appId?: string): readonly SideEntry[] => {
  const links = linksOf(node, given, appId)
  return links.length ? [{ kind: 'group', group: { id: node.id, label: node.label, icon: node.icon, links } }] : []
}
const asLinks = (links: readonly SideLink[]): readonly SideEntry[] => links.map(link => ({ kind: 'link', link }))

/** The pages of an application. Without one, their addresses lead to the choice of an application first. */
export const applicationEntries = (given: Given, appId: string | undefined): readonly SideSection[] => {
  const groups = applicationGroups(given.menu)
  const own = groups.filter(group => pagesBelow(group).some(page => page.path?.startsWith('/apply/')))
  return [
    { id: 'own', titled: false, entries: asLinks(own.flatMap(group => linksOf(group, given, appId))) },
    {
      id: 'classes',
      titled: true,
      entries: groups.filter(group => !own.includes(group)).flatMap(group => groupOf(group, given, appId)),
    },
  ]
}

/** The areas of the platform; of several homes only that of the user. */
export const areaEntries = (given: Given, home: string): readonly SideSection[] => {
  const own = homeOf(given.menu, home)
  const entries = given.menu
    .filter(area => area.path !== '/applyHome' && (!HOMES.includes(area.path ?? '') || area.path === own))
    .flatMap((area): readonly SideEntry[] => {
      if (HOMES.includes(area.path ?? '')) return asLinks(linksOf(area, given))
      const groups = area.children.filter(child => child.type !== '1' && child.children.length)
      return groups.length > 1 ? groups.flatMap(group => groupOf(group, given)) : groupOf(area, given)
    })
  return [{ id: 'areas', titled: false, entries }]
}

export const sideEntries = (given: Given, home: string, appId: string | undefined): readonly SideSection[] =>
  appId === undefined ? areaEntries(given, home) : applicationEntries(given, appId)
