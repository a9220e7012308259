/** The sites of an application, for selection. */
import { useQuery } from '@tanstack/react-query'
import { readPage } from '#console/data/rows.ts'
import type { site } from '#modules/applications/site.noun.ts'

export const useSites = (appId: string | undefined) =>
  useQuery({
    queryKey: ['/api/admin/site', 'options', appId],
    queryFn: ({ signal }) => readPage<typeof site>('/api/admin/site', { appId, size: 100 }, signal),
    staleTime: 60_000,
    enabled: appId !== undefined,
  })
