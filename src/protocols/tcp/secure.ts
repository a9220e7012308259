/** TLS of every listener for devices: handshakes have their time, certificates are renewed, and one of a device must be valid. */
import type { Socket } from 'node:net'
import type { Server, TlsOptions, TLSSocket } from 'node:tls'
import type { DeviceIdentity } from '#model/gate.ts'
import type { FrontOptions, Pem } from '#model/protocol.ts'

export const tlsOptions = ({ cert, key, ca }: Pem, handshakeMs: number): TlsOptions => ({
  ...{ cert, key, handshakeTimeout: handshakeMs },
  ...(ca && { ca, requestCert: true, rejectUnauthorized: false }),
})

/** What was accepted below TLS, and the name in the device's certificate where it has one. */
export type Below<T> = T & { certificateName?: string | undefined }

/**
 * `take` is called with each TCP connection. The returned function gives what it made of the one below a TLS socket: null
 * where that is gone, or the certificate of the device is not to be trusted.
 */
export function followHandshakes<T extends object>(
  server: Server,
  { tls, handshakeMs }: { tls: NonNullable<FrontOptions['tls']>; handshakeMs: number },
  take: (raw: Socket) => T | null,
): (socket: TLSSocket) => Below<T> | null {
  const accepted = new Map<string, T>()
  const peer = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`
  server.on('connection', (raw: Socket) => {
    const taken = take(raw)
    if (!taken) return
    const name = peer(raw)
    accepted.set(name, taken)
    // Node reports a handshake that takes too long, and leaves the connection open.
    const late = setTimeout(() => accepted.has(name) && raw.destroy(), handshakeMs)
    raw.once('close', () => {
      clearTimeout(late)
      accepted.delete(name)
    })
  })
  // Connections that are open keep theirs.
  tls.onRenewed?.(pem => server.setSecureContext(pem))
  return socket => {
    const below = accepted.get(peer(socket))
    accepted.delete(peer(socket))
    return below && isTrusted(socket, tls.ca !== undefined) ? { ...below, certificateName: nameOf(socket) } : null
  }
}

/** A certificate is optional, because the secret proves the device; an invalid one is never accepted. */
const isTrusted = (socket: TLSSocket, asked: boolean): boolean =>
  !asked || socket.authorized || !Object.keys(socket.getPeerCertificate()).length

const nameOf = (socket: TLSSocket): string | undefined => {
  const name = socket.authorized ? socket.getPeerCertificate().subject?.CN : undefined
  return Array.isArray(name) ? name[0] : name
}

/** Whether a certificate, where there is one, is that of the device. */
export const certifies = (certificateName: string | undefined, { serial, deviceName }: DeviceIdentity): boolean =>
  certificateName === undefined || certificateName === serial || certificateName === deviceName
