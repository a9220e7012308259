/** The console after sign-in: the user, the router built from data, the shell around the pages. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { makeRouter, consoleHistory } from '#console/app/router.tsx'
import { placeChanged } from '#console/app/place.ts'
import { RoutingContext } from '#console/app/routing.ts'
import { StepUp } from '#console/app/StepUp.tsx'
import { useIdleLock } from '#console/app/useIdleLock.ts'
import { signOutHere } from '#console/app/signOut.ts'
import { Waiting } from '#console/app/Waiting.tsx'
import { loadMe, renewMe, useMe } from '#console/data/me.ts'
import { queries } from '#console/data/queries.ts'
import { onReconnect } from '#console/data/offline.ts'
import { RequestError } from '#console/data/request.ts'
import { freshToken } from '#console/data/freshToken.ts'
import { registry } from '#console/data/registry.ts'
import { onSessionEnd } from '#console/data/session.ts'
import { currentLanguage, useLanguage } from '#console/kit/language.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { setNavigation } from '#console/kit/navigation.ts'
import { startPreferences } from '#console/data/startPreferences.ts'

const renewEveryMs = 60_000

/** Incremented at the end of a session, so that the next one gets a new router. */
let sessions = 0
const useSessions = (): number =>
  useSyncExternalStore(
    listener =>
      onSessionEnd(() => {
        sessions += 1
        listener()
      }),
    () => sessions,
  )

/** Whether the server refused the session, rather than being away or too busy to answer. */
const isRefused = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 401 || error.status === 403)

export const Console = () => {
  const me = useMe()
  const [failure, setFailure] = useState<Error>()
  const ask = useCallback(() => {
    setFailure(undefined)
    // Without an answer, as when the page is left while it loads, nothing is known about the session: it stays.
    loadMe().catch(error => (isRefused(error) ? signOutHere({ remember: true }) : setFailure(error)))
  }, [])
  useEffect(() => {
    if (!me) ask()
  }, [me, ask])
  useEffect(() => (failure ? onReconnect(ask) : undefined), [failure, ask])
  const count = useSessions()
  if (!me) return failure ? <ErrorState note={failure.message} onRetry={ask} /> : <Waiting />
  return <Inside key={count} userId={me.sysUser.userId} idleMinutes={me.idleMinutes} />
}

const Inside = ({ userId, idleMinutes }: { userId: string; idleMinutes: number }) => {
  useIdleLock(idleMinutes)
  const [{ router, routing }] = useState(() => makeRouter(registry()))
  const language = useLanguage()
  const [asked, setAsked] = useState(currentLanguage())
  useEffect(() => startPreferences(userId), [userId])
  useEffect(() => {
    setNavigation(href => void router.navigate({ href }))
    return consoleHistory.subscribe(placeChanged)
  }, [router])
  useEffect(() => {
    const timer = setInterval(() => void freshToken(), renewEveryMs)
    return () => clearInterval(timer)
  }, [])
  // Server texts are in the requested language: cached texts that are not on screen are dropped, or they would appear briefly in the old one.
  useEffect(() => {
    if (language === asked) return
    setAsked(language)
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    renewMe()
  }, [language, asked])
  return (
    <QueryClientProvider client={queries}>
      <RoutingContext value={routing}>
        <RouterProvider router={router} />
        <StepUp />
      </RoutingContext>
    </QueryClientProvider>
  )
}
