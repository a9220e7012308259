/** Ends the session here, and at the server when it is still ours to end. */
import { goTo, loginPath, platformOf } from '#console/app/place.ts'
import { rememberTarget } from '#console/app/target.ts'
import { send } from '#console/data/request.ts'
import { forgetDrafts } from '#console/data/drafts.ts'
import { endSession } from '#console/data/session.ts'

/** What a 401 and a failed guard do: forget everything and open the login page of the user's platform. */
export const signOutHere = (options: { remember?: boolean } = {}): void => {
  if (options.remember) rememberTarget(location.pathname + location.search)
  const platform = endSession()
  goTo(loginPath(platform || platformOf(location.pathname)), { replace: true })
}

export const signOut = async (): Promise<void> => {
  forgetDrafts()
  // Offline or already ended: here it ends all the same.
  await send('/api/auth/token/logout', { quiet: true, showError: true, timeoutMs: 5000 }).catch(() => {})
  signOutHere()
}
