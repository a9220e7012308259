/** The lock page: the password of the signed-in user unlocks the console. */
import { PASSWORD } from '#base/texts.ts'
import { useEffect, useState } from 'react'
import { Lock, LockOpen, LogOut } from 'lucide-react'
import { showClock } from '#base/time.ts'
import { LookButtons } from '#console/app/LookButtons.tsx'
import { useBrand } from '#console/app/login/useBrand.ts'
import { RequestError, unlock } from '#console/app/login/signIn.ts'
import { goTo } from '#console/app/place.ts'
import { signOut } from '#console/app/signOut.ts'
import { sessionValue, setSessionValue } from '#console/data/session.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import './login.css'
import './LockPage.css'

export const LockPage = () => {
  const translate = useTranslate()
  const platform = sessionValue('platform') ?? ''
  const { brand } = useBrand(platform)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<Words>()
  const [busy, setBusy] = useState(false)
  const name = sessionValue('username') ?? ''
  const [now, setNow] = useState(() => new Date())
  // Opening this page by its address locks the screen.
  useEffect(() => {
    setSessionValue('isLock', 'true')
  }, [])
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    document.title = `${translate(['已锁定', 'Locked'])} · ${brand.title}`
  }, [brand, translate])
  const open = async (): Promise<void> => {
    if (busy) return
    if (!password) {
      setError(['请输入密码', 'Enter your password'])
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      await unlock(platform, password)
      const target = sessionValue('lock_path')
      setSessionValue('isLock', null)
      setSessionValue('lock_path', null)
      goTo(target?.startsWith('/') && !target.startsWith('//') ? target : '/home', { replace: true })
    } catch (failure) {
      setPassword('')
      setError(
        failure instanceof RequestError && failure.message
          ? failure.message
          : ['无法连接服务器，请稍后重试', 'The server cannot be reached. Try again later'],
      )
    } finally {
      setBusy(false)
    }
  }
  const clock = showClock(now).slice(0, 5)
  return (
    <div className="lock">
      <header className="lock-brand">
        <Logo size={28} />
        <b>{brand.name}</b>
        <span className="lock-tools">
          <LookButtons />
        </span>
      </header>
      <main className="lock-main">
        <p className="lock-clock" aria-hidden="true">
          {clock}
        </p>
        <form
          className="lock-card"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void open()
          }}
        >
          <Avatar name={name || '?'} size={64} />
          <h1>{name}</h1>
          <p>{translate(['控制台已锁定，请输入登录密码', 'The console is locked. Enter your password'])}</p>
          <input
            className="visually-hidden"
            type="text"
            autoComplete="username"
            value={name}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <PasswordField
            label={PASSWORD}
            hideLabel
            size="large"
            icon={Lock}
            name="password"
            autoFocus
            value={password}
            onChange={setPassword}
            {...(error ? { error } : {})}
          />
          <Button variant="primary" size="large" wide type="submit" icon={LockOpen} busy={busy}>
            {translate(['解 锁', 'Unlock'])}
          </Button>
          <Button variant="quiet" icon={LogOut} onPress={() => void signOut()}>
            {translate(['退出登录', 'Sign out'])}
          </Button>
        </form>
      </main>
    </div>
  )
}
