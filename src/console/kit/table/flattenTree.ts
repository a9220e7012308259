/** The visible rows of a tree: those below open nodes, or everything a search finds with its ancestors. */
export type TreeNode = {
  id: string
  label: string
  note?: string
  children?: readonly TreeNode[]
  /** The node is shown but cannot be selected. */ disabled?: boolean
  /** The node is a group: children can be added, but it cannot be edited, deleted or dragged. */ fixed?: true
}
export type TreeRow = {
  node: TreeNode
  level: number
  parentId: string | undefined
  open: boolean | undefined
  place: number
  siblings: number
}

/** `needle` is in lower case; with '' the rows below `opened` nodes are shown. */
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

/** The matching nodes with their ancestors and descendants. */
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
