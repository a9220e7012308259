/** Whole seconds that are left of a span, counted by this browser from the moment it began. */
import { useEffect, useState } from 'react'

export const useSecondsLeft = (beganMs: number, spanS: number): number => {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.min(spanS, Math.max(0, Math.ceil(spanS - (nowMs - beganMs) / 1000)))
}
