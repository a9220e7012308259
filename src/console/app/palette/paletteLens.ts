/** A lens as the command palette knows it, before its definition is loaded. */
import type { Text } from '#base/text.ts'
import type { Params } from '#model/row.ts'
import { inApp, type MenuNode } from '#console/app/menuTree.ts'

export interface PaletteLens {
  key: string
  path: string
  title: Text
  /** Key, label, address and name field of its noun. */
  of: string
  label: Text
  api: string
  name: string
  /** The fields that rows are found by; none: rows are not found. */
  found: readonly string[]
  adds: boolean
}

const pathsOf = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap(node => [...(node.path && node.type !== '1' ? [node.path] : []), ...pathsOf(node.children)])

const isOfClass = (lens: PaletteLens): boolean => lens.path.startsWith('/:')
const isOfApplication = (lens: PaletteLens): boolean => lens.path.startsWith('/apply/') || isOfClass(lens)

export type Placed = {
  lens: PaletteLens
  /** The page of a row, or of the list without one; undefined: it cannot be opened from here. */
  hrefOf: (row?: Params) => string | undefined
  /** The path of its first page in the menu. */
  path: string
}

/**
 * The lenses that the menu of the user leads to, with the addresses of their pages. In an application: those of applications.
 * Outside: all except the pages of device classes, whose devices the warehouse lists; a row leads into its application.
 */
export const placedLenses = (
  lenses: readonly PaletteLens[],
  menu: readonly MenuNode[],
  appId: string | undefined,
): readonly Placed[] => {
  const paths = pathsOf(menu)
  return lenses
    .filter(lens => (appId === undefined ? !isOfClass(lens) : isOfApplication(lens)))
    .flatMap((lens): Placed[] => {
      const pattern = new RegExp(`^${lens.path.replace(/:[^/]+/g, '[^/]+')}$`)
      const path = paths.find(one => pattern.test(one))
      if (path === undefined) return []
      return [
        {
          lens,
          path,
          hrefOf: row => {
            const owner = appId ?? (typeof row?.appId === 'string' ? row.appId : undefined)
            if (!isOfApplication(lens)) return path
            if (owner === undefined) return undefined
            if (!isOfClass(lens)) return inApp(path, owner)
            const own = row?.deviceClass
            return typeof own === 'string' ? inApp(lens.path.replace(':deviceClass', own), owner) : undefined
          },
        },
      ]
    })
}
