/** The user's own account: password, phone, second factors, linked accounts, and open sessions. */
import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SIGNED_OUT } from '#base/signInTexts.ts'
import { YOUR_ACCOUNT } from '#base/texts.ts'
import { del, get, RequestError } from '#console/data/request.ts'
import { sessionValue } from '#console/data/session.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { ask, quiet, SECURITY, type OwnAccount } from '../page/ownAccount.ts'
import { factorDialogs, type AccountAct, type SecurityDialog } from '../page/securityParts.ts'
import { SessionList } from '../page/SessionList.tsx'
import { SecondFactors } from '../page/SecondFactors.tsx'
import { SignInWays } from '../page/SignInWays.tsx'
import '../page/security.css'

const PasskeyDialog = lazy(async () => (await factorDialogs()).PasskeyDialog)
const RecoveryDialog = lazy(async () => (await factorDialogs()).RecoveryDialog)
const TotpDialog = lazy(async () => (await factorDialogs()).TotpDialog)
const PasswordDialog = lazy(async () => (await import('../page/PasswordDialog.tsx')).PasswordDialog)
const PhoneDialog = lazy(async () => (await import('../page/PhoneDialog.tsx')).PhoneDialog)

export const SecurityPage = () => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [open, setOpen] = useState<SecurityDialog>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error, refetch } = useQuery({
    queryKey: [SECURITY],
    queryFn: ({ signal }) => get<OwnAccount>(SECURITY, undefined, { signal, ...quiet }),
  })
  const renew = (): void => void queries.invalidateQueries({ queryKey: [SECURITY] })
  /** Runs an action, shows its error, and reloads the data. */
  const act: AccountAct = async (work, done) => {
    try {
      await work()
      toast.ok(done)
    } catch (failure) {
      toast.error(failure instanceof RequestError ? failure.message || undefined : undefined)
    }
    renew()
  }
  // A provider has returned the browser here, to complete a link that was started on this page.
  useEffect(() => {
    const back = new URLSearchParams(location.search).get('social')
    if (!back) return
    history.replaceState(null, '', location.pathname)
    const link = { mobile: back, platform: sessionValue('platform') ?? '' }
    void act(() => ask('/api/auth/social', link), ['已绑定', 'Linked'])
  }, [])
  if (error && !data) return <ErrorState note={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} />
  const codesCame = (recovery: readonly string[]): void => {
    setCodes(recovery)
    renew()
  }
  const added = (recovery: readonly string[]): void => {
    setOpen(undefined)
    if (recovery.length) return codesCame(recovery)
    renew()
    toast.ok(['已添加', 'Added'])
  }
  return (
    <>
      <PageHead title={YOUR_ACCOUNT} count={data.username} />
      <div className="security">
        <SignInWays account={data} act={act} onOpen={setOpen} />
        <SecondFactors account={data} act={act} onOpen={setOpen} onCodes={codesCame} />
        <Card
          title={['登录会话', 'Where you are signed in']}
          actions={
            data.sessions.length > 1 && (
              <Button
                size="small"
                tone="bad"
                onPress={() =>
                  void act(() => ask('/api/auth/session/endOthers'), ['其他设备已退出', 'Signed out elsewhere'])
                }
              >
                {translate(['退出其他设备', 'Sign out elsewhere'])}
              </Button>
            )
          }
        >
          <SessionList
            sessions={data.sessions}
            onEnd={session => void act(() => del(`/api/auth/session/${session.id}`, quiet), SIGNED_OUT)}
          />
        </Card>
      </div>

      {open === 'password' && <PasswordDialog username={data.username} onClose={() => setOpen(undefined)} />}
      {open === 'phone' && (
        <PhoneDialog
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            renew()
          }}
        />
      )}
      {open === 'totp' && <TotpDialog onClose={() => setOpen(undefined)} onDone={added} />}
      {open === 'passkey' && <PasskeyDialog onClose={() => setOpen(undefined)} onDone={added} />}
      {codes && <RecoveryDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
