/** Name and password, and the captcha when the server requires it. */
import { PASSWORD, REGISTER_NOW } from '#base/texts.ts'
import { useEffect, useRef, useState } from 'react'
import { Lock, User } from 'lucide-react'
import { noAnswer } from '#console/data/noAnswer.ts'
import { loadPage } from '#console/app/loadPage.ts'
import { brandPath, goTo } from '#console/app/place.ts'
import { captchaUrl, randomWord, signIn, type Outcome } from '#console/app/login/signIn.ts'
import { sessionValue } from '#console/data/session.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

// Required after several failures.
const Captcha = lazy(() => loadPage(async () => (await import('#console/app/login/Captcha.tsx')).Captcha))

export type AccountFormProps = {
  platform: string
  /** Returns true when the outcome opens the next step. */
  onOutcome: (outcome: Outcome, who: { username: string; password: string }) => boolean
}
type Errors = { username?: Words; password?: Words; code?: Words }

export const AccountForm = ({ platform, onOutcome }: AccountFormProps) => {
  const translate = useTranslate()
  const [username, setUsername] = useState(() => sessionValue('username') ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [randomStr, setRandomStr] = useState(randomWord)
  const [captcha, setCaptcha] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<{ tone: 'bad' | 'info'; words: Words }>()
  const [waitS, setWaitS] = useState(0)
  const [busy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (waitS <= 0) return
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitS])

  const newCaptcha = (): void => {
    setRandomStr(randomWord())
    setCode('')
  }
  const attempt = async (): Promise<void> => {
    const outcome = await signIn({ platform, username, password, code: code.trim(), randomStr })
    if (onOutcome(outcome, { username: username.trim(), password }) || outcome.ok) return
    if (outcome.need === 'captcha') {
      setMessage(
        captcha
          ? { tone: 'bad', words: outcome.msg }
          : {
              tone: 'info',
              words: [
                '多次登录失败，请输入验证码后再试。',
                'Several sign-in attempts have failed. Enter the captcha and try again.',
              ],
            },
      )
      setCaptcha(true)
    } else if (outcome.need === undefined) {
      setMessage({ tone: 'bad', words: outcome.msg || ['登录失败', 'Could not sign in'] })
      if (outcome.retryAfterS) setWaitS(outcome.retryAfterS)
      if (outcome.error === 'bad_captcha') {
        setErrors({ code: outcome.msg })
        setMessage(undefined)
        codeField.current?.focus()
      } else {
        setPassword('')
        passwordField.current?.focus()
      }
    }
    newCaptcha()
  }
  const submit = async (): Promise<void> => {
    if (busy || waitS > 0) return
    const found: Errors = {
      ...(username.trim() ? {} : { username: ['请输入用户名', 'Enter your user name'] as const }),
      ...(password ? {} : { password: ['请输入密码', 'Enter your password'] as const }),
      ...(captcha && !code.trim() ? { code: ['请输入验证码', 'Enter the captcha'] as const } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    setMessage(undefined)
    try {
      await attempt()
    } catch {
      setMessage({ tone: 'bad', words: noAnswer })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {message && <Notice tone={message.tone}>{translate(message.words)}</Notice>}
      <TextField
        label={['账号', 'Account']}
        required
        size="large"
        icon={User}
        name="username"
        autoComplete="username"
        autoFocus={username === ''}
        value={username}
        onChange={setUsername}
        placeholder={['请输入用户名', 'Enter your user name']}
        {...(errors.username ? { error: errors.username } : {})}
      />
      <PasswordField
        label={PASSWORD}
        required
        size="large"
        icon={Lock}
        name="password"
        ref={passwordField}
        autoFocus={username !== ''}
        value={password}
        onChange={setPassword}
        {...(errors.password ? { error: errors.password } : {})}
      />
      {captcha && (
        <Captcha
          ref={codeField}
          autoFocus
          value={code}
          onChange={setCode}
          src={captchaUrl(randomStr)}
          onNew={newCaptcha}
          {...(errors.code ? { error: errors.code } : {})}
        />
      )}
      <Button variant="primary" size="large" wide type="submit" busy={busy} disabled={waitS > 0}>
        {waitS > 0 ? translate([`请 ${waitS} 秒后再试`, `Try again in ${waitS} s`]) : translate(['登 录', 'Sign in'])}
      </Button>
      <p className="login-links">
        {(
          [
            ['/resetPsw', ['忘记密码？', 'Forgot your password?']],
            ['/reg', REGISTER_NOW],
          ] as const
        ).map(([page, words]) => (
          <a
            key={page}
            className="login-forgot"
            href={brandPath(platform, page)}
            onClick={event => {
              event.preventDefault()
              goTo(brandPath(platform, page))
            }}
          >
            {translate(words)}
          </a>
        ))}
      </p>
    </form>
  )
}
