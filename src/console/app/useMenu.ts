/** The menu of the person signed in, as the server gives it; inside an application, what that application has. */
import { useQuery } from '@tanstack/react-query'
import type { MenuNode } from '#console/app/menuTree.ts'
import { get } from '#console/data/request.ts'
import { useLanguage } from '#console/kit/language.tsx'

export const useMenu = (
  appId: string | undefined,
): { menu: readonly MenuNode[] | undefined; failed: boolean; retry: () => void } => {
  const language = useLanguage()
  const { data, isError, refetch } = useQuery({
    queryKey: ['/api/admin/menu', 'own', appId ?? null, language],
    queryFn: ({ signal }) => get<readonly MenuNode[]>('/api/admin/menu', appId ? { appId } : {}, { signal }),
    staleTime: 60_000,
  })
  return { menu: data, failed: isError && !data, retry: () => void refetch() }
}
