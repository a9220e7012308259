/** Keeps a live list fresh by the messages that concern its rows. */
import type { Lens, Noun } from '#model/noun.ts'
import type { LiveState } from '#console/data/live.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import type { Found } from '#console/crud/list/useRows.ts'

type Shown = {
  lens: Lens
  noun: Noun
  found: Found
  page: number
  /** Whatever class the message is of. */
  ofAll: boolean
}

export const useListLive = ({ lens, noun, found, page, ofAll }: Shown): LiveState => {
  const { filters, loading, refetch } = found
  const facts = noun.life === 'fact'
  return useLiveRefetch(
    lens.live
      ? {
          // Facts come as facts; other rows change with sessions, commands and sync, not with every value a device states.
          type: facts ? ['fact'] : ['session', 'command', 'sync', noun.key],
          appId: filters.appId,
          deviceClass: ofAll ? undefined : filters.deviceClass,
        }
      : undefined,
    // New facts come to the first page; a reader of a later page keeps the place.
    { loading, refetch, paused: facts && page > 1 },
  )
}
