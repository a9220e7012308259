/** The open sessions of a user; an administrator ends one or all. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SIGNED_OUT } from '#base/signInTexts.ts'
import { CLOSE } from '#base/texts.ts'
import type { Input } from '#model/row.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { OwnSession } from './ownAccount.ts'
import { SessionList } from './SessionList.tsx'

export const SessionsDialog = ({ act, onClose }: { act: Act; onClose: () => void }) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const path = `/api/admin/user/${act.row?.id}/sessions`
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<readonly OwnSession[]>(path, undefined, { signal, quiet: true }),
    gcTime: 0,
  })
  const end = async (values: Input): Promise<void> => {
    try {
      await act.run(values)
      toast.ok(SIGNED_OUT)
    } catch (failure) {
      if (!(failure instanceof RequestError && failure.shown))
        toast.error(failure instanceof RequestError ? failure.message || undefined : undefined)
    }
    void queries.invalidateQueries({ queryKey: [path] })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      {...(act.subject ? { note: act.subject } : {})}
      foot={
        <>
          {data !== undefined && data.length > 0 && (
            <Button tone="bad" onPress={() => void end({})}>
              {translate(['全部退出', 'Sign out everywhere'])}
            </Button>
          )}
          <Button variant="primary" onPress={onClose}>
            {translate(CLOSE)}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState note={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <SessionList sessions={data} onEnd={session => void end({ sessionId: session.id })} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}
