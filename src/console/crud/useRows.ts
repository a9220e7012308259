/** The rows of a lens as the address asks for them, kept while the next page comes. */
import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { filterQuery } from '#console/crud/filterQuery.ts'
import type { Page } from '#console/crud/Row.ts'
import type { ListAddress } from '#console/crud/useListAddress.ts'
import { get } from '#console/data/request.ts'

export type Scope = {
  noun: Noun
  lens: Lens
  appId: string | undefined
  deviceClass: DeviceClass | undefined
  where: Readonly<Record<string, string>> | undefined
}

/** Filters that no one chose: the lens's own, the class of the page. */
export const fixedQuery = ({ noun, lens, deviceClass, where }: Scope): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(lens.where ?? {}).map(([name, value]) => [name, String(value)])),
  ...(deviceClass && noun.fields.deviceClass ? { deviceClass: deviceClass.key } : {}),
  ...where,
})

export const useRows = (scope: Scope, address: ListAddress, pageSize = address.pageSize) => {
  const { noun, lens, appId } = scope
  const { filters, page, sort } = address
  const query = useMemo(
    () => ({
      ...filterQuery(noun, lens, filters),
      ...fixedQuery(scope),
      ...(appId === undefined ? {} : { appId }),
      current: page,
      size: pageSize,
      ...(sort ? { [sort.descending ? 'descs' : 'ascs']: sort.key } : {}),
    }),
    [noun, lens, filters, appId, page, pageSize, sort, scope.deviceClass, scope.where],
  )
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [noun.api, 'page', query],
    queryFn: ({ signal }) => get<Page>(`${noun.api}/page`, query, { signal }),
    placeholderData: keepPreviousData,
  })
  return {
    data,
    query,
    loading: isPending || isFetching,
    waiting: isPending,
    error: error && !data ? error : undefined,
    refetch: () => void refetch(),
  }
}
