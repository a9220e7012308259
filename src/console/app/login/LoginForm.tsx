/** The login form: password or phone, then the steps that the server requires: a new password, a second factor. */
import { useEffect, useState } from 'react'
import { RotateCw } from 'lucide-react'
import { AccountForm } from '#console/app/login/AccountForm.tsx'
import { loadPage } from '#console/app/loadPage.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import {
  signInBySocial,
  type FactorStep as Factor,
  type Outcome,
  type PasswordStep,
} from '#console/app/login/signIn.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import './LoginForm.css'

// These are loaded when they are needed, because most users never see them.
const SocialButtons = lazy(() =>
  loadPage(async () => (await import('#console/app/login/SocialButtons.tsx')).SocialButtons),
)
const PhoneForm = lazy(() => loadPage(async () => (await import('#console/app/login/PhoneForm.tsx')).PhoneForm))
const FirstPassword = lazy(() =>
  loadPage(async () => (await import('#console/app/login/FirstPassword.tsx')).FirstPassword),
)
const FactorStep = lazy(() => loadPage(async () => (await import('#console/app/login/FactorStep.tsx')).FactorStep))

export type LoginFormProps = { platform: string; onIn: () => void; unreachable: boolean; onRetry: () => void }

type Step = (PasswordStep | Factor) & { username: string; password?: string }

export const LoginForm = ({ platform, onIn, unreachable, onRetry }: LoginFormProps) => {
  const translate = useTranslate()
  const [way, setWay] = useState<'account' | 'phone'>('account')
  const [step, setStep] = useState<Step>()
  const [refused, setRefused] = useState<Words>()
  const [providers, setProviders] = useState<readonly string[]>([])
  useEffect(() => {
    publicConfig(platform).then(
      config => setProviders(config.login.social ?? []),
      () => {},
    )
  }, [platform])

  /** Continues with the outcome; true unless it was a refusal. */
  const settle = (outcome: Outcome, who: { username: string; password?: string }): boolean => {
    if (outcome.ok) {
      onIn()
      return true
    }
    if (outcome.need !== 'password' && outcome.need !== 'factor') return false
    setStep({ ...outcome, ...who })
    return true
  }
  useEffect(() => {
    const back = new URLSearchParams(location.search).get('social')
    if (!back) return
    history.replaceState(null, '', location.pathname)
    signInBySocial(platform, back).then(
      outcome => {
        if (!settle(outcome, { username: '' }) && !outcome.ok) setRefused('msg' in outcome ? outcome.msg : '')
      },
      () => setRefused(noAnswer),
    )
  }, [])

  const again = (): void => setStep(undefined)
  if (step?.need === 'password')
    return <FirstPassword platform={platform} step={step} onBack={again} onOutcome={settle} />
  if (step?.need === 'factor')
    return <FactorStep platform={platform} step={step} username={step.username} onBack={again} onIn={onIn} />
  return (
    <div className="login-ways">
      <h1>{translate(['登录控制台', 'Sign in to the console'])}</h1>
      {unreachable && (
        <Notice
          tone="bad"
          action={
            <Button size="small" icon={RotateCw} onPress={onRetry}>
              {translate(['重试', 'Retry'])}
            </Button>
          }
        >
          {translate(noAnswer)}
        </Notice>
      )}
      {refused && <Notice tone="bad">{translate(refused)}</Notice>}
      <Tabs
        label={['登录方式', 'Ways to sign in']}
        size="large"
        value={way}
        onChange={setWay}
        items={[
          { id: 'account', label: ['账号登录', 'Password'] },
          { id: 'phone', label: ['手机登录', 'Phone'] },
        ]}
      />
      {way === 'account' ? (
        <AccountForm platform={platform} onOutcome={settle} />
      ) : (
        <PhoneForm platform={platform} onOutcome={outcome => settle(outcome, { username: '' })} />
      )}
      {providers.length > 0 && <SocialButtons platform={platform} providers={providers} />}
    </div>
  )
}
