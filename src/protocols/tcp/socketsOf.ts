/** The TCP connections of a listener, also those in their handshake, so that all can be ended. */
import type { Server, Socket } from 'node:net'

export function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (raw: Socket) => {
    sockets.add(raw)
    raw.once('close', () => sockets.delete(raw))
  })
  return sockets
}
