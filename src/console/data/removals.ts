/** Removals that the signed-in user can undo for ten minutes, also after leaving the page. */
import { useQuery } from '@tanstack/react-query'
import { queries, invalidateRows } from '#console/data/queries.ts'
import { get, post } from '#console/data/request.ts'

export interface Removal {
  /** What was removed with one act. */
  together: string
  noun: string
  nounName: string
  api: string
  appId: string | null
  ids: readonly string[]
  /** Of the first row. */
  name: string
  removedAt: string
  until: string
}
export interface Restored {
  restored: number
  /** Dependent rows that were not restored, because what they belonged to no longer exists. */
  left: number
  refused: readonly { id: string; reason: string }[]
}

const api = '/api/removal'
/** While something can be undone: what is over leaves the list. */
const lookMs = 15_000
const atOnceItems = 20

export const useRemovals = (): readonly Removal[] =>
  useQuery({
    queryKey: [api],
    queryFn: ({ signal }) => get<readonly Removal[]>(api, undefined, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.length ? lookMs : false),
  }).data ?? []

/** Throws what refuses a single row; of several, each is answered for. */
export const undoRemoval = async (of: Pick<Removal, 'api' | 'ids' | 'appId'>): Promise<Restored> => {
  const done = { restored: 0, left: 0, refused: [] as Restored['refused'][number][] }
  try {
    for (let at = 0; at < of.ids.length; at += atOnceItems) {
      const ids = of.ids.slice(at, at + atOnceItems)
      const part = await post<Restored>(
        `${of.api}/remove/undo`,
        { ids, ...(of.appId ? { appId: of.appId } : {}) },
        { quiet: true },
      )
      done.restored += part.restored
      done.left += part.left
      done.refused.push(...part.refused)
    }
    return done
  } finally {
    void invalidateRows(of.api)
    void queries.invalidateQueries({ queryKey: [api] })
  }
}
