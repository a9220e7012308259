/** Updates a list after live messages about its rows. */
import { useEffect, useRef, useState } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { LiveState } from '#console/data/live.ts'
import { timedMovesOf } from '#model/timedMove.ts'
import { queries } from '#console/data/queries.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import type { Selected } from '#console/crud/list/useSelected.ts'
import type { Found } from '#console/crud/list/useRows.ts'

type Shown = {
  lens: Lens
  noun: Noun
  found: Found
  page: number
  /** Messages of all device classes apply. */
  ofAll: boolean
  selected: Pick<Selected, 'ids' | 'whole'>
}

export type ListLive = {
  state: LiveState
  /** New rows wait, because the user is reading or selecting; `showNew` fetches them all the same. */
  behind: boolean
  showNew: () => void
  /** The user stopped the list, which then only says that there is something new. Undefined where rows do not come by themselves. */
  paused: boolean | undefined
  pause: (paused: boolean) => void
}

/**
 * Lists of facts follow messages of facts. Other lists follow sessions, commands and sync, but not each reported value; and rows
 * that the platform moves when their time has come, whether or not the list is live otherwise.
 */
function followed({ live }: Lens, noun: Noun): readonly string[] {
  const declared =
    typeof live === 'object'
      ? live
      : !live
        ? []
        : noun.life === 'fact'
          ? ['fact']
          : ['session', 'command', 'sync', noun.key]
  return timedMovesOf(noun).length ? [...declared, 'row'] : declared
}

export const useListLive = ({ lens, noun, found, page, ofAll, selected }: Shown): ListLive => {
  const { filters, loading, error, refetch } = found
  const facts = noun.life === 'fact'
  const isReading = useRef<() => boolean>(undefined)
  useEffect(() => {
    if (!facts || !lens.live) return
    // Nobody reads before the list is shown, so its code may come after it.
    const started = import('#console/crud/list/startReading.ts').then(({ startReading }) => startReading())
    void started.then(reading => (isReading.current = reading.isReading))
    return () => void started.then(reading => reading.end())
  }, [facts, lens.live])
  const [behind, setBehind] = useState(false)
  const [paused, setPaused] = useState(false)
  const types = followed(lens, noun)
  const state = useLiveRefetch(
    types.length
      ? {
          type: types,
          noun: noun.key,
          appId: filters.appId,
          deviceClass: ofAll ? undefined : filters.deviceClass,
          deviceId: filters.deviceId,
        }
      : undefined,
    {
      loading,
      failed: error !== null,
      refetch: () => {
        refetch()
        // So is the row in the drawer; facts never change.
        if (!facts) void queries.invalidateQueries({ queryKey: [noun.api, 'view'] })
      },
      // New facts are on the first page. Later pages are not updated, so that rows do not move while they are read.
      paused: facts && page > 1,
      held: () => facts && (paused || selected.whole || selected.ids.size > 0 || isReading.current?.() === true),
      onHeld: setBehind,
    },
  )
  const showNew = (): void => {
    setBehind(false)
    refetch()
  }
  const pause = (next: boolean): void => {
    setPaused(next)
    if (!next) showNew()
  }
  return { state, behind: behind && page === 1, showNew, paused: facts ? paused : undefined, pause }
}
