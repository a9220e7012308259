/** A whole tree of rows. It is filtered here, so that matching rows are shown with their ancestors. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { flattenRows, type Branch } from '#console/crud/tree/treeRows.ts'
import { fixedQuery, type Found, type FindRows } from '#console/crud/list/useRows.ts'
import { get } from '#console/data/request.ts'

const nothing: readonly Branch[] = []

/** `tree` are its roots; `rows` are all of its rows. */
export const useTree = (scope: Parameters<FindRows>[0]): Found & { tree: readonly Branch[] } => {
  const { noun, appId } = scope
  const query = useMemo(() => ({ ...fixedQuery(scope), ...(appId === undefined ? {} : { appId }) }), [scope])
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [noun.api, 'tree', query],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, query, { signal, quiet: true }),
  })
  const tree = data ?? nothing
  const rows = useMemo(() => flattenRows(tree, 'all', undefined), [tree])
  return {
    tree,
    rows,
    total: data && rows.length,
    more: false,
    filters: query,
    query,
    waiting: isPending,
    loading: isPending || isFetching,
    error,
    refetch: () => void refetch(),
  }
}
