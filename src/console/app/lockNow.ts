/** Locks the console: every route shows the lock page until the password is entered. */
import { goTo } from '#console/app/place.ts'
import { setSessionValue } from '#console/data/session.ts'

export const lockNow = (): void => {
  if (location.pathname !== '/lock') setSessionValue('lock_path', location.pathname + location.search)
  setSessionValue('isLock', 'true')
  goTo('/lock', { replace: true })
}
