/** True only after `on` has been true for a while, so that short waits show no indicator that flickers. */
import { useEffect, useState } from 'react'

export const useLate = (on: boolean, afterMs = 300): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [on, afterMs])
  return on && late
}
