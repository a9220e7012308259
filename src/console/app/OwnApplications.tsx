/** The applications of a user without a page above them; few accounts have none, so its code comes when it is shown. */
import { lazy } from '#console/kit/layout/lazy.tsx'

export const OwnApplications = lazy(async () => (await import('#console/app/ApplicationChoice.tsx')).ApplicationChoice)
