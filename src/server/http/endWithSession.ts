/** Open answers, such as live rows, end with their session and follow its rights: both are checked every second. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { viewedBy } from './viewedBy.ts'
import type { HttpOptions } from './serve.ts'

const LOOK_MS = 1000

export function endWithSession(app: FastifyInstance, options: Pick<HttpOptions, 'authenticate'>): void {
  const open = new Map<Socket, { request: FastifyRequest; token: string; sinceMs: number }>()
  app.addHook('preHandler', async request => {
    const header = request.headers.authorization
    if (!request.user || !header) return
    const { socket } = request.raw
    open.set(socket, { request, token: header.slice(7), sinceMs: Date.now() })
    request.raw.once('close', () => open.delete(socket))
  })
  app.addHook('onResponse', async request => void open.delete(request.raw.socket))
  const look = async (): Promise<void> => {
    for (const [socket, { request, token, sinceMs }] of open) {
      if (Date.now() - sinceMs < LOOK_MS) continue
      // Streams stay open while the database is unavailable.
      const user = await options.authenticate(token, viewedBy(request)).catch(() => undefined)
      if (user === null) {
        open.delete(socket)
        socket.destroy()
      } else if (user) request.user = user
    }
  }
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, LOOK_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
