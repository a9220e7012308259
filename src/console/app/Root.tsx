/** Selects public pages, the login page without a session, the lock page while locked, or the console. */
import { useEffect, useReducer } from 'react'
import { loadPage } from '#console/app/loadPage.ts'
import { goTo, isIndex, isLogin, isPublic, loginPath, platformOf, publicPage, usePath } from '#console/app/place.ts'
import { rememberTarget } from '#console/app/target.ts'
import { Waiting } from '#console/app/Waiting.tsx'
import type { ConsoleRegistry } from '#console/data/registry.ts'
import { hasSession, isLocked, knownPlatform, notePlatform, onSessionElsewhere } from '#console/data/session.ts'
import { ErrorBoundary } from '#console/app/ErrorBoundary.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'

// Signed-in users do not need this code.
const LoginPage = lazy(() => loadPage(async () => (await import('#console/app/login/LoginPage.tsx')).LoginPage))
const LockPage = lazy(() => loadPage(async () => (await import('#console/app/login/LockPage.tsx')).LockPage))
const ResetPassword = lazy(() =>
  loadPage(async () => (await import('#console/app/login/ResetPassword.tsx')).ResetPassword),
)
const Site = lazy(() => loadPage(async () => (await import('#console/site/Site.tsx')).Site))

export type ConsoleSource = () => Promise<{ registry: ConsoleRegistry }>
const consoleOf = (source: ConsoleSource) =>
  lazy(() =>
    loadPage(async () => {
      const [{ Console }, { registry }, { setRegistry }] = await Promise.all([
        import('#console/app/Console.tsx'),
        source(),
        import('#console/data/registry.ts'),
      ])
      setRegistry(registry)
      // The shell shows applications.
      await registry.prepare('application')
      return Console
    }),
  )

type View = 'login' | 'public' | 'lock' | 'console' | { to: string }
const viewOf = (path: string): View => {
  if (isLogin(path)) return 'login'
  if (isIndex(path) || isPublic(path)) return 'public'
  if (!hasSession()) return { to: loginPath(platformOf(path) || knownPlatform()) }
  if (path === '/lock') return 'lock'
  return isLocked() ? { to: '/lock' } : 'console'
}

let Console: ReturnType<typeof consoleOf> | undefined

export const Root = ({ source }: { source: ConsoleSource }) => {
  const path = usePath()
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onSessionElsewhere(again), [])
  notePlatform()
  const view = viewOf(path)
  const to = typeof view === 'object' ? view.to : undefined
  useEffect(() => {
    if (to === undefined) return
    if (!isIndex(path) && path !== '/lock') rememberTarget(location.pathname + location.search)
    goTo(to, { replace: true })
  }, [to, path])
  if (to !== undefined) return null
  Console ??= consoleOf(source)
  return (
    <ErrorBoundary>
      <WhileLoading show={<Waiting />}>
        {view === 'login' ? (
          <LoginPage
            platform={platformOf(path)}
            onReady={() => {
              void source().catch(() => {})
              void import('#console/app/Console.tsx').catch(() => {})
            }}
          />
        ) : view === 'public' ? (
          publicPage(path).startsWith('resetPsw') ? (
            <ResetPassword platform={platformOf(path)} done={publicPage(path) === 'resetPswSuccess'} />
          ) : (
            <Site path={path} />
          )
        ) : view === 'lock' ? (
          <LockPage />
        ) : (
          <Console />
        )}
      </WhileLoading>
    </ErrorBoundary>
  )
}
