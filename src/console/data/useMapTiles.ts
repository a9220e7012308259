/** The tiles that maps show, where the installation has a provider of them. */
import { useQuery } from '@tanstack/react-query'
import { fetchBlob, get } from '#console/data/request.ts'
import type { MapTiles } from '#console/kit/map/mapTiles.ts'

/** Null without tiles; undefined until that is known, and while it cannot be asked. */
export function useMapTiles(): MapTiles | null | undefined {
  const { data } = useQuery({
    queryKey: ['/api/map/tiles'],
    queryFn: async ({ signal }): Promise<MapTiles | null> => {
      const info = await get<Pick<MapTiles, 'attribution' | 'datum'> | null>('/api/map/tiles', undefined, {
        signal,
        quiet: true,
      })
      return (
        info && {
          ...info,
          load: (path, aborted) => fetchBlob(`/api/map/tiles/${path}`, { signal: aborted, quiet: true }),
        }
      )
    },
    staleTime: Infinity,
  })
  return data
}
