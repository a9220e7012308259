/** The selected rows of a list: some of the page, or every row that matches the filters. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Row } from '#model/row.ts'

const none: ReadonlySet<string> = new Set()

export type Selected = {
  ids: ReadonlySet<string>
  /** The selected rows of the current page. */
  rows: readonly Row[]
  /** Every row of the query is selected, on all pages. */
  whole: boolean
  set: (ids: ReadonlySet<string>) => void
  chooseWhole: () => void
  clear: () => void
  /** Deselects removed rows. */
  drop: (ids: readonly string[]) => void
}

/** `query` without page and order identifies the list; another filter clears the selection. */
export const useSelected = (rows: readonly Row[], query: string): Selected => {
  const [{ ids, whole }, setChosen] = useState({ ids: none, whole: false })
  useEffect(() => setChosen({ ids: none, whole: false }), [query])
  const set = useCallback((next: ReadonlySet<string>) => setChosen({ ids: next, whole: false }), [])
  const chooseWhole = useCallback(() => setChosen(before => ({ ...before, whole: true })), [])
  const clear = useCallback(() => setChosen({ ids: none, whole: false }), [])
  const drop = useCallback(
    (gone: readonly string[]) =>
      setChosen(before => ({ whole: false, ids: new Set([...before.ids].filter(id => !gone.includes(id))) })),
    [],
  )
  return useMemo(
    () => ({ ids, rows: rows.filter(row => ids.has(row.id)), whole, set, chooseWhole, clear, drop }),
    [ids, rows, whole, set, chooseWhole, clear, drop],
  )
}
