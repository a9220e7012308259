/** True only after `on` has lasted a while: nothing blinks for a wait that is too short to notice. */
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
