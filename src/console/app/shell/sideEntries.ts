/** The entries of the sidebar: the areas of the platform, or the groups of the current application. */
import { applicationGroups, inApp, pagesBelow, type MenuNode } from '#console/app/menuTree.ts'

export type SideLink = { id: string; label: string; href: string; path: string; icon: string | null }
export type SideGroup = { id: string; label: string; icon: string | null; links: readonly SideLink[] }
export type SideEntry = { kind: 'link'; link: SideLink } | { kind: 'group'; group: SideGroup }
/** `titled`: under the heading 设备类. */
export type SideSection = { id: string; titled: boolean; entries: readonly SideEntry[] }

const homes = ['/home', '/commonHome']

export const sideEntries = (
  menu: readonly MenuNode[],
  home: string,
  appId: string | undefined,
  isBuilt: (path: string) => boolean,
): readonly SideSection[] => {
  const linkOf = (node: MenuNode): SideLink => ({
    id: node.id,
    label: node.label,
    path: node.path ?? '',
    href: inApp(node.path ?? '', appId),
    icon: node.icon,
  })
  const linksOf = (node: MenuNode): readonly SideLink[] =>
    pagesBelow(node)
      .filter(page => isBuilt(page.path ?? ''))
      .map(linkOf)
  const groupOf = (node: MenuNode, label = node.label, icon = node.icon): readonly SideEntry[] => {
    const links = linksOf(node)
    return links.length ? [{ kind: 'group', group: { id: node.id, label, icon, links } }] : []
  }
  if (appId !== undefined) {
    const groups = applicationGroups(menu)
    const own = groups.filter(group => pagesBelow(group).some(page => page.path?.startsWith('/apply/')))
    const links = own.flatMap(linksOf)
    return [
      { id: 'own', titled: false, entries: links.map(link => ({ kind: 'link', link })) },
      {
        id: 'classes',
        titled: true,
        entries: groups.filter(group => !own.includes(group)).flatMap(group => groupOf(group)),
      },
    ]
  }
  const entries = menu
    .filter(area => area.path !== '/applyHome' && (!homes.includes(area.path ?? '') || area.path === home))
    .flatMap((area): readonly SideEntry[] => {
      if (homes.includes(area.path ?? '')) return linksOf(area).map(link => ({ kind: 'link', link }))
      const groups = area.children.filter(child => child.type !== '1' && child.children.length)
      return groups.length > 1 ? groups.flatMap(group => groupOf(group)) : groupOf(area)
    })
  return [{ id: 'areas', titled: false, entries }]
}
