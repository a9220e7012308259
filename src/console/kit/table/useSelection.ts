/** The selected rows of a page: one by one, a range with Shift, or all. */
import { useRef } from 'react'

type Given<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selected: ReadonlySet<string> | undefined
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}

export const useSelection = <Row>({ rows, rowKey, selected, onSelect }: Given<Row>) => {
  const lastToggled = useRef(-1)
  const toggle = (at: number, range = false): void => {
    const row = rows[at]
    if (!row || !onSelect) return
    const next = new Set(selected)
    const on = !next.has(rowKey(row))
    const [low, high] =
      range && lastToggled.current >= 0
        ? [Math.min(at, lastToggled.current), Math.max(at, lastToggled.current)]
        : [at, at]
    for (const one of rows.slice(low, high + 1))
      if (on) next.add(rowKey(one))
      else next.delete(rowKey(one))
    lastToggled.current = at
    onSelect(next)
  }
  const keysHere = rows.map(rowKey)
  const some = keysHere.some(key => selected?.has(key))
  const selection = onSelect && {
    some,
    all: some && keysHere.every(key => selected?.has(key)),
    onAll: (all: boolean): void => {
      const next = new Set(selected)
      for (const key of keysHere)
        if (all) next.add(key)
        else next.delete(key)
      onSelect(next)
    },
  }
  return { toggle, selection }
}
