/** Searches the menu: the nodes above a path, the pages of an area, the first visible page. */

export interface MenuNode {
  id: string
  /** Of the definitions; rows that people added have none. */
  key?: string | null
  parentId: string
  name: string
  label: string
  path: string | null
  icon: string | null
  type: '0' | '1' | '2'
  sort: number
  children: readonly MenuNode[]
}

/** The node of a path and all above it, outermost first. */
export const nodesTo = (nodes: readonly MenuNode[], path: string): readonly MenuNode[] => {
  for (const node of nodes) {
    const below = nodesTo(node.children, path)
    if (below.length) return [node, ...below]
    if (node.path === path && node.children.every(child => child.type === '1')) return [node]
  }
  return []
}

/** Every page below, in the order shown. */
export const pagesBelow = (node: MenuNode): readonly MenuNode[] =>
  node.children.flatMap(child =>
    child.type === '1'
      ? []
      : child.children.some(one => one.type !== '1')
        ? pagesBelow(child)
        : child.path
          ? [child]
          : [],
  )

export const areaOf = (nodes: readonly MenuNode[], path: string): MenuNode | undefined =>
  nodes.find(node => node.path === path)

/** The two home areas: of the platform and the main account of a company, and of everybody else. */
export const HOMES: readonly string[] = ['/home', '/commonHome']

/**
 * The home area of a user: that of the account, or the other one where only that is in the menu. A main account of an agency
 * has the other one itself, and so can grant no other to its employees.
 */
export const homeOf = (nodes: readonly MenuNode[], home: string): string => {
  const has = (path: string): boolean => (areaOf(nodes, path)?.children.length ?? 0) > 0
  return has(home) ? home : (HOMES.find(has) ?? home)
}

/** The groups of an application: its own pages, and each device class. */
export const applicationGroups = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  (areaOf(nodes, '/applyHome')?.children ?? []).flatMap(node => (node.path === 'applyManage' ? node.children : [node]))

/** Where a page of the menu lies for an application: `/apply/siteManage` → `/apply/siteManage/7`. */
export const inApp = (path: string, appId: string | undefined): string =>
  appId === undefined ? path : `${path}/${appId}`
