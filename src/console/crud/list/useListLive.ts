/** Updates a list after live messages about its rows. */
import type { Lens, Noun } from '#model/noun.ts'
import type { LiveState } from '#console/data/live.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import type { Found } from '#console/crud/list/useRows.ts'

type Shown = {
  lens: Lens
  noun: Noun
  found: Found
  page: number
  /** Messages of all device classes apply. */
  ofAll: boolean
}

export const useListLive = ({ lens, noun, found, page, ofAll }: Shown): LiveState => {
  const { filters, loading, refetch } = found
  const facts = noun.life === 'fact'
  return useLiveRefetch(
    lens.live
      ? {
          // Lists of facts follow messages of facts. Other lists follow sessions, commands and sync, but not each
          // reported value.
          type: facts ? ['fact'] : ['session', 'command', 'sync', noun.key],
          appId: filters.appId,
          deviceClass: ofAll ? undefined : filters.deviceClass,
        }
      : undefined,
    // New facts are on the first page. Later pages are not updated, so that rows do not move while they are read.
    { loading, refetch, paused: facts && page > 1 },
  )
}
