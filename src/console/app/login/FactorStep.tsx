/** The second factor: a code, a passkey or a recovery code, or the setup of an app where the organisation requires it. */
import { BACK_TO_SIGN_IN, SECOND_FACTOR } from '#base/signInTexts.ts'
import { useEffect, useState } from 'react'
import { ArrowLeft, Fingerprint, KeyRound, LifeBuoy, ShieldCheck } from 'lucide-react'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { passkeyNeeds, passkeyRefused, passkeysWork, usePasskey } from '#console/app/login/passkey.ts'
import { RecoveryCodes } from '#console/app/login/RecoveryCodes.tsx'
import {
  captchaUrl,
  finishSignIn,
  randomWord,
  RequestError,
  type FactorStep as Step,
  type FactorMethod,
} from '#console/app/login/signIn.ts'
import { TotpSetup, type Setup } from '#console/app/login/TotpSetup.tsx'
import type { Input } from '#model/row.ts'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

export type FactorStepProps = { platform: string; step: Step; username: string; onBack: () => void; onIn: () => void }

const words: Readonly<Record<FactorMethod, { label: Words; icon: typeof KeyRound }>> = {
  passkey: { label: ['使用通行密钥', 'Use a passkey'], icon: Fingerprint },
  totp: { label: ['使用验证器', 'Use the authenticator app'], icon: ShieldCheck },
  recovery: { label: ['使用恢复码', 'Use a recovery code'], icon: LifeBuoy },
}

type CodeEntryProps = {
  method: Exclude<FactorMethod, 'passkey'>
  value: string
  onChange: (code: string) => void
  error: Words | undefined
}
const CodeEntry = ({ method, value, onChange, error }: CodeEntryProps) => (
  <TextField
    label={
      method === 'totp'
        ? ['验证器显示的 6 位数字', 'Six-digit code from your authenticator app']
        : ['恢复码', 'Recovery code']
    }
    required
    size="large"
    icon={words[method].icon}
    name={method}
    mono
    autoFocus
    inputMode={method === 'totp' ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    maxLength={method === 'totp' ? 6 : 12}
    value={value}
    onChange={onChange}
    placeholder={method === 'totp' ? '000000' : 'ABCDE-FGHJK'}
    {...(error ? { error } : {})}
  />
)

export const FactorStep = ({ platform, step, username, onBack, onIn }: FactorStepProps) => {
  const translate = useTranslate()
  const [method, setMethod] = useState<FactorMethod>(step.ways[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [setup, setSetup] = useState<Setup>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const [error, setError] = useState<Words>()
  const [asked, setAsked] = useState(false)
  const [letters, setLetters] = useState('')
  const [randomStr, setRandomStr] = useState(randomWord)
  const [busy, setBusy] = useState(false)
  const { ticket } = step

  useEffect(() => {
    if (!step.enrol) return
    post<Setup>('/api/auth/factor/enrol', { ticket }, { token: false, quiet: true }).then(
      setSetup,
      (failure: unknown) => setError(failure instanceof RequestError && failure.message ? failure.message : noAnswer),
    )
  }, [ticket, step.enrol])

  const finish = async (given: Input): Promise<void> => {
    const captcha = asked ? { randomStr, captcha: letters.trim() } : {}
    const outcome = await finishSignIn(platform, username, { ticket, ...captcha, ...given })
    if (outcome.ok) {
      if (outcome.recovery) setRecovery(outcome.recovery)
      else onIn()
      return
    }
    setCode('')
    setRandomStr(randomWord())
    setLetters('')
    if (outcome.need === 'captcha') setAsked(true)
    setError('msg' in outcome && outcome.msg ? outcome.msg : passkeyRefused)
  }
  const submit = async (): Promise<void> => {
    if (busy) return
    if (method !== 'passkey' && !code.trim()) {
      setError(
        method === 'totp' ? ['请输入 6 位数字', 'Enter the six-digit code'] : ['请输入恢复码', 'Enter a recovery code'],
      )
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      if (method === 'passkey')
        await finish({ credential: await usePasskey('/api/auth/factor/passkey', { ticket }, { token: false }) })
      else await finish(method === 'recovery' ? { recovery: code } : { code, ...(setup ? { setup: setup.setup } : {}) })
    } catch (failure) {
      setError(
        failure instanceof RequestError
          ? failure.message || noAnswer
          : method === 'passkey'
            ? passkeyRefused
            : noAnswer,
      )
    } finally {
      setBusy(false)
    }
  }
  if (recovery)
    return (
      <div className="login-form">
        <h1>{translate(['保存恢复码', 'Save your recovery codes'])}</h1>
        <RecoveryCodes codes={recovery} />
        <Button variant="primary" size="large" wide onPress={onIn}>
          {translate(['我已保存，进入控制台', 'I have saved them, open the console'])}
        </Button>
      </div>
    )
  const blocked = method === 'passkey' && !passkeysWork()
  return (
    <form
      className="login-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{translate(step.enrol ? ['设置两步验证', 'Set up your second factor'] : SECOND_FACTOR)}</h1>
      {step.enrol && (
        <Notice tone="info">
          {translate([
            '您的机构要求两步验证，请先设置验证器。',
            'Your organisation requires a second factor. Please set up an authenticator app.',
          ])}
        </Notice>
      )}
      {blocked && <Notice tone="warn">{translate(passkeyNeeds)}</Notice>}
      {error && (method === 'passkey' || !setup === step.enrol) && <Notice tone="bad">{translate(error)}</Notice>}
      {step.enrol
        ? setup && <TotpSetup setup={setup} code={code} onCode={setCode} error={error} />
        : method !== 'passkey' && (
            <CodeEntry key={method} method={method} value={code} onChange={setCode} error={error} />
          )}
      {asked && (
        <Captcha
          name="letters"
          value={letters}
          onChange={setLetters}
          src={captchaUrl(randomStr)}
          onNew={() => setRandomStr(randomWord())}
        />
      )}
      <Button
        variant="primary"
        size="large"
        wide
        type="submit"
        busy={busy}
        disabled={blocked || (step.enrol && !setup)}
      >
        {translate(method === 'passkey' ? ['验证通行密钥', 'Use my passkey'] : ['验 证', 'Confirm'])}
      </Button>
      <div className="login-others">
        {step.ways
          .filter(other => other !== method)
          .map(other => (
            <Button
              key={other}
              variant="quiet"
              icon={words[other].icon}
              onPress={() => {
                setMethod(other)
                setCode('')
                setError(undefined)
              }}
            >
              {translate(words[other].label)}
            </Button>
          ))}
        <Button variant="quiet" icon={ArrowLeft} onPress={onBack}>
          {translate(BACK_TO_SIGN_IN)}
        </Button>
      </div>
    </form>
  )
}
