/** The visible lines of a tree of rows. */
import { choiceName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { readIn } from '#model/readIn.ts'
import { currentLanguage } from '#console/kit/language.tsx'
import type { Row } from '#model/row.ts'
import type { Filters } from '#console/crud/list/useListAddress.ts'
import { treeLines, type TreeLine } from '#console/kit/table/treeLines.ts'

export type Branch = Row & { children?: readonly Branch[] }

const keyOf = (row: Row): string => row.id

/** With `found` only these rows are included, with their ancestors, which are open. */
export const flattenRows = (
  tree: readonly Branch[],
  opened: ReadonlySet<string> | 'all',
  found: ReadonlySet<string> | undefined,
): readonly TreeLine<Branch>[] => treeLines<Row>(tree, keyOf, opened, found)

/** Rows that match every filter, with all their ancestors; undefined without a filter. */
export const matchRows = (noun: Noun, tree: readonly Branch[], filters: Filters): ReadonlySet<string> | undefined => {
  const asked = Object.entries(filters)
  if (asked.length === 0) return undefined
  const fits = (row: Branch): boolean =>
    asked.every(([name, wanted]) => {
      const field = fieldOf(noun, name)
      if (field?.kind === 'ref') return wanted.split(',').includes(String(row[name]))
      if (field?.kind === 'choice')
        return choiceName(field, row[name]) !== undefined && wanted.split(',').includes(String(row[name]))
      return String(row[readIn(noun, name, row, currentLanguage())] ?? '')
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
