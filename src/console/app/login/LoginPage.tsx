/** The login page: the picture at the left, the form and the required steps at the right. */
import { useEffect } from 'react'
import { LoginForm } from '#console/app/login/LoginForm.tsx'
import { useBrand } from '#console/app/login/useBrand.ts'
import { goTo } from '#console/app/place.ts'
import { takeTarget } from '#console/app/target.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { LookButtons } from '#console/app/LookButtons.tsx'
import './LoginScene.css'
import './login.css'

// Whoever signs in waits for the form, not for the picture.
const LoginScene = lazy(async () => (await import('#console/app/login/LoginScene.tsx')).LoginScene)

export type LoginPageProps = {
  /** Code of the brand; '' is our own. */ platform: string
  /** Signed in: time to fetch the console. */ onReady: () => void
}

export const LoginPage = ({ platform, onReady }: LoginPageProps) => {
  const translate = useTranslate()
  const { brand, failed, retry } = useBrand(platform)
  const [name = '', ...more] = brand.name.split(' ')
  useEffect(() => {
    document.title = `${translate(['登录', 'Sign in'])} · ${brand.title}`
  }, [brand, translate])
  const enter = (): void => {
    onReady()
    goTo(takeTarget() ?? '/home', { replace: true })
  }
  return (
    <div className="login" style={brand.accent ? ({ '--accent': brand.accent } as never) : undefined}>
      <section className="login-site" aria-label={brand.name}>
        <LoginScene />
        <div className="login-brand">
          {brand.logo ? <img src={brand.logo} alt="" width={32} height={32} /> : <Logo size={32} />}
          <b>{name}</b>
          {more.length > 0 && (
            <>
              <i />
              <span>{more.join(' ')}</span>
            </>
          )}
        </div>
        <div className="login-say">
          <p className="login-slogan">
            {translate(['门、车、人、桩，', 'Doors, cars, people,'])}
            <br />
            {translate(['一处相连。', 'in one place.'])}
          </p>
          <p>{translate(['每一次开门、抬杆与通行，都有据可查。', 'Every passage, explained.'])}</p>
        </div>
      </section>
      <main className="login-side">
        <header className="login-tools">
          <LookButtons />
        </header>
        <div className="login-main">
          <div className="login-brand login-brand-small">
            {brand.logo ? <img src={brand.logo} alt="" width={32} height={32} /> : <Logo size={32} />}
            <b>{name}</b>
            {more.length > 0 && (
              <>
                <i />
                <span>{more.join(' ')}</span>
              </>
            )}
          </div>
          <LoginForm platform={platform} onIn={enter} unreachable={failed} onRetry={retry} />
        </div>
        <footer className="login-foot">
          <p>{brand.footer}</p>
        </footer>
      </main>
    </div>
  )
}
