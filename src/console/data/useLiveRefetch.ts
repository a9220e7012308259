/** Fetches shown data again after a change that may concern it, at most every two seconds. */
import { useEffect, useRef } from 'react'
import { useLive, type LiveFilter, type LiveState } from '#console/data/live.ts'

const pauseMs = 2000

type Asked = {
  /** A question is under way. */
  loading: boolean
  /** The last question failed: what is shown is not live, whatever the connection of the stream. */
  failed: boolean
  refetch: () => void
  /** Changes leave it as it is for now. */
  paused?: boolean
  /** While it returns true, a change waits; it is asked again every two seconds. */
  held?: () => boolean
  /** Whether a change is waiting because of `held`. */
  onHeld?: (waits: boolean) => void
}

export const useLiveRefetch = (filter: LiveFilter | undefined, asked: Asked): LiveState => {
  const latest = useRef(asked)
  latest.current = asked
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const wait = (): void => {
    timer.current = setTimeout(() => {
      timer.current = undefined
      const { loading, held, onHeld, refetch } = latest.current
      const waits = held?.() ?? false
      onHeld?.(waits)
      // The answer under way may be from before the change, and asking now would cancel it.
      if (loading || waits) wait()
      else refetch()
    }, pauseMs)
  }
  const state = useLive(filter, () => {
    if (!latest.current.paused && timer.current === undefined) wait()
  })
  return asked.failed ? 'lost' : state
}
