/** The server's stream of changes: one connection for each application, shared by all subscribers in the tabs of this browser and reopened with growing delays. */
import { useEffect, useRef, useState } from 'react'
import type { LiveMessage } from '#model/live.ts'
import type { Params } from '#model/row.ts'
import { callHeaders, queryText, routeAppId } from '#console/data/request.ts'
import { hasSession, onSessionEnd, sessionValue, VIEWED_ROLE } from '#console/data/session.ts'
import { shareAmongTabs } from '#console/data/shareAmongTabs.ts'

/** `more`: some messages were left out, so shown data must be fetched again. */
export type LiveFrame = { rows: readonly LiveMessage[]; more: number }
/** The types of the messages in them. */
export const typesIn = (frames: readonly LiveFrame[]): ReadonlySet<LiveMessage['type']> =>
  new Set(frames.flatMap(frame => frame.rows.map(message => message.type)))
/** Fields that must be equal; an array matches any of its values. A field that is missing in a message is not compared. */
export type LiveFilter = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>
>
export type LiveState = 'live' | 'late' | 'lost'

type Listener = {
  filter: LiveFilter
  onFrames: (frames: readonly LiveFrame[]) => void
  onState: (state: LiveState) => void
}
type Stream = { listeners: Set<Listener>; close: () => void; state: LiveState; wasLive: boolean }
/** What the tab with the connection publishes: its lines, and its state; `opened` right after the connection did. */
type Message = { line: string } | { state: LiveState; opened?: true }

const path = '/api/live'
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** Delay before the next attempt when the server has no stream or refuses it. */
const absentPauseMs = 300_000

/** By application; '' is the platform. */
const streams = new Map<string, Stream>()

const setState = (stream: Stream, next: LiveState): void => {
  stream.state = next
  for (const listener of stream.listeners) listener.onState(next)
}

const fits = (message: LiveMessage, filter: LiveFilter): boolean =>
  Object.entries(filter).every(
    ([name, wanted]) =>
      wanted === undefined ||
      !(name in message) ||
      (Array.isArray(wanted)
        ? wanted.includes((message as Params)[name] as string)
        : (message as Params)[name] === wanted),
  )

/** A frame is `{ rows, more }`; a single message and a list of messages are accepted too. */
const frameOf = (data: unknown): LiveFrame => {
  if (Array.isArray(data)) return { rows: data as LiveMessage[], more: 0 }
  const { rows, more } = data as { rows?: LiveMessage[]; more?: number }
  return rows ? { rows, more: more ?? 0 } : { rows: [data as LiveMessage], more: 0 }
}

const take = (stream: Stream, line: string): void => {
  let frame: LiveFrame
  try {
    frame = frameOf(JSON.parse(line))
  } catch {
    return
  }
  for (const listener of stream.listeners) {
    const rows = frame.rows.filter(message => fits(message, listener.filter))
    if (rows.length || frame.more) listener.onFrames([{ rows, more: frame.more }])
  }
}

/** Reads one connection to its end; returns the delay before the next. */
const read = async (
  appId: string,
  publish: (message: Message) => void,
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
  publish: (message: Message) => void,
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

const receive = (stream: Stream, message: Message): void => {
  if ('line' in message) return take(stream, message.line)
  setState(stream, message.state)
  // Changes during the interruption are unknown, so subscribers fetch their data again.
  if (message.opened && stream.wasLive) take(stream, '{"rows":[],"more":1}')
  stream.wasLive ||= message.state === 'live'
}

const open = (appId: string): Stream => {
  const stream: Stream = { listeners: new Set(), close: () => {}, state: 'late', wasLive: false }
  const name = nameOf(appId)
  stream.close = shareAmongTabs<Message>(name, {
    work: (publish, signal) => run(appId, name, publish, signal),
    receive: message => receive(stream, message),
    answer: () => ({ state: stream.state }),
  })
  return stream
}

const end = (appId: string): void => {
  streams.get(appId)?.close()
  streams.delete(appId)
}

const join = (appId: string, listener: Listener): (() => void) => {
  let stream = streams.get(appId)
  if (stream) listener.onState(stream.state)
  else {
    stream = open(appId)
    streams.set(appId, stream)
  }
  const own = stream
  own.listeners.add(listener)
  return () => {
    own.listeners.delete(listener)
    // The delay lets the next page use the same connection.
    if (own.listeners.size === 0)
      setTimeout(() => {
        if (own.listeners.size === 0 && streams.get(appId) === own) end(appId)
      }, firstPauseMs)
  }
}
onSessionEnd(() => {
  for (const appId of [...streams.keys()]) end(appId)
})

/** Calls `onFrames` with messages that match `filter`, at most four times a second; `undefined` subscribes to nothing. Returns the state for a LiveDot. */
export const useLive = (
  filter: LiveFilter | undefined,
  onFrames: (frames: readonly LiveFrame[]) => void,
): LiveState => {
  const latest = useRef(onFrames)
  latest.current = onFrames
  const [state, setState] = useState<LiveState>('late')
  const key = filter && JSON.stringify(filter)
  useEffect(() => {
    if (key === undefined) return
    const asked = JSON.parse(key) as LiveFilter
    const appId = typeof asked.appId === 'string' ? asked.appId : (routeAppId() ?? '')
    return join(appId, { filter: asked, onFrames: frames => latest.current(frames), onState: setState })
  }, [key])
  return state
}
