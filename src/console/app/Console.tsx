/** The console after sign-in: the user, the router built from data, the shell around the pages. */
import { useEffect, useState, useSyncExternalStore } from 'react'
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
import { freshToken } from '#console/data/freshToken.ts'
import { registry } from '#console/data/registry.ts'
import { onSessionEnd } from '#console/data/session.ts'
import { currentLanguage, useLanguage } from '#console/kit/language.tsx'
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

export const Console = () => {
  const me = useMe()
  useEffect(() => {
    if (!me) loadMe().catch(() => signOutHere({ remember: true }))
  }, [me])
  const count = useSessions()
  if (!me) return <Waiting />
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
