/** The application of the route. */
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'

export interface Application {
  id: string
  name: string
  industry: number
  /** Of its clock. */
  zone: string
  deviceClasses: readonly string[]
  deviceCount?: number
  onlineCount?: number
  personCount?: number
  state?: number
}

export const useApplication = (appId: string | undefined): Application | undefined =>
  useQuery({
    queryKey: ['/api/admin/application', 'view', appId],
    queryFn: ({ signal }) => get<Application>(`/api/admin/application/${appId}`, { appId }, { signal, quiet: true }),
    enabled: appId !== undefined,
    staleTime: 60_000,
  }).data
