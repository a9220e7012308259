/** Which rows of a list are chosen: some of the page, or every row that the filters let through. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Row } from '#model/row.ts'

const none: ReadonlySet<string> = new Set()

export type Selected = {
  ids: ReadonlySet<string>
  /** Those of the page. */
  rows: readonly Row[]
  /** Every row of the query, on whatever page. */
  whole: boolean
  set: (ids: ReadonlySet<string>) => void
  chooseWhole: () => void
  clear: () => void
  /** Removed rows. */
  drop: (ids: readonly string[]) => void
}

/** `query` without page and order names the list: another filter begins with nothing chosen. */
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
