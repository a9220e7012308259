/** A site on a page of its own: what it is and where, and beside it the tree of its locations. Without `id` it is a new one. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { PageProps } from '#console/app/PageProps.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { readRow } from '#console/data/rows.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { SiteForm } from './page/SiteForm.tsx'
import { site } from './site.noun.ts'

export default function SiteEdit({ appId }: PageProps) {
  const { id } = useSearch({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery({
    queryKey: [site.api, 'view', id, 'form'],
    queryFn: ({ signal }) => readRow<typeof site>(site.api, id!, { appId }, signal),
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (id !== undefined && !data)
    return (
      <Stack gap={16}>
        <PageHead title={['站点信息', 'Site details']} />
        <Card>{error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton lines={12} />}</Card>
      </Stack>
    )
  return <SiteForm key={`${data?.id ?? 'new'} ${data?.rev ?? 0}`} appId={appId} row={data} />
}
