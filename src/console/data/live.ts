/** The server's stream of changes: one connection for each application, shared by all subscribers in the tabs of this browser and reopened with growing delays. */
import { useEffect, useRef, useState } from 'react'
import type { LiveMessage } from '#model/live.ts'
import type { Params } from '#model/row.ts'
import { routeAppId } from '#console/data/request.ts'
import { onSessionEnd } from '#console/data/session.ts'

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
export type LiveLine = { line: string } | { state: LiveState; opened?: true }

/** How long a connection without subscribers is kept. */
const keptMs = 1000
/** Delay before its code is fetched again, where that failed. */
const againMs = 5000

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

const receive = (stream: Stream, message: LiveLine): void => {
  if ('line' in message) return take(stream, message.line)
  setState(stream, message.state)
  // Changes during the interruption are unknown, so subscribers fetch their data again.
  if (message.opened && stream.wasLive) take(stream, '{"rows":[],"more":1}')
  stream.wasLive ||= message.state === 'live'
}

const open = (appId: string): Stream => {
  const stream: Stream = { listeners: new Set(), close: () => {}, state: 'late', wasLive: false }
  let closed = false
  stream.close = () => (closed = true)
  // The page is complete without it.
  const connect = (): void => {
    if (closed) return
    import('#console/data/connectLive.ts').then(
      ({ connectLive }) => {
        if (closed) return
        stream.close = connectLive(appId, {
          receive: message => receive(stream, message),
          answer: () => ({ state: stream.state }),
        })
      },
      () => setTimeout(connect, againMs),
    )
  }
  connect()
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
      }, keptMs)
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
