/** Keeps a live list fresh: when something it may show has changed, the page is asked again, at most every two seconds. */
import { useEffect, useRef } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import { useLive, type LiveState } from '#console/data/live.ts'

const pauseMs = 2000

export const useListLive = (
  lens: Lens,
  noun: Noun,
  where: Readonly<Record<string, string | undefined>>,
  refetch: () => void,
): LiveState => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Facts come as facts; other rows change with sessions, commands and sync, not with every value a device states.
  const type = noun.life === 'fact' ? ['fact'] : ['session', 'command', 'sync', noun.key]
  return useLive(lens.live ? { type, appId: where.appId, deviceClass: where.deviceClass } : undefined, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refetch()
    }, pauseMs)
  })
}
