/** A forgotten password: the phone and its code, a new password, done. */
import { useEffect, useState, type ReactNode } from 'react'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { BACK_TO_SIGN_IN, SIX_DIGITS } from '#base/signInTexts.ts'
import { NewPassword, newPasswordProblem, type NewPasswordErrors } from '#console/app/login/NewPassword.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { isPhone, PhoneCode, phoneProblem, type PhoneCodeErrors } from '#console/app/login/PhoneCode.tsx'
import { LookButtons } from '#console/app/LookButtons.tsx'
import { useBrand } from '#console/app/login/useBrand.ts'
import { brandPath, goTo, loginPath } from '#console/app/place.ts'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { captchaUrl, randomWord, RequestError } from '#console/app/login/signIn.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import { post } from '#console/data/request.ts'
import { knownDevice } from '#console/data/session.ts'
import { sealPassword } from '#console/data/sealPassword.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import './LockPage.css'
import './login.css'
import './ResetPassword.css'

export type ResetPasswordProps = { platform: string; /** The last page: it is done. */ done: boolean }
const BACK_S = 5

const Frame = ({ platform, children }: { platform: string; children: ReactNode }) => {
  const translate = useTranslate()
  const { brand } = useBrand(platform)
  useEffect(() => {
    document.title = `${translate(['重置密码', 'Reset password'])} · ${brand.title}`
  }, [brand, translate])
  return (
    <div className="lock" style={brand.accent ? ({ '--accent': brand.accent } as never) : undefined}>
      <header className="lock-brand">
        <Logo size={28} />
        <b>{brand.name}</b>
        <span className="lock-tools">
          <LookButtons />
        </span>
      </header>
      <main className="lock-main">
        <div className="reset-card">{children}</div>
      </main>
    </div>
  )
}

const Done = ({ platform }: { platform: string }) => {
  const translate = useTranslate()
  const [leftS, setLeftS] = useState(BACK_S)
  useEffect(() => {
    if (leftS <= 0) {
      goTo(loginPath(platform), { replace: true })
      return
    }
    const timer = setTimeout(() => setLeftS(leftS - 1), 1000)
    return () => clearTimeout(timer)
  }, [leftS, platform])
  return (
    <div className="reset-done">
      <span className="reset-mark">
        <Icon of={CircleCheck} size={48} />
      </span>
      <h1>{translate(['密码已重置', 'Your password has been reset'])}</h1>
      <p>
        {translate([
          '所有设备上的登录都已退出，请使用新密码登录。',
          'You were signed out everywhere. Sign in with the new password.',
        ])}
      </p>
      <Button variant="primary" size="large" wide onPress={() => goTo(loginPath(platform), { replace: true })}>
        {translate([`返回登录（${leftS}）`, `Back to sign-in (${leftS})`])}
      </Button>
    </div>
  )
}

export const ResetPassword = ({ platform, done }: ResetPasswordProps) => {
  const translate = useTranslate()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [proved, setProved] = useState<{ ticket: string; username: string }>()
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<PhoneCodeErrors & NewPasswordErrors>({})
  const [message, setMessage] = useState<Words>()
  const [asked, setAsked] = useState(false)
  const [letters, setLetters] = useState('')
  const [randomStr, setRandomStr] = useState(randomWord)
  const [busy, setBusy] = useState(false)
  if (done)
    return (
      <Frame platform={platform}>
        <Done platform={platform} />
      </Frame>
    )
  const found = (): PhoneCodeErrors & NewPasswordErrors =>
    proved
      ? newPasswordProblem(fresh, again)
      : { ...(isPhone(phone) ? {} : { phone: phoneProblem }), ...(/^\d{6}$/.test(code) ? {} : { code: SIX_DIGITS }) }
  const submit = async (): Promise<void> => {
    if (busy) return
    const wrong = found()
    setErrors(wrong)
    if (Object.keys(wrong).length) return
    setBusy(true)
    setMessage(undefined)
    const quiet = { token: false, quiet: true } as const
    try {
      if (proved) {
        const password = await sealPassword(fresh, await publicConfig(platform))
        await post('/api/auth/password/reset', { ticket: proved.ticket, password }, quiet)
        goTo(brandPath(platform, '/resetPswSuccess'), { replace: true })
      } else
        setProved(
          await post(
            '/api/auth/password/reset/check',
            { phone, code, platform, device: knownDevice(), randomStr, captcha: letters.trim() },
            quiet,
          ),
        )
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      const first = refusal?.fields[0]
      if (refusal?.error === 'need_captcha') setAsked(true)
      setRandomStr(randomWord())
      setLetters('')
      if (first?.field === 'password' || first?.field === 'phone') setErrors({ [first.field]: first.msg })
      else if (refusal?.error === 'bad_code') setErrors({ code: refusal.message })
      else setMessage(refusal?.message || noAnswer)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame platform={platform}>
      <form
        className="login-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <h1>{translate(['重置密码', 'Reset your password'])}</h1>
        <ol className="reset-steps" aria-label={translate(['步骤', 'Steps'])}>
          <li aria-current={proved ? undefined : 'step'}>{translate(['验证手机', 'Verify phone'])}</li>
          <li aria-current={proved ? 'step' : undefined}>{translate(['设置新密码', 'New password'])}</li>
        </ol>
        {message && <Notice tone="bad">{translate(message)}</Notice>}
        {proved ? (
          <>
            <Notice tone="info">
              {translate([`正在为账号 ${proved.username} 设置新密码。`, `Set a new password for ${proved.username}.`])}
            </Notice>
            <NewPassword
              username={proved.username}
              fresh={fresh}
              again={again}
              onFresh={setFresh}
              onAgain={setAgain}
              errors={errors}
            />
          </>
        ) : (
          <>
            <PhoneCode
              platform={platform}
              purpose="reset"
              phone={phone}
              onPhone={setPhone}
              code={code}
              onCode={setCode}
              errors={errors}
            />
            {asked && (
              <Captcha
                value={letters}
                onChange={setLetters}
                src={captchaUrl(randomStr)}
                onNew={() => setRandomStr(randomWord())}
              />
            )}
          </>
        )}
        <Button variant="primary" size="large" wide type="submit" busy={busy}>
          {translate(proved ? ['完 成', 'Done'] : ['下一步', 'Next'])}
        </Button>
        <Button variant="quiet" icon={ArrowLeft} onPress={() => goTo(loginPath(platform))}>
          {translate(BACK_TO_SIGN_IN)}
        </Button>
      </form>
    </Frame>
  )
}
