/** The visible rows of a tree: what is open, or everything a search finds with the way to it. */
export type TreeNode = {
  id: string
  label: string
  note?: string
  children?: readonly TreeNode[]
  /** Shown but not to be chosen. */ disabled?: boolean
  /** Stands for many: one may add below it, and neither edit, delete nor drag it. */ fixed?: true
}
export type TreeRow = {
  node: TreeNode
  level: number
  parentId: string | undefined
  open: boolean | undefined
  place: number
  siblings: number
}

/** `needle` is lower case; '' shows by `opened`. */
export const flattenTree = (
  nodes: readonly TreeNode[],
  opened: ReadonlySet<string>,
  needle: string,
): readonly TreeRow[] => {
  const rows: TreeRow[] = []
  const found = needle === '' ? undefined : matching(nodes, needle)
  const walk = (list: readonly TreeNode[], level: number, parentId: string | undefined): void => {
    const kept = found ? list.filter(node => found.has(node.id)) : list
    kept.forEach((node, at) => {
      const parent = Boolean(node.children?.length)
      const open = parent ? found !== undefined || opened.has(node.id) : undefined
      rows.push({ node, level, parentId, open, place: at + 1, siblings: kept.length })
      if (open && node.children) walk(node.children, level + 1, node.id)
    })
  }
  walk(nodes, 1, undefined)
  return rows
}

/** What matches, everything above it, and everything below what matches. */
const matching = (nodes: readonly TreeNode[], needle: string): ReadonlySet<string> => {
  const kept = new Set<string>()
  const walk = (node: TreeNode, above: boolean): boolean => {
    const own = above || node.label.toLowerCase().includes(needle)
    let any = own
    for (const child of node.children ?? []) if (walk(child, own)) any = true
    if (any) kept.add(node.id)
    return any
  }
  for (const node of nodes) walk(node, false)
  return kept
}
