/** Chosen branches of a tree: a chosen node means all below it. */
import type { TreeNode } from '#console/kit/table/flattenTree.ts'

/** The ids of these nodes and of all below them. */
export function withBelow(
  nodes: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  inside = false,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodes) {
    const own = inside || chosen.has(node.id)
    if (own) found.add(node.id)
    for (const id of withBelow(node.children ?? [], chosen, own)) found.add(id)
  }
  return found
}

/** Of ticked nodes those that are below no other ticked one. A node that was unticked takes its tick from what is above it. */
export function topmost(
  nodes: readonly TreeNode[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly string[] {
  const loses = (node: TreeNode): boolean =>
    (before.has(node.id) && !after.has(node.id)) || (node.children ?? []).some(loses)
  return nodes.flatMap(node =>
    after.has(node.id) && !loses(node) ? [node.id] : topmost(node.children ?? [], before, after),
  )
}
