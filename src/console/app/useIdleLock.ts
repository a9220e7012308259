/** Locks the screen after the idle time set by the organisation; activity in one tab counts for all. */
import { useEffect } from 'react'
import { lockNow } from '#console/app/lockNow.ts'
import { hasSession, isLocked } from '#console/data/session.ts'

const key = 'portico-touched'
const lookEveryMs = 5000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export const useIdleLock = (minutes: number): void => {
  useEffect(() => {
    if (minutes <= 0) return
    let written = 0
    const touch = (): void => {
      const now = Date.now()
      if (now - written < lookEveryMs) return
      written = now
      localStorage.setItem(key, String(now))
    }
    touch()
    for (const sign of signs) addEventListener(sign, touch, { passive: true })
    const timer = setInterval(() => {
      const idleMs = Date.now() - Number(localStorage.getItem(key) ?? 0)
      if (idleMs > minutes * 60_000 && hasSession() && !isLocked()) lockNow()
    }, lookEveryMs)
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, touch)
    }
  }, [minutes])
}
