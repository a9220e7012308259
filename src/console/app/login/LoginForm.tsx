/** The form: name and password, the captcha when the server asks for it, a first password of one's own. */
import { useEffect, useRef, useState } from 'react'
import { ArrowLeft, KeyRound, Lock, RotateCw, ShieldCheck, User } from 'lucide-react'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { captchaUrl, randomWord, RequestError, setFirstPassword, signIn } from '#console/app/login/signIn.ts'
import { sessionValue } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/Notice.tsx'
import { PasswordField } from '#console/kit/PasswordField.tsx'
import { TextField } from '#console/kit/TextField.tsx'

export type LoginFormProps = { platform: string; onIn: () => void; unreachable: boolean; onRetry: () => void }

type Errors = { username?: Words; password?: Words; code?: Words; again?: Words }
const noAnswer: Words = [
  '无法连接服务器，请检查网络后重试',
  'The server cannot be reached. Check the network and try again',
]

export const LoginForm = ({ platform, onIn, unreachable, onRetry }: LoginFormProps) => {
  const say = useSay()
  const [username, setUsername] = useState(() => sessionValue('username') ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [randomStr, setRandomStr] = useState(randomWord)
  const [captcha, setCaptcha] = useState(false)
  /** Of the 428 that wants a new password. */
  const [ticket, setTicket] = useState<string>()
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<{ tone: 'bad' | 'info'; words: Words }>()
  const [waitS, setWaitS] = useState(0)
  const [busy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (captcha) codeField.current?.focus()
  }, [captcha])
  useEffect(() => {
    if (waitS <= 0) return
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitS])

  const newCaptcha = (): void => {
    setRandomStr(randomWord())
    setCode('')
  }
  const attempt = async (secret: string): Promise<void> => {
    const outcome = await signIn({ platform, username, password: secret, code: code.trim(), randomStr })
    if (outcome.ok) {
      onIn()
      return
    }
    if (outcome.need === 'password') {
      setTicket(outcome.ticket)
      setMessage({
        tone: 'info',
        words: ['首次登录，请先设置自己的密码。', 'Your first sign-in: please choose a password of your own.'],
      })
      setFresh('')
      setAgain('')
      return
    }
    if (outcome.need === 'captcha') {
      setMessage(
        captcha
          ? { tone: 'bad', words: outcome.msg }
          : {
              tone: 'info',
              words: [
                '多次登录失败，请输入验证码后再试。',
                'Several attempts failed. Please enter the captcha as well.',
              ],
            },
      )
      setCaptcha(true)
    } else {
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
      await attempt(password)
    } catch {
      setMessage({ tone: 'bad', words: noAnswer })
    } finally {
      setBusy(false)
    }
  }
  const change = async (): Promise<void> => {
    if (busy || ticket === undefined) return
    const found: Errors =
      fresh.length < 8
        ? { password: ['密码至少8位', 'The password needs at least 8 characters'] }
        : fresh !== again
          ? { again: ['两次输入的密码不一致', 'The two passwords differ'] }
          : {}
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    setMessage(undefined)
    try {
      await setFirstPassword(platform, ticket, fresh)
      setPassword(fresh)
      await attempt(fresh)
    } catch (error) {
      if (error instanceof RequestError && error.fields.length) setErrors({ password: error.fields[0]!.msg })
      else setMessage({ tone: 'bad', words: error instanceof RequestError && error.message ? error.message : noAnswer })
    } finally {
      setBusy(false)
    }
  }

  if (ticket !== undefined) {
    return (
      <form
        className="login-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void change()
        }}
      >
        <h1>{say(['设置新密码', 'Choose a new password'])}</h1>
        {message && <Notice tone={message.tone}>{say(message.words)}</Notice>}
        {/* Password keepers file the new one under this name. */}
        <input
          className="visually-hidden"
          type="text"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={['新密码', 'New password']}
          size="large"
          icon={KeyRound}
          purpose="new"
          name="new-password"
          value={fresh}
          onChange={setFresh}
          autoFocus
          hint={['至少8位，不要使用常见密码', 'At least 8 characters, nothing common']}
          {...(errors.password ? { error: errors.password } : {})}
        />
        <PasswordField
          label={['再次输入', 'Once more']}
          size="large"
          icon={ShieldCheck}
          purpose="new"
          name="again"
          value={again}
          onChange={setAgain}
          placeholder={['请再次输入新密码', 'Enter the new password again']}
          {...(errors.again ? { error: errors.again } : {})}
        />
        <Button variant="primary" size="large" wide type="submit" busy={busy}>
          {say(['保存并登录', 'Save and sign in'])}
        </Button>
        <Button
          variant="quiet"
          icon={ArrowLeft}
          onPress={() => {
            setTicket(undefined)
            setMessage(undefined)
            setErrors({})
          }}
        >
          {say(['返回登录', 'Back to sign-in'])}
        </Button>
      </form>
    )
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
      <h1>{say(['登录控制台', 'Sign in to the console'])}</h1>
      {unreachable && !message && (
        <Notice
          tone="bad"
          action={
            <Button size="small" icon={RotateCw} onPress={onRetry}>
              {say(['重试', 'Retry'])}
            </Button>
          }
        >
          {say(noAnswer)}
        </Notice>
      )}
      {message && <Notice tone={message.tone}>{say(message.words)}</Notice>}
      <TextField
        label={['账号', 'Account']}
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
        label={['密码', 'Password']}
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
          value={code}
          onChange={setCode}
          src={captchaUrl(randomStr)}
          onNew={newCaptcha}
          {...(errors.code ? { error: errors.code } : {})}
        />
      )}
      <Button variant="primary" size="large" wide type="submit" busy={busy} disabled={waitS > 0}>
        {waitS > 0 ? say([`请 ${waitS} 秒后再试`, `Try again in ${waitS} s`]) : say(['登 录', 'Sign in'])}
      </Button>
    </form>
  )
}
