/** The visible lines of a tree of rows. */
import { choiceName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { Row } from '#console/crud/Row.ts'
import type { Filters } from '#console/crud/useListAddress.ts'

export type Branch = Row & { children?: readonly Branch[] }
/** `open` is undefined for a leaf. */
export type TreeLine = Branch & { line: { level: number; open: boolean | undefined } }

export const isTreeRow = (row: Row): row is TreeLine => 'line' in row

const lines = new WeakMap<Branch, TreeLine>()
/** The same object while nothing about the line has changed, so that its row is not drawn again. */
const lineOf = (row: Branch, level: number, open: boolean | undefined): TreeLine => {
  const known = lines.get(row)
  if (known && known.line.level === level && known.line.open === open) return known
  const made = { ...row, line: { level, open } }
  lines.set(row, made)
  return made
}

/** `found`: only these and, opened, the way to them. */
export const flattenRows = (
  tree: readonly Branch[],
  opened: ReadonlySet<string> | 'all',
  found: ReadonlySet<string> | undefined,
): readonly TreeLine[] => {
  const result: TreeLine[] = []
  const walk = (rows: readonly Branch[], level: number): void => {
    for (const row of rows) {
      if (found && !found.has(row.id)) continue
      const children = row.children ?? []
      const open =
        children.length === 0
          ? undefined
          : opened === 'all' ||
            opened.has(row.id) ||
            (found !== undefined && children.some(child => found.has(child.id)))
      result.push(lineOf(row, level, open))
      if (open) walk(children, level + 1)
    }
  }
  walk(tree, 0)
  return result
}

/** Rows that fit every filter, with all above them; undefined when nothing is asked. */
export const matchRows = (noun: Noun, tree: readonly Branch[], filters: Filters): ReadonlySet<string> | undefined => {
  const asked = Object.entries(filters)
  if (asked.length === 0) return undefined
  const fits = (row: Branch): boolean =>
    asked.every(([name, wanted]) => {
      const field = fieldOf(noun, name)
      if (field?.kind === 'choice')
        return choiceName(field, row[name]) !== undefined && wanted.split(',').includes(String(row[name]))
      return String(row[name] ?? '')
        .toLowerCase()
        .includes(wanted.toLowerCase())
    })
  const kept = new Set<string>()
  const walk = (row: Branch): boolean => {
    const below = (row.children ?? []).map(walk).some(Boolean)
    const own = below || fits(row)
    if (own) kept.add(row.id)
    return own
  }
  for (const row of tree) walk(row)
  return kept
}
