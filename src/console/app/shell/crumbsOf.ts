/** The breadcrumb of a page: the application or the area, the group, the page. */
import { CONNECT_A_DEVICE } from '#base/listTexts.ts'
import { YOUR_ACCOUNT } from '#base/texts.ts'
import { nodesTo, type MenuNode } from '#console/app/menuTree.ts'
import type { RouteEntry } from '#console/app/routeTable.ts'
import type { Words } from '#console/kit/language.tsx'

type Place = {
  path: string
  appId: string | undefined
  appName: string | undefined
  menu: readonly MenuNode[]
  table: readonly RouteEntry[]
}
type Crumb = { label: Words; href?: string }

/** Pages that the menu reaches only through the list they belong to. */
const lists: Readonly<Record<string, string>> = {
  '/systemManage/agencyEmpAdd': '/systemManage/agencyEmp',
  '/systemManage/supplierEmpAdd': '/systemManage/supplierEmp',
  '/systemManage/employeeAdd': '/systemManage/employee',
  '/apply/siteEdit': '/apply/siteManage',
}
/** The path of a page in the menu: its own, or that of its list, both with their application. */
export function menuPath(path: string): string {
  const page = Object.keys(lists).find(one => path === one || path.startsWith(`${one}/`))
  return page === undefined ? path : lists[page]! + path.slice(page.length)
}

/** Pages that no menu leads to and no lens names. */
const pageNames: Readonly<Record<string, Words>> = {
  why: ['经过', 'The story'],
  security: YOUR_ACCOUNT,
  agencyEmpAdd: ['新增代理商', 'New agency'],
  supplierEmpAdd: ['新增供应商', 'New supplier'],
  employeeAdd: ['新增员工', 'New employee'],
  siteEdit: ['站点信息', 'Site details'],
  connectDevice: CONNECT_A_DEVICE,
}

const patternOf = (entry: RouteEntry): RegExp => new RegExp(`^${entry.path.replace(/:[^/]+/g, '[^/]+')}$`)

export const crumbsOf = ({ path, appId, appName, menu, table }: Place): readonly Crumb[] => {
  const bare = appId !== undefined && path.endsWith(`/${appId}`) ? path.slice(0, -appId.length - 1) : path
  const nodes = nodesTo(menu, bare).filter(node => node.path !== 'applyManage')
  const list = lists[bare]
  if (nodes.length === 0 && list !== undefined) {
    const above = crumbsOf({ path: list, appId, appName, menu, table })
    const page = pageNames[bare.slice(bare.lastIndexOf('/') + 1)] ?? ''
    const href = appId === undefined ? list : `${list}/${appId}`
    return [...above.map((crumb, at) => (at === above.length - 1 ? { ...crumb, href } : crumb)), { label: page }]
  }
  const application: Crumb[] = appId === undefined ? [] : [{ label: appName ?? '…', href: `/applyLayout/${appId}` }]
  if (nodes.length > 0) {
    const names = nodes
      .filter(
        (node, at) =>
          at === nodes.length - 1 ||
          (at > 0 ? node.label !== nodes[0]?.label || appId !== undefined : appId === undefined && nodes.length > 1),
      )
      .filter(node => !(appId !== undefined && node.path === '/applyHome'))
    const shown = names.filter((node, at) => names.findIndex(one => one.label === node.label) === at)
    // The group of an application's own pages would repeat the application.
    const own =
      appId === undefined ? shown : shown.filter((node, at) => at === shown.length - 1 || !bare.startsWith('/apply/'))
    return [...application, ...own.map((node): Crumb => ({ label: node.label }))]
  }
  const entry = table.find(one => patternOf(one).test(path))
  const own: Words = entry?.lens
    ? entry.lens.label
    : entry?.as === 'none'
      ? ['暂未开放', 'Not available yet']
      : entry
        ? (pageNames[entry.name] ?? '')
        : ['页面不存在', 'Page not found']
  return [...application, ...(own ? [{ label: own }] : [])]
}
