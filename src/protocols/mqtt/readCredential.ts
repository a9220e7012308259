/** Reads the claimed identity of a CONNECT: Alink's form if it has its marks, else a serial number with its secret. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Claim } from '#model/gate.ts'
import { alinkCredential } from '#protocols/alink/credential.ts'
import type { ConnectPacket } from './packet.ts'
import type { Refusal } from './reason.ts'

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/

/** The claim without protocol and address, or why there is none. The client id is ignored in a plain claim. */
export function readCredential({
  clientId,
  username,
  password,
}: ConnectPacket): Omit<Claim, 'protocol' | 'remoteAddress'> | Refusal {
  if (username === undefined || !password?.length) return 'badCredentials'
  if (username.includes('&') || clientId.includes('|')) {
    const credential = alinkCredential(clientId, username, password)
    return credential ?? 'badClientId'
  }
  if (!SERIAL.test(username)) return 'badCredentials'
  // Digests are compared, so that the duration reveals nothing about the length either.
  const given = hash('sha256', password, 'buffer')
  return { serial: username, proves: secret => timingSafeEqual(hash('sha256', secret, 'buffer'), given) }
}
