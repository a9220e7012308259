/** The state of a list is stored in the address (filters, page, order, open row), so that the back button and links work. */
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultPageSize, pageSizes } from '#console/kit/table/Pager.tsx'
import type { Sort } from '#console/kit/table/column.ts'
import { keepFitting, useFittingSize, wantsFitting } from '#console/kit/table/density.ts'

export type Filters = Readonly<Record<string, string>>
type Change = Readonly<Record<string, string | undefined>>

/** `list` is the name of the list, whose density determines how many rows fit. */
export const useListAddress = (names: readonly string[], list = '') => {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const go = useNavigate()
  const text = JSON.stringify(search)
  const { fit, wanted } = useFittingSize(list)
  const usualSize = wanted ? fit : defaultPageSize
  const patch = useCallback(
    (change: Change, options: { replace?: boolean } = {}): void => {
      // The address itself is read, because two changes before the next render must both take effect.
      const now = Object.fromEntries(new URLSearchParams(location.search))
      void go({
        to: '.',
        search: { ...now, ...change } as never,
        replace: options.replace ?? false,
        resetScroll: false,
      })
    },
    [go],
  )
  return useMemo(() => {
    const filters: Filters = Object.fromEntries(names.flatMap(name => (search[name] ? [[name, search[name]]] : [])))
    const [key, direction] = (search.sort ?? '').split('.')
    const size = Number(search.size)
    return {
      filters,
      page: Math.max(1, Math.trunc(Number(search.current)) || 1),
      pageSize: (pageSizes as readonly number[]).includes(size) ? size : usualSize,
      fitting: { size: fit, on: wanted, onChoose: keepFitting },
      sort: key ? ({ key, descending: direction === 'desc' } as Sort) : undefined,
      row: search.row || undefined,
      /** The rows that were opened from references, the last one shown: `noun.id`. */
      refs: (search.ref ?? '').split(',').filter(Boolean),
      /** How the rows are drawn, where it is not the layout of the list. */
      show: search.show || undefined,
      /** The month of a calendar, `2026-11`. */
      month: /^\d{4}-(0[1-9]|1[0-2])$/.test(search.month ?? '') ? search.month : undefined,
      /** The address asks for the form of a new row. */
      adding: Boolean(search.add),
      patch,
      setFilters: (next: Change) => patch({ ...next, current: undefined, row: undefined, ref: undefined }),
      setPage: (page: number, pageSize: number) =>
        patch({
          current: page > 1 ? String(page) : undefined,
          // With the page size that fits the window, the first page needs no size. Later pages state it, because it
          // determines their first row.
          size: (wantsFitting() ? page === 1 && pageSize === fit : pageSize === defaultPageSize)
            ? undefined
            : String(pageSize),
        }),
      setSort: (sort: Sort | undefined) =>
        patch({ sort: sort && `${sort.key}.${sort.descending ? 'desc' : 'asc'}`, current: undefined }),
      // Moving through rows with j and k replaces the history entry, so that the back button leaves the list at once.
      setRow: (row: string | undefined) =>
        patch({ row, ref: undefined }, { replace: Boolean(search.row) && row !== undefined }),
      setRefs: (refs: readonly string[]) => patch({ ref: refs.join(',') || undefined }),
    }
  }, [text, names, patch, fit, wanted])
}
export type ListAddress = ReturnType<typeof useListAddress>
