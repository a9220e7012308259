/** The current time, updated regularly, so that "4 seconds ago" stays true. */
import { useEffect, useState } from 'react'

export const useNow = (everyMs: number, on = true): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!on) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, on])
  return now
}
