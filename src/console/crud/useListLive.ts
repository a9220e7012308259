/** Keeps a live list fresh: when something of its noun changes, the page is asked again, at most every two seconds. */
import { useEffect, useRef } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import { useLive, type LiveState } from '#console/data/live.ts'

const pauseMs = 2000

export const useListLive = (lens: Lens, noun: Noun, where: Readonly<Record<string, string | undefined>>, refetch: () => void): LiveState => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLive(lens.live ? { family: noun.key, ...where } : undefined, () => {
    timer.current ??= setTimeout(() => { timer.current = undefined; refetch() }, pauseMs)
  })
}
