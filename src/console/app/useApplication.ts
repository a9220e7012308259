/** The applications that the user may enter, and the one of the route. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'

export interface Application {
  id: string
  name: string
  industry: number
  /** Of its clock. */
  zone: string
  deviceClasses: readonly string[]
  /** Null for users who may not see applications. */
  deviceCount: number | null
}
export interface Applications {
  /** The latest of them. */
  records: readonly Application[]
  total: number
}

const API = '/api/admin/user/applications'
/** Begins like the key of their list, so that a change of an application is fetched again. */
const KEY = ['/api/admin/application', 'own'] as const

export const useApplication = (appId: string | undefined): Application | undefined =>
  useQuery({
    queryKey: [...KEY, { id: appId }],
    queryFn: ({ signal }) => get<Applications>(API, { id: appId }, { signal, quiet: true }),
    enabled: appId !== undefined,
    staleTime: 60_000,
  }).data?.records[0]

/** Those whose name contains `text`. */
export const useApplications = (
  text = '',
): { data: Applications | undefined; error: Error | null; waiting: boolean; retry: () => void } => {
  const name = text.trim()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...KEY, { name }],
    queryFn: ({ signal }) => get<Applications>(API, name ? { name } : {}, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return { data, error, waiting: isFetching, retry: () => void refetch() }
}
