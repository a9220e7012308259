/** The sites of an application, for choosing one. */
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import type { Paged } from './DeviceRow.ts'

export const useSites = (appId: string | undefined) =>
  useQuery({
    queryKey: ['/api/admin/site', 'options', appId],
    queryFn: ({ signal }) =>
      get<Paged<{ id: string; name: string }>>('/api/admin/site/page', { appId, size: 100 }, { signal, quiet: true }),
    staleTime: 60_000,
    enabled: appId !== undefined,
  })
