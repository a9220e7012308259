/** Live rows: a stream per page, at most four frames a second and fifty rows per frame, the rest as a number. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { LiveMessage } from '#model/live.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Principal } from '#server/ctx.ts'
import { sessionLimits } from '#server/http/limits.ts'
import { limitedIn } from '#server/auth/places.ts'
import { appOfKey, checkApp, placesActor, seesSource } from '#server/http/scope.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'

const FRAME_MS = 250
const LOOK_MS = 1000
const MAX_ROWS = 50
const PING_MS = 20_000
const MAX_STREAMS = sessionLimits.most.liveStreams

/** The applications whose messages a user may see now, by id, or all; most messages only contain their application. */
async function applicationsOf(ports: Ports, user: Principal): Promise<ReadonlySet<string> | 'all'> {
  if (user.apps !== 'source') return user.apps
  const sources = user.sources === 'all' ? [] : user.sources
  const rows = await ports.db.query<{ id: string }>(
    { role: 'engine' },
    sql`select id from applications.application where source_id = any(${sources}::bigint[]) and deleted_at is null`,
  )
  return new Set(rows.map(row => row.id))
}

/** The devices in the places of the account: in one application, or in all where it has limits. */
async function devicesInPlaces(ports: Ports, user: Principal, appId: string | null): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const app of appId === null ? user.places!.keys() : [appId]) {
    const actor = placesActor(user, { appId: app, sourceId: user.sourceId })!
    for (const row of await ports.db.query<{ id: string }>(actor, sql`select id from devices.device`)) ids.add(row.id)
  }
  return ids
}

/**
 * What a user may be sent at this moment, by permission points, organisations and applications. Refuses an application
 * that is closed to them.
 */
async function sightOf(
  ports: Ports,
  user: Principal,
  appId: string | null,
): Promise<(message: LiveMessage) => boolean> {
  if (appId) await checkApp(ports, user, appId)
  const devices = limitedIn(user, appId) ? await devicesInPlaces(ports, user, appId) : null
  const own = appId ? null : await applicationsOf(ports, user)
  const inScope = (message: LiveMessage): boolean =>
    own === null
      ? message.appId === appId
      : own === 'all' ||
        own.has(String(message.appId)) ||
        // What is in an application follows its owner of now, whoever it was when the message was made.
        (!message.appId && user.apps === 'source' && seesSource(user, String(message.sourceId)))
  // Where the account is limited to places, a message must name a device that is there now.
  const inPlace = (message: LiveMessage): boolean =>
    devices === null ||
    !limitedIn(user, message.appId ? String(message.appId) : null) ||
    devices.has(String(message.deviceId))
  return message =>
    message.to
      ? message.to.includes(user.userId)
      : inScope(message) && inPlace(message) && mayReadOne(ports, user, message)
}
/** A type that no module declares is read by nobody. */
const mayReadOne = ({ liveReaders }: Ports, user: Principal, message: LiveMessage): boolean =>
  (liveReaders.get(message.type) ?? []).some(({ readers }) => readers(message).some(noun => mayRead(user, noun)))

/** The message without the ids of other accounts that it is for, or that it calls. */
function withoutOthers(message: LiveMessage, { userId }: Principal): LiveMessage {
  const { to: _, ...rest } = message
  return 'calls' in rest ? { ...rest, calls: rest.calls?.filter(id => id === userId) ?? [] } : (rest as LiveMessage)
}

const openStreams = new Map<string, number>()
function enter(sessionId: string): () => void {
  const open = openStreams.get(sessionId) ?? 0
  if (open >= MAX_STREAMS)
    throw new Refusal('too_many', {
      text: [`同一会话最多打开${MAX_STREAMS}个实时连接`, `A session can open at most ${MAX_STREAMS} live streams`],
      data: { retryAfterS: 60 },
    })
  openStreams.set(sessionId, open + 1)
  return () => {
    const left = (openStreams.get(sessionId) ?? 1) - 1
    if (left > 0) openStreams.set(sessionId, left)
    else openStreams.delete(sessionId)
  }
}

type Asked = Record<string, string | undefined>
/** Whether the query asks for a message. A row that changed names no device; it is asked for by its type. */
function filterOf(query: Asked): (message: LiveMessage) => boolean {
  const types = query.type ? new Set(query.type.split(',')) : null
  const isOfDevice = (message: LiveMessage): boolean =>
    (!query.deviceClass || message.deviceClass === query.deviceClass) &&
    (!query.deviceId || message.deviceId === query.deviceId)
  return message =>
    (types?.has('row') && message.type === 'row') ||
    (isOfDevice(message) && (!types || types.has(String(message.type))))
}

function openSocket(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  reply.hijack()
  const socket = reply.raw
  socket.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  })
  socket.write(': open\n\n')
  return socket
}

/** Streams until either side ends the connection. */
async function stream(ports: Ports, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Asked
  let user = request.user!
  const appId = query.appId || appOfKey(user)
  let sees = await sightOf(ports, user, appId)
  const leave = enter(user.sessionId)
  const asked = filterOf(query)
  let [rows, more]: [LiveMessage[], number] = [[], 0]
  const unsubscribe = ports.bus.subscribe('live', message => {
    if (!asked(message) || !sees(message)) return
    if (rows.length < MAX_ROWS) rows.push(withoutOthers(message, user))
    else more += 1
  })
  const socket = openSocket(request, reply)
  const flush = (): void => {
    if (request.user !== user) look()
    // A slow reader is sent the number of missed messages instead of a growing buffer.
    if ((rows.length || more) && socket.writableLength < 256 * 1024) {
      socket.write(`data: ${JSON.stringify({ rows, more })}\n\n`)
      ;[rows, more] = [[], 0]
    }
  }
  // Rights may change while a stream is open: they are checked again, and an application that is closed ends the stream.
  const look = (): void => {
    user = request.user!
    sightOf(ports, user, appId).then(
      sight => (sees = sight),
      error => {
        if (error instanceof Refusal) end()
      },
    )
  }
  const timers = [
    setInterval(flush, FRAME_MS),
    setInterval(look, LOOK_MS),
    setInterval(() => socket.write(': ping\n\n'), PING_MS),
  ]
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    ports.stopping.removeEventListener('abort', end)
    unsubscribe()
    leave()
    timers.forEach(clearInterval)
    socket.end()
  }
  socket.once('close', end)
  ports.stopping.addEventListener('abort', end, { once: true })
  return reply
}

export const live = raw({
  method: 'GET',
  path: '/api/live',
  access: 'login',
  places: true,
  summary: [
    '应用或调用者可见范围的实时事件流（SSE），可按 deviceClass、deviceId、type 过滤',
    'Server-sent events of an application, or of everything the caller may see; filter by deviceClass, deviceId, type',
  ],
  handle: stream,
})
