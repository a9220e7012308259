/** The rows of a lens by the address, page by page; the current page remains until the next is loaded. */
import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { isCounted, type Lens, type Noun } from '#model/noun.ts'
import { filterQuery } from '#console/crud/list/filterQuery.ts'
import type { Page } from '#console/data/rows.ts'
import type { Input, Row } from '#model/row.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { registry } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'

export type Scope = {
  noun: Noun
  lens: Lens
  appId: string | undefined
  deviceClass: DeviceClass | undefined
  where: Readonly<Record<string, string>> | undefined
}

/** What a list was answered: one page of its rows, or a whole tree. */
export type Found = {
  rows: readonly Row[]
  /** Unknown until the first answer. */
  total: number | undefined
  /** There are more rows than `total`. */
  more: boolean
  /** Of the list: filters and application, without page and order. */
  filters: Readonly<Record<string, string>>
  /** How many rows each value of the switch would show. */
  counts?: Readonly<Record<string, number>> | undefined
  /** How many rows an export holds, where it is not `total`. */
  exported?: number | undefined
  /** The query, with page and order. */
  query: Readonly<Input>
  /** No answer yet. */
  waiting: boolean
  /** A request is under way. */
  loading: boolean
  /** Why the last question had no answer, also when older rows are still shown. */
  error: unknown
  refetch: () => void
}
export type FindRows = (scope: Scope, address: ListAddress) => Found

const none: readonly Row[] = []

/** Filters that no one chose: the lens's own, the class of the page. */
export const fixedQuery = ({ noun, lens, deviceClass, where }: Scope): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(lens.where ?? {}).map(([name, value]) => [name, String(value)])),
  ...(deviceClass && noun.fields.deviceClass ? { deviceClass: deviceClass.key } : {}),
  ...where,
})

export const useRows: FindRows = (scope, { filters: asked, page, pageSize, sort }) => {
  const { noun, lens, appId } = scope
  const filters = useMemo(
    () => ({ ...filterQuery(noun, lens, asked), ...fixedQuery(scope), ...(appId === undefined ? {} : { appId }) }),
    [scope, asked],
  )
  const query = useMemo(
    () => ({
      ...filters,
      current: page,
      size: pageSize,
      ...(sort ? { [sort.descending ? 'descs' : 'ascs']: sort.key } : {}),
    }),
    [filters, page, pageSize, sort],
  )
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [noun.api, 'page', query],
    queryFn: async ({ signal }) => {
      const found = await get<Page>(
        `${noun.api}/page`,
        { ...query, ...(lens.segments && isCounted(noun) ? { counts: lens.segments } : {}) },
        { signal, quiet: true },
      )
      await registry().prepareRows(noun.key, found.records)
      return found
    },
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.records ?? none,
    total: data?.total,
    more: data?.more ?? false,
    counts: data?.counts,
    filters,
    query,
    waiting: isPending,
    loading: isPending || isFetching,
    error,
    refetch: () => void refetch(),
  }
}
