/** People by doors for the current address, page by page; its rows are the people. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { filterQuery } from '#console/crud/list/filterQuery.ts'
import { fixedQuery, type FindRows, type Found } from '#console/crud/list/useRows.ts'
import { get } from '#console/data/request.ts'
import type { Matrix, MatrixPerson } from './matrix.ts'
import { ofSameDevices } from './ofSameDevices.ts'

/** Changes without a live message, such as an expiring right, are shown with at most this delay. */
const AGAIN_MS = 10_000
const none: readonly MatrixPerson[] = []

export const useMatrix = (
  scope: Parameters<FindRows>[0],
  address: Parameters<FindRows>[1],
): Found & { matrix?: Matrix } => {
  const { noun, lens, appId } = scope
  const { filters: asked, page, pageSize } = address
  const filters = useMemo(
    () => ({
      ...filterQuery(noun, lens, asked),
      ...fixedQuery(scope),
      ...(scope.deviceClass ? { deviceClass: scope.deviceClass.key } : {}),
      ...(appId === undefined ? {} : { appId }),
    }),
    [scope, asked],
  )
  const query = useMemo(() => ({ ...filters, current: page, size: pageSize }), [filters, page, pageSize])
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [noun.api, 'matrix', appId, scope.deviceClass?.key, query],
    queryFn: ({ signal }) => get<Matrix>(`${noun.api}/matrix`, query, { signal, quiet: true }),
    placeholderData: ofSameDevices(appId, scope.deviceClass?.key),
    refetchInterval: AGAIN_MS,
  })
  return {
    ...(data ? { matrix: data } : {}),
    rows: (data?.people ?? none) as unknown as Found['rows'],
    total: data?.total,
    more: false,
    exported: data?.counts.all,
    counts: data?.counts,
    filters,
    query,
    waiting: isPending,
    loading: isPending || isFetching,
    error,
    refetch: () => void refetch(),
  }
}
