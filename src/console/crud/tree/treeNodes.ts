/** The nodes of a tree of rows, for choosing one; roots are below what they belong to, where their noun says so (`under`). */
import { nameOf } from '#console/crud/nameOf.ts'
import type { Branch } from '#console/crud/tree/treeRows.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { refName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'

/** Nodes of what the roots belong to; their id is that of the row after this. */
export const UNDER = 'under:'

export function treeNodes(
  noun: Noun,
  rows: readonly Branch[],
  more: (row: Branch) => Partial<TreeNode>,
  group: Partial<TreeNode> = { disabled: true },
): readonly TreeNode[] {
  const nodeOf = (row: Branch): TreeNode => ({
    id: row.id,
    label: nameOf(noun, row),
    ...more(row),
    children: (row.children ?? []).map(nodeOf),
  })
  const under = noun.tree?.under
  if (under === undefined) return rows.map(nodeOf)
  const groups = Map.groupBy(rows, row => String(row[under]))
  return [...groups].map(([id, roots]) => ({
    id: UNDER + id,
    label: String(roots[0]![refName(under)] ?? ''),
    fixed: true,
    ...group,
    children: roots.map(nodeOf),
  }))
}
