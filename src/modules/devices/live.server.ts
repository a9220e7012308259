/** Live rows: a stream per page, at most four frames a second and fifty rows a frame, the rest as a count. */
import sql from 'sql-template-tag'
import { raw } from '#server/parts.ts'
import { checkApp, seesSource } from '#server/http/scope.ts'

const FRAME_MS = 250
const MAX_ROWS = 50
const PING_MS = 20_000

export const live = raw({
  method: 'GET',
  path: '/api/live',
  access: 'login',
  summary:
    'Server-sent events of an application, or of everything the caller may see; filter by deviceClass, deviceId, type',
  async handle(ports, request, reply) {
    const query = request.query as Record<string, string | undefined>
    const user = request.user!
    const appId = query.appId || null
    if (appId) await checkApp(ports.db, user, appId)
    // Most messages name their application only: without one asked for, those of the caller are looked up once.
    const own =
      appId || user.apps === 'all'
        ? null
        : user.apps === 'source'
          ? new Set(
              (
                await ports.db.query<{ id: string }>(
                  { role: 'engine' },
                  sql`select id from applications.application where source_id = any(${user.sources === 'all' ? [] : user.sources}::bigint[]) and deleted_at is null`,
                )
              ).map(row => row.id),
            )
          : user.apps
    const types = query.type ? new Set(query.type.split(',')) : null
    const sees = (message: Record<string, unknown>): boolean =>
      (appId
        ? message.appId === appId
        : own === null ||
          own.has(String(message.appId)) ||
          (user.apps === 'source' && seesSource(user, String(message.sourceId)))) &&
      (!query.deviceClass || message.deviceClass === query.deviceClass) &&
      (!query.deviceId || message.deviceId === query.deviceId) &&
      (!types || types.has(String(message.type)))
    let [rows, more]: [Record<string, unknown>[], number] = [[], 0]
    const unsubscribe = ports.bus.subscribe('live', message => {
      if (!sees(message)) return
      if (rows.length < MAX_ROWS) rows.push(message)
      else more += 1
    })
    reply.hijack()
    const socket = reply.raw
    socket.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    socket.write(': open\n\n')
    const flush = setInterval(() => {
      // A reader that does not keep up is told how much it missed instead of being buffered for.
      if ((rows.length || more) && socket.writableLength < 256 * 1024) {
        socket.write(`data: ${JSON.stringify({ rows, more })}\n\n`)
        ;[rows, more] = [[], 0]
      }
    }, FRAME_MS)
    const ping = setInterval(() => socket.write(': ping\n\n'), PING_MS)
    const end = (): void => {
      unsubscribe()
      clearInterval(flush)
      clearInterval(ping)
      socket.end()
    }
    request.raw.on('close', end)
    ports.stopping.addEventListener('abort', end, { once: true })
    return reply
  },
})
