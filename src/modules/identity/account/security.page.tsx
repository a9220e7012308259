/** The user's own account: password, phone, second factors, linked accounts, and open sessions. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, KeyRound, LifeBuoy, Link2, Lock, Plus, ShieldCheck, Smartphone } from 'lucide-react'
import { REMOVE, SIGNED_OUT, YOUR_ACCOUNT } from '#base/texts.ts'
import { showInstant } from '#base/time.ts'
import { passkeyNeeds, passkeysWork } from '#console/app/login/passkey.ts'
import { goToProvider, providerNames } from '#console/app/login/SocialButtons.tsx'
import { del, get, RequestError } from '#console/data/request.ts'
import { sessionValue } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { ask, KIND, quiet, SECURITY, type OwnAccount } from '../page/ownAccount.ts'
import { SessionList } from '../page/SessionList.tsx'
import '../page/security.css'

const factors = () => import('../page/FactorDialogs.tsx')
const PasskeyDialog = lazy(async () => ({ default: (await factors()).PasskeyDialog }))
const RecoveryDialog = lazy(async () => ({ default: (await factors()).RecoveryDialog }))
const TotpDialog = lazy(async () => ({ default: (await factors()).TotpDialog }))
const PasswordDialog = lazy(async () => ({ default: (await import('../page/PasswordDialog.tsx')).PasswordDialog }))
const PhoneDialog = lazy(async () => ({ default: (await import('../page/PhoneDialog.tsx')).PhoneDialog }))

type Open = 'password' | 'phone' | 'totp' | 'passkey'

export const SecurityPage = () => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error, refetch } = useQuery({
    queryKey: [SECURITY],
    queryFn: ({ signal }) => get<OwnAccount>(SECURITY, undefined, { signal, ...quiet }),
  })
  const renew = (): void => void queries.invalidateQueries({ queryKey: [SECURITY] })
  /** Runs an action, shows its error, and reloads the data. */
  const act = async (work: () => Promise<unknown>, done: Words): Promise<void> => {
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
  const added = (recovery: readonly string[]): void => {
    setOpen(undefined)
    renew()
    if (recovery.length) setCodes(recovery)
    else toast.ok(['已添加', 'Added'])
  }
  const removeFactor = async (id: string, name: Words): Promise<void> => {
    if (!(await confirm({ message: [`确定移除${translate(name)}吗？`, `Remove ${translate(name)}?`], danger: true })))
      return
    await act(() => del(`/api/auth/factor/${id}`, quiet), ['已移除', 'Removed'])
  }
  const hasTotp = data.factors.some(factor => factor.kind === KIND.totp)
  return (
    <>
      <PageHead title={YOUR_ACCOUNT} count={data.username} />
      <div className="security">
        <Card title={['登录方式', 'Signing in']}>
          <ul className="security-list">
            <li>
              <Icon of={Lock} size={20} />
              <div className="security-words">
                <b>{translate(['登录密码', 'Password'])}</b>
                <small>{translate(['修改后，其他设备会退出登录', 'Changing it signs other devices out'])}</small>
              </div>
              <Button size="small" onPress={() => setOpen('password')}>
                {translate(['修改', 'Change'])}
              </Button>
            </li>
            <li>
              <Icon of={Smartphone} size={20} />
              <div className="security-words">
                <b>
                  {translate(['手机号', 'Mobile number'])}
                  {data.phone && <span className="mono">{data.phone}</span>}
                </b>
                <small>
                  {translate(['用于短信登录和找回密码', 'For signing in by SMS and for a forgotten password'])}
                </small>
              </div>
              <Button size="small" onPress={() => setOpen('phone')}>
                {translate(data.phone ? ['更换', 'Change'] : ['绑定', 'Set'])}
              </Button>
            </li>
            {data.social.map(({ provider, linkedAt }) => (
              <li key={provider}>
                <Icon of={Link2} size={20} />
                <div className="security-words">
                  <b>{translate(providerNames[provider] ?? provider)}</b>
                  <small>
                    {translate(
                      linkedAt
                        ? [`绑定于 ${showInstant(linkedAt)}`, `Linked ${showInstant(linkedAt)}`]
                        : ['未绑定', 'Not linked'],
                    )}
                  </small>
                </div>
                {linkedAt ? (
                  <Button
                    size="small"
                    tone="bad"
                    onPress={() => void act(() => del(`/api/auth/social/${provider}`, quiet), ['已解绑', 'Unlinked'])}
                  >
                    {translate(['解绑', 'Unlink'])}
                  </Button>
                ) : (
                  <Button
                    size="small"
                    onPress={() => void goToProvider(provider, sessionValue('platform') ?? '').catch(() => {})}
                  >
                    {translate(['绑定', 'Link'])}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>

        <Card
          title={['两步验证', 'Second factor']}
          actions={
            <div className="security-acts">
              {!hasTotp && (
                <Button size="small" icon={Plus} onPress={() => setOpen('totp')}>
                  {translate(['验证器', 'App'])}
                </Button>
              )}
              <Button
                size="small"
                icon={Plus}
                disabled={!passkeysWork()}
                {...(passkeysWork() ? {} : { 'data-tip': translate(passkeyNeeds) })}
                onPress={() => setOpen('passkey')}
              >
                {translate(['通行密钥', 'Passkey'])}
              </Button>
            </div>
          }
        >
          {data.factors.length === 0 ? (
            <Notice tone={data.required ? 'warn' : 'info'}>
              {translate(
                data.required
                  ? [
                      '您的机构要求两步验证，下次登录时需要设置。',
                      'Your organisation requires one; you will set it up at your next sign-in.',
                    ]
                  : [
                      '登录时除密码外再验证一次，密码泄露也无法登录。',
                      'With a second step a leaked password opens nothing.',
                    ],
              )}
            </Notice>
          ) : (
            <ul className="security-list">
              {data.factors.map(factor => {
                const words: Words =
                  factor.kind === KIND.totp
                    ? ['验证器', 'Authenticator app']
                    : [`通行密钥 ${factor.name ?? ''}`, `Passkey ${factor.name ?? ''}`]
                return (
                  <li key={factor.id}>
                    <Icon of={factor.kind === KIND.totp ? ShieldCheck : Fingerprint} size={20} />
                    <div className="security-words">
                      <b>
                        {translate(words)}
                        <Pill tone="ok">{['已启用', 'On']}</Pill>
                      </b>
                      <small>
                        <span>
                          {translate([
                            `添加于 ${showInstant(factor.createdAt)}`,
                            `Added ${showInstant(factor.createdAt)}`,
                          ])}
                        </span>
                        {factor.lastUsedAt && (
                          <span>
                            {translate([
                              `最近使用 ${showInstant(factor.lastUsedAt)}`,
                              `Last used ${showInstant(factor.lastUsedAt)}`,
                            ])}
                          </span>
                        )}
                      </small>
                    </div>
                    <Button size="small" tone="bad" onPress={() => void removeFactor(factor.id, words)}>
                      {translate(REMOVE)}
                    </Button>
                  </li>
                )
              })}
              <li>
                <Icon of={data.recoveryLeft > 2 ? LifeBuoy : KeyRound} size={20} />
                <div className="security-words">
                  <b>
                    {translate(['恢复码', 'Recovery codes'])}
                    <Pill tone={data.recoveryLeft > 2 ? 'ok' : 'warn'}>
                      {[`剩余 ${data.recoveryLeft} 个`, `${data.recoveryLeft} left`]}
                    </Pill>
                  </b>
                  <small>{translate(['重新生成后，之前的全部失效', 'New ones void those before'])}</small>
                </div>
                <Button
                  size="small"
                  onPress={() =>
                    // The call invalidates the old codes, so the dialog for the new ones is loaded before it.
                    void factors()
                      .then(() => ask<{ recovery: string[] }>('/api/auth/recovery'))
                      .then(
                        answer => {
                          setCodes(answer.recovery)
                          renew()
                        },
                        (failure: unknown) =>
                          toast.error(failure instanceof RequestError ? failure.message || undefined : undefined),
                      )
                  }
                >
                  {translate(['重新生成', 'Renew'])}
                </Button>
              </li>
            </ul>
          )}
        </Card>

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
      <Suspense>
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
      </Suspense>
    </>
  )
}
