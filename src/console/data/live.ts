/** The server's stream of changes: one connection for each application, shared by all subscribers in this tab and reopened with growing delays. */
import { useEffect, useRef, useState } from 'react'
import type { LiveMessage } from '#model/live.ts'
import type { Params } from '#model/row.ts'
import { callHeaders, queryText, routeAppId } from '#console/data/request.ts'
import { hasSession, onSessionEnd } from '#console/data/session.ts'

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
type Stream = { listeners: Set<Listener>; control: AbortController; state: LiveState }

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
  if (!line.startsWith('data:')) return
  let frame: LiveFrame
  try {
    frame = frameOf(JSON.parse(line.slice(5)))
  } catch {
    return
  }
  for (const listener of stream.listeners) {
    const rows = frame.rows.filter(message => fits(message, listener.filter))
    if (rows.length || frame.more) listener.onFrames([{ rows, more: frame.more }])
  }
}

/** Reads one connection to its end; returns the delay before the next. */
const read = async (appId: string, stream: Stream, pauseMs: number): Promise<number> => {
  const response = await fetch(path + queryText({ appId }), {
    headers: { ...callHeaders(), Accept: 'text/event-stream' },
    credentials: 'include',
    signal: stream.control.signal,
  })
  if (response.status >= 400 && response.status < 500) return absentPauseMs
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('event-stream'))
    return Math.min(longestPauseMs, pauseMs * 2)
  setState(stream, 'live')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return firstPauseMs
    const lines = (rest + value).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(stream, line)
  }
}

const run = async (appId: string, stream: Stream): Promise<void> => {
  const { signal } = stream.control
  let pauseMs = firstPauseMs
  let joined = false
  while (!signal.aborted) {
    // Changes during the interruption are unknown, so subscribers fetch their data again.
    if (joined) take(stream, 'data:{"rows":[],"more":1}')
    pauseMs = hasSession()
      ? await read(appId, stream, pauseMs).catch(() => Math.min(longestPauseMs, pauseMs * 2))
      : longestPauseMs
    joined ||= stream.state === 'live'
    if (signal.aborted) return
    setState(stream, pauseMs === absentPauseMs ? 'lost' : 'late')
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

const end = (appId: string): void => {
  streams.get(appId)?.control.abort()
  streams.delete(appId)
}

const join = (appId: string, listener: Listener): (() => void) => {
  let stream = streams.get(appId)
  if (stream) listener.onState(stream.state)
  else {
    stream = { listeners: new Set(), control: new AbortController(), state: 'late' }
    streams.set(appId, stream)
    void run(appId, stream)
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
