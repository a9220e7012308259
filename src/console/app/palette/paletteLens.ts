/** A lens as the command palette knows it, before its definition is loaded. */
import type { Text } from '#base/text.ts'
import type { Params } from '#model/row.ts'
import { inApp, type MenuNode } from '#console/app/menuTree.ts'

export interface PaletteLens {
  key: string
  path: string
  title: Text
  /** Key, label and address of its noun. */
  of: string
  label: Text
  api: string
  /** The fields that rows are found by, the one shown as the name first; none: rows are not found. */
  found: readonly string[]
  adds: boolean
}

type Page = { path: string; icon: string | null }
/** A page without an icon has that of its group. */
const pagesOf = (nodes: readonly MenuNode[], above: string | null = null): readonly Page[] =>
  nodes.flatMap(({ path, type, icon, children }) => [
    ...(path && type !== '1' ? [{ path, icon: icon ?? above }] : []),
    ...pagesOf(children, icon ?? above),
  ])

const isOfClass = (lens: { path: string }): boolean => lens.path.startsWith('/:')
const isOfApplication = (lens: { path: string }): boolean => lens.path.startsWith('/apply/') || isOfClass(lens)

export type Placed<L extends { path: string } = PaletteLens> = {
  lens: L
  /** The page of a row, or of the list without one; undefined: it cannot be opened from here. */
  hrefOf: (row?: Params) => string | undefined
  /** That of its first page in the menu. */
  icon: string | null
}

/**
 * The lenses that the menu of the user leads to, with the addresses of their pages. In an application: those of applications.
 * Outside: all except the pages of device classes, whose devices the warehouse lists; a row leads into its application.
 */
export const placedLenses = <L extends { path: string }>(
  lenses: readonly L[],
  menu: readonly MenuNode[],
  appId: string | undefined,
): readonly Placed<L>[] => {
  const pages = pagesOf(menu)
  return lenses
    .filter(lens => (appId === undefined ? !isOfClass(lens) : isOfApplication(lens)))
    .flatMap((lens): Placed<L>[] => {
      const pattern = new RegExp(`^${lens.path.replace(/:[^/]+/g, '[^/]+')}$`)
      const page = pages.find(one => pattern.test(one.path))
      if (!page) return []
      const { path, icon } = page
      return [
        {
          lens,
          icon,
          hrefOf: row => {
            const owner = appId ?? (typeof row?.appId === 'string' ? row.appId : undefined)
            if (!isOfApplication(lens)) return path
            // The list first asks for the application; a row without one has no page.
            if (owner === undefined) return row ? undefined : path
            if (!isOfClass(lens)) return inApp(path, owner)
            const own = row?.deviceClass
            return typeof own === 'string' ? inApp(lens.path.replace(':deviceClass', own), owner) : undefined
          },
        },
      ]
    })
}
