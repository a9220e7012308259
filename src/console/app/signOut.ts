/** Ends the session in this browser, and at the server unless it has ended there. */
import { goTo, loginPath, platformOf } from '#console/app/place.ts'
import { rememberTarget } from '#console/app/target.ts'
import { send } from '#console/data/request.ts'
import { forgetDrafts } from '#console/data/drafts.ts'
import { endSession, VIEWED_ROLE } from '#console/data/session.ts'

/** Called after a 401: removes all data of the session and opens the login page of the user's platform. */
export const signOutHere = (options: { remember?: boolean } = {}): void => {
  if (options.remember) rememberTarget(location.pathname + location.search)
  const platform = endSession()
  goTo(loginPath(platform || platformOf(location.pathname)), { replace: true })
}

export const signOut = async (): Promise<void> => {
  forgetDrafts()
  // Whoever looks as another role may change nothing, not even end the session.
  sessionStorage.removeItem(VIEWED_ROLE)
  // The session ends in this browser even if the server cannot be reached or has ended it.
  await send('/api/auth/token/logout', { quiet: true, showError: true, timeoutMs: 5000 }).catch(() => {})
  signOutHere()
}
