/** The server's stream of changes, shared by all who listen in this tab: one connection, joined again with patience. */
import { useEffect, useRef, useState } from 'react'
import { callHeaders } from '#console/data/request.ts'
import { hasSession, onSessionEnd } from '#console/data/session.ts'

/** `family` says what happened (for example `passage`, `device`, `command`); the rest depends on it. */
export type LiveMessage = { family: string; appId?: string | null } & Record<string, unknown>
/** Fields that must be equal; an array is any of its values. */
export type LiveFilter = Readonly<Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>>
export type LiveState = 'live' | 'late' | 'lost'

type Listener = { filter: LiveFilter; onMessages: (messages: readonly LiveMessage[]) => void; onState: (state: LiveState) => void }

const path = '/api/live'
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** A server without the stream is asked again now and then, not on and on. */
const absentPauseMs = 300_000
/** At most four frames a second. */
const frameMs = 250

const listeners = new Set<Listener>()
let control: AbortController | undefined
let state: LiveState = 'late'
let waiting: LiveMessage[] = []
let frame: ReturnType<typeof setTimeout> | undefined

const tell = (next: LiveState): void => {
  state = next
  for (const listener of listeners) listener.onState(next)
}

const fits = (message: LiveMessage, filter: LiveFilter): boolean =>
  Object.entries(filter).every(([name, wanted]) => wanted === undefined || (Array.isArray(wanted) ? wanted.includes(message[name] as string) : message[name] === wanted))

const hand = (): void => {
  frame = undefined
  const messages = waiting
  waiting = []
  for (const listener of listeners) {
    const own = messages.filter((message) => fits(message, listener.filter))
    if (own.length) listener.onMessages(own)
  }
}

const take = (line: string): void => {
  if (!line.startsWith('data:')) return
  try {
    const parsed: unknown = JSON.parse(line.slice(5))
    waiting.push(...(Array.isArray(parsed) ? parsed : [parsed]) as LiveMessage[])
    frame ??= setTimeout(hand, frameMs)
  } catch { /* A line that is not ours is left. */ }
}

/** Reads one connection to its end; answers how long to wait before the next. */
const read = async (signal: AbortSignal, pauseMs: number): Promise<number> => {
  const response = await fetch(path, { headers: { ...callHeaders(), Accept: 'text/event-stream' }, credentials: 'include', signal })
  if (response.status === 404 || response.status === 403 || response.status === 401) return absentPauseMs
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('event-stream')) return Math.min(longestPauseMs, pauseMs * 2)
  tell('live')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return firstPauseMs
    const lines = (rest + value).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}

const run = async (signal: AbortSignal): Promise<void> => {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    pauseMs = hasSession() ? await read(signal, pauseMs).catch(() => Math.min(longestPauseMs, pauseMs * 2)) : longestPauseMs
    if (signal.aborted) return
    tell(pauseMs === absentPauseMs ? 'lost' : 'late')
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      signal.addEventListener('abort', () => { clearTimeout(timer); resolve() }, { once: true })
    })
  }
}

const join = (listener: Listener): (() => void) => {
  listeners.add(listener)
  if (!control) {
    control = new AbortController()
    void run(control.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) { control?.abort(); control = undefined; state = 'late' }
  }
}
onSessionEnd(() => { control?.abort(); control = undefined })

/** Calls `onMessages` with what fits `filter`, at most four times a second; `undefined` listens to nothing. Answers the state for a LiveDot. */
export const useLive = (filter: LiveFilter | undefined, onMessages: (messages: readonly LiveMessage[]) => void): LiveState => {
  const latest = useRef(onMessages)
  latest.current = onMessages
  const [own, setOwn] = useState<LiveState>(state)
  const key = filter && JSON.stringify(filter)
  useEffect(() => {
    if (key === undefined) return
    setOwn(state)
    return join({ filter: JSON.parse(key) as LiveFilter, onMessages: (messages) => latest.current(messages), onState: setOwn })
  }, [key])
  return own
}
