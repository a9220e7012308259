/** The connection of the live stream: read by one tab of this browser for all, and reopened with growing delays. */
import type { LiveLine } from '#console/data/live.ts'
import { callHeaders, queryText } from '#console/data/request.ts'
import { hasSession, sessionValue, VIEWED_ROLE } from '#console/data/session.ts'
import { shareAmongTabs, type Shared } from '#console/data/shareAmongTabs.ts'

const path = '/api/live'
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** Delay before the next attempt when the server has no stream or refuses it. */
const absentPauseMs = 300_000

/** Reads one connection to its end; returns the delay before the next. */
const read = async (
  appId: string,
  publish: (message: LiveLine) => void,
  signal: AbortSignal,
  pauseMs: number,
): Promise<number> => {
  const response = await fetch(path + queryText({ appId }), {
    headers: { ...callHeaders(), Accept: 'text/event-stream' },
    credentials: 'include',
    signal,
  })
  if (response.status >= 400 && response.status < 500) return absentPauseMs
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('event-stream'))
    return Math.min(longestPauseMs, pauseMs * 2)
  publish({ state: 'live', opened: true })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return firstPauseMs
    const lines = (rest + value).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) publish({ line: line.slice(5) })
  }
}

/** Tabs that see the same: of one user, one role that is looked at, one application. */
const nameOf = (appId: string): string =>
  ['portico-live', sessionValue('user_id'), sessionStorage.getItem(VIEWED_ROLE), appId].join(' ')

const run = async (
  appId: string,
  name: string,
  publish: (message: LiveLine) => void,
  signal: AbortSignal,
): Promise<void> => {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    // After somebody else has signed in, in whichever tab, nothing of theirs is sent to the tabs of before.
    pauseMs =
      hasSession() && nameOf(appId) === name
        ? await read(appId, publish, signal, pauseMs).catch(() => Math.min(longestPauseMs, pauseMs * 2))
        : longestPauseMs
    if (signal.aborted) return
    publish({ state: pauseMs === absentPauseMs ? 'lost' : 'late' })
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, pauseMs)
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  }
}

/** Until the returned function is called. */
export const connectLive = (appId: string, of: Omit<Shared<LiveLine>, 'work'>): (() => void) => {
  const name = nameOf(appId)
  return shareAmongTabs<LiveLine>(name, { ...of, work: (publish, signal) => run(appId, name, publish, signal) })
}
