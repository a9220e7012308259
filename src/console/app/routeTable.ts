/** Which page answers which path: hand-written pages first, then the lenses, then the page for planned functions. Pure data from the registry. */
import { lensKeyOf } from '#model/device.ts'
import type { Lens } from '#model/noun.ts'
import { specRoutes } from '#console/app/specRoutes.ts'
import type { ConsoleRegistry } from '#console/data/registry.ts'

export type RouteEntry = {
  /** With `:name` parameters. */
  path: string
  /** `page`: a file of pages.ts; `lens`: generated; `area`: opens its first page; `none`: not available yet. */
  as: 'page' | 'lens' | 'area' | 'none'
  /** Name of the page file, or the area's path. */
  name: string
  lens?: Lens | undefined
  deviceClass?: string
}

const areaPaths = [
  '/home',
  '/commonHome',
  '/sysHome',
  '/hardwareHome',
  '/userCenterHome',
  '/operateManageHome',
  '/serviceHome',
  '/applyHome',
  '/applyLayout/:appId',
] as const

/** Paths of hand-written pages that are neither a lens nor a page kind of a device class. */
const pagePaths: Readonly<Record<string, readonly string[]>> = {
  dataCenter: ['/home/dataCenter', '/commonHome/dataCenter'],
  dataCenterV1: ['/home/dataCenterV1', '/commonHome/dataCenterV1'],
  agencyEmpAdd: ['/systemManage/agencyEmpAdd'],
  supplierEmpAdd: ['/systemManage/supplierEmpAdd'],
  applicationHome: ['/apply/apply/:appId'],
  guard: ['/apply/guard/:appId'],
  siteEdit: ['/apply/siteEdit/:appId'],
  security: ['/home/security', '/commonHome/security'],
  employeeAdd: ['/systemManage/employeeAdd'],
  employeePermission: ['/systemManage/employeePermission'],
  why: ['/why/:kind/:id', '/why/:kind/:id/:appId'],
  connectDevice: ['/connectDevice', '/connectDevice/:appId'],
}
/** Where a lens is shown besides its own path. */
const alsoAt: Readonly<Record<string, readonly string[]>> = { application: ['/commonHome/apply'] }

const IN_APP = '/:appId'
const ofApplication = (path: string): string => (path.startsWith('/apply/') ? path + IN_APP : path)

export const routeTable = ({ lenses, classIndex, pages }: ConsoleRegistry): readonly RouteEntry[] => {
  const table = new Map<string, RouteEntry>()
  const put = (entry: RouteEntry): void => {
    if (!table.has(entry.path)) table.set(entry.path, entry)
  }
  const as = (name: string): 'page' | 'lens' => (name in pages ? 'page' : 'lens')

  for (const [name, paths] of Object.entries(pagePaths))
    if (name in pages) for (const path of paths) put({ path, as: 'page', name })
  for (const deviceClass of classIndex) {
    for (const kind of deviceClass.pages) {
      const name = lensKeyOf(deviceClass, kind)
      const lens = lenses.get(name)
      if (name in pages || lens)
        put({ path: `/${deviceClass.key}/${kind}/:appId`, as: as(name), name, lens, deviceClass: deviceClass.key })
    }
  }
  // Lenses shown in the tabs of one page share its path; the page has the name of one of them.
  const byPage = [...lenses.values()].sort((a, b) => Number(b.key in pages) - Number(a.key in pages))
  for (const lens of byPage) {
    if (lens.path.startsWith('/:deviceClass/')) continue
    for (const path of [ofApplication(lens.path), ...(alsoAt[lens.key] ?? [])])
      put({ path, as: as(lens.key), name: lens.key, lens })
  }
  for (const path of areaPaths) put({ path, as: 'area', name: path })
  // An address that lacks the application shows the list of applications first; the choice opens the page.
  const choice = { as: 'lens', name: 'application', lens: lenses.get('application') } as const
  for (const { path, as: kind } of [...table.values()])
    if ((kind === 'page' || kind === 'lens') && path.endsWith(IN_APP))
      put({ path: path.slice(0, -IN_APP.length), ...choice })
  for (const path of specRoutes) put({ path, as: 'none', name: path })
  return [...table.values()]
}

/** Whether there is a page for a path of the menu, which may lack its application. */
export const builtPaths = (table: readonly RouteEntry[]): ((path: string) => boolean) => {
  const patterns = table
    .filter(entry => entry.as === 'page' || entry.as === 'lens')
    .flatMap(entry => [entry.path, entry.path.replace(/\/:appId$/, '')])
    .map(path => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`))
  return path => patterns.some(pattern => pattern.test(path))
}
