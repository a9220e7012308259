/** Locks the console: until the password is given every route leads to the lock page. */
import { goTo } from '#console/app/place.ts'
import { setSessionValue } from '#console/data/session.ts'

export const lockNow = (): void => {
  if (location.pathname !== '/lock') setSessionValue('lock_path', location.pathname + location.search)
  setSessionValue('isLock', 'true')
  goTo('/lock', { replace: true })
}
