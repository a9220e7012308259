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

/** The rows of a list: one page, or a whole tree. */
export type Found = {
  rows: readonly Row[]
  /** Undefined until the first answer. */
  total: number | undefined
  /** There are more rows than `total`. */
  more: boolean
  /** The query of the list: filters and application, without page and order. */
  filters: Readonly<Record<string, string>>
  /** The number of rows for each value of the switch. */
  counts?: Readonly<Record<string, number>> | undefined
  /** Of several codes in a filter, those that no row has. */
  missing?: readonly string[] | undefined
  /** The number of rows of an export, if it is not `total`. */
  exported?: number | undefined
  /** The query, with page and order. */
  query: Readonly<Input>
  /** No answer yet. */
  waiting: boolean
  /** A request is under way. */
  loading: boolean
  /** The error of the last request, also while older rows are still shown. */
  error: unknown
  refetch: () => void
}
export type FindRows = (scope: Scope, address: ListAddress) => Found

const none: readonly Row[] = []

/** Filters that the user did not choose: those of the lens, and the class of the page. */
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
    missing: data?.missing,
    filters,
    query,
    waiting: isPending,
    loading: isPending || isFetching,
    error,
    refetch: () => void refetch(),
  }
}
