/** The visible lines of rows that form a tree. */
export type Branching<Row> = Row & { children?: readonly Branching<Row>[] }
/** A row with its level; `open` is undefined for a leaf. */
export type TreeLine<Row> = Row & { line: { level: number; open: boolean | undefined } }

const lines = new WeakMap<object, TreeLine<object>>()
/** Returns the same object while the line has not changed, so that its row is not rendered again. */
const lineOf = <Row extends object>(row: Row, level: number, open: boolean | undefined): TreeLine<Row> => {
  const known = lines.get(row)
  if (known && known.line.level === level && known.line.open === open) return known as TreeLine<Row>
  const made = { ...row, line: { level, open } }
  lines.set(row, made)
  return made
}

/** With `found` only these rows are included, with their ancestors, which are open. */
export const treeLines = <Row extends object>(
  tree: readonly Branching<Row>[],
  keyOf: (row: Row) => string,
  opened: ReadonlySet<string> | 'all',
  found?: ReadonlySet<string> | undefined,
): readonly TreeLine<Branching<Row>>[] => {
  const result: TreeLine<Branching<Row>>[] = []
  const walk = (rows: readonly Branching<Row>[], level: number): void => {
    for (const row of rows) {
      if (found && !found.has(keyOf(row))) continue
      const children = row.children ?? []
      const open =
        children.length === 0
          ? undefined
          : opened === 'all' ||
            opened.has(keyOf(row)) ||
            (found !== undefined && children.some(child => found.has(keyOf(child))))
      result.push(lineOf(row, level, open))
      if (open) walk(children, level + 1)
    }
  }
  walk(tree, 0)
  return result
}
