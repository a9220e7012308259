/** Keeps a live list fresh: when something it may show has changed, the page is asked again, at most every two seconds. */
import { useEffect, useRef } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import { useLive, type LiveState } from '#console/data/live.ts'

const pauseMs = 2000

export type Fresh = {
  lens: Lens
  noun: Noun
  filters: Readonly<Record<string, string>>
  page: number
  /** Whatever class the message is of. */
  ofAll: boolean
  refetch: () => void
}

export const useListLive = ({ lens, noun, filters, page, ofAll, refetch }: Fresh): LiveState => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const facts = noun.life === 'fact'
  // Facts come as facts; other rows change with sessions, commands and sync, not with every value a device states.
  const type = facts ? ['fact'] : ['session', 'command', 'sync', noun.key]
  return useLive(
    lens.live ? { type, appId: filters.appId, deviceClass: ofAll ? undefined : filters.deviceClass } : undefined,
    () => {
      // New facts come to the first page; a reader of a later page keeps the place.
      if (facts && page > 1) return
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        refetch()
      }, pauseMs)
    },
  )
}
