/** Documents of rows: their names, and opening one by a link valid for two minutes. */
import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { NO_FILE } from '#base/dialogTexts.ts'
import { get, post, RequestError } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'

export type StoredDocument = { id: string; name: string; bytes: number }

const api = '/api/admin/sys-file'

export const useDocuments = (ids: readonly string[]): ReadonlyMap<string, StoredDocument> => {
  const { data } = useQuery({
    queryKey: [api, 'info', ids],
    queryFn: ({ signal }) =>
      get<readonly StoredDocument[]>(`${api}/info`, { ids: ids.join(',') }, { signal, quiet: true }),
    enabled: ids.length > 0,
    // A document never changes under its id.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map((data ?? []).map(one => [one.id, one])), [data])
}

export const openDocument = async (id: string): Promise<void> => {
  try {
    const { url } = await post<{ url: string }>(`${api}/${id}/link`)
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    if (!(error instanceof RequestError && error.shown)) toast.error(NO_FILE)
  }
}
