/** The state of a list without its appearance: filters, rows, selected, open and edited rows, and actions. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { columnsOf } from '#console/crud/list/columnsOf.tsx'
import { filterNames } from '#console/crud/list/filterQuery.ts'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { buttonVisibility } from '#console/crud/list/buttonVisibility.ts'
import { failureWords, listState, loadErrorOf } from '#console/crud/list/listState.ts'
import type { Row } from '#model/row.ts'
import { useActs } from '#console/crud/act/useActs.ts'
import { useEditing } from '#console/crud/form/useEditing.ts'
import { useListAddress, type ListAddress } from '#console/crud/list/useListAddress.ts'
import { useListLive } from '#console/crud/list/useListLive.ts'
import { fixedQuery, type Found, type FindRows, type Scope } from '#console/crud/list/useRows.ts'
import { useSelected } from '#console/crud/list/useSelected.ts'
import { can } from '#console/data/me.ts'
import { useDensity } from '#console/kit/table/density.ts'
import { useTranslate } from '#console/kit/language.tsx'

export type ListProps = PageProps & { lens: Lens; noun: Noun; pieces: LensPieces }

const useColumns = (noun: Noun, lens: Lens, changes: LensPieces['columns']) => {
  const translate = useTranslate()
  return useMemo(() => columnsOf(noun, lens, translate, changes), [noun, lens, translate, changes])
}

/** An address that asks for the form of a new row opens it once. */
const useAdding = ({ adding, patch }: ListAddress, open: false | ((row: null) => void)): void =>
  useEffect(() => {
    if (!adding) return
    if (open) open(null)
    patch({ add: undefined }, { replace: true })
  }, [adding])

/** `useFound` fetches the rows; it must be the same hook at each call. */
export const useList = <F extends Found>(
  { lens, noun, appId, deviceClass, pieces }: ListProps,
  useFound: (...asked: Parameters<FindRows>) => F,
) => {
  const names = useMemo(() => filterNames(noun, lens), [noun, lens])
  const address = useListAddress(names, lens.key)
  const density = useDensity(lens.key)
  const { setRow, row: openId, setPage, page, pageSize } = address
  const scope = useMemo(
    (): Scope => ({ noun, lens, appId, deviceClass, where: pieces.where }),
    [noun, lens, appId, deviceClass, pieces.where],
  )
  const found = useFound(scope, address)
  const { rows, total, error, waiting, filters } = found
  const selected = useSelected(rows, JSON.stringify([filters, page, pageSize]))
  /** The row in the form; null is a new one. */
  const [editing, setEditing] = useEditing(noun)
  /** The row whose disabled form is open. */
  const [viewing, setViewing] = useState<Row>()
  const live = useListLive({ lens, noun, found, page, ofAll: pieces.followsAll ?? false, selected })

  const latestOpen = useRef(openId)
  latestOpen.current = openId
  const { drop } = selected
  const onRemoved = useCallback(
    (ids: readonly string[]): void => {
      drop(ids)
      if (latestOpen.current && ids.includes(latestOpen.current)) setRow(undefined)
    },
    [drop, setRow],
  )
  const acts = useActs(noun, lens, can, onRemoved)
  const { may } = acts
  const offers = useMemo(() => buttonVisibility(lens, may, pieces.buttons), [lens, pieces.buttons, may])
  useAdding(address, offers('add') && setEditing)

  // After the last row of the last page was removed, the new last page is shown.
  useEffect(() => {
    if (rows.length === 0 && page > 1 && total) setPage(Math.max(1, Math.ceil(total / pageSize)), pageSize)
  }, [rows, total])

  const columns = useColumns(noun, lens, pieces.columns)
  const onOpen = useCallback(
    (row: Row): void => (pieces.onOpen ? pieces.onOpen(row) : setRow(row.id)),
    [pieces, setRow],
  )
  return {
    ...{ noun, lens, deviceClass, pieces, address, density, columns, selected, live, acts, offers, onOpen },
    ...{ editing, setEditing, viewing, setViewing },
    title: pieces.title ?? lens.label,
    found,
    state: listState({ error, waiting, count: rows.length, filtered: Object.keys(address.filters).length > 0 }),
    failure: failureWords(error),
    /** The message in place of the rows. */
    loadError: loadErrorOf(error),
    /** The initial values of a new row. */
    start: useMemo(() => ({ ...fixedQuery(scope), ...pieces.start }), [scope, pieces.start]),
    onView: lens.viewIn === 'dialog' ? setViewing : onOpen,
  }
}
export type List<F extends Found = Found> = ReturnType<typeof useList<F>>
