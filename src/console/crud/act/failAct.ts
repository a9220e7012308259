/** Reports why an act failed, unless that is shown already. */
import { RequestError } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'

export const failAct = (error: unknown): void => {
  if (!(error instanceof RequestError && error.shown))
    toast.error(error instanceof RequestError ? error.message || undefined : undefined)
}
