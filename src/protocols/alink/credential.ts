/** Reads the Alink form of a device's credentials: its claimed identity, and how a secret would prove it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeviceName } from '#model/gate.ts'
import { isObject } from './payload.ts'

export interface Credential {
  productKey: string
  deviceName: string
  proves(secret: string): boolean
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/
const DIGESTS = new Map([
  ['hmacsha1', 'sha1'],
  ['hmacsha256', 'sha256'],
  ['hmacmd5', 'md5'],
])

/**
 * `clientId` is `id|securemode=3,signmethod=hmacsha256,timestamp=…|`, `username` is `deviceName&productKey`, the
 * password is hex HMAC over the sorted pairs. Undefined when the form is invalid or uses a mode that is not
 * supported (one secret per product, securemode −2). The timestamp is signed but not checked (decision 0010).
 */
export function alinkCredential(clientId: string, username: string, password: Uint8Array): Credential | undefined {
  const [, id, list] = /^([^|]+)\|([^|]*)\|$/.exec(clientId) ?? []
  const [deviceName, productKey, surplus] = username.split('&')
  if (id === undefined || !deviceName || !productKey || surplus !== undefined) return undefined
  if (!NAME.test(deviceName) || !NAME.test(productKey)) return undefined
  const pairs = new Map((list ?? '').split(',').map(pair => pair.split(/=(.*)/s, 2) as [string, string]))
  const digest = DIGESTS.get(pairs.get('signmethod') ?? '')
  const mode = pairs.get('securemode')
  if (!digest || (mode !== undefined && mode !== '2' && mode !== '3')) return undefined
  const given = Buffer.from(password).toString('latin1')
  return signed({ productKey, deviceName, clientId: id, timestamp: pairs.get('timestamp') }, digest, given)
}

interface Signed {
  productKey: string
  deviceName: string
  clientId: string | undefined
  timestamp: string | undefined
}

function signed({ productKey, deviceName, clientId, timestamp }: Signed, digest: string, sign: string): Credential {
  // In alphabetical order; what is absent is not signed.
  const content = Object.entries({ clientId, deviceName, productKey, timestamp })
    .flatMap(([name, value]) => (value === undefined ? [] : [name + value]))
    .join('')
  // Firmware writes the hex in either case. Anything that is not hex decodes to fewer bytes and is never equal.
  const given = Buffer.from(sign, 'hex')
  return {
    productKey,
    deviceName,
    proves(secret) {
      const expected = createHmac(digest, secret).update(content).digest()
      return sign.length === expected.length * 2 && given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

const MAX_SIGNED = 256
const wordOf = (given: unknown): string | undefined =>
  typeof given === 'number' ? String(given) : typeof given === 'string' && given !== '' ? given : undefined

/** The name of a device behind a gateway; undefined when it is none. */
export function childName(params: unknown): DeviceName | undefined {
  if (!isObject(params)) return undefined
  const { productKey, deviceName } = params
  if (typeof productKey !== 'string' || typeof deviceName !== 'string') return undefined
  return NAME.test(productKey) && NAME.test(deviceName) ? { productKey, deviceName } : undefined
}

const CLIENT_ID = `clientId must be a text of up to ${MAX_SIGNED} characters`

/** The credentials with which a device behind a gateway is logged in (Aliyun, "Connect sub-devices", combine/login). */
export function childCredential(params: unknown): (Credential & { clientId: string }) | string {
  const credential = announcedCredential(params)
  if (typeof credential === 'string') return credential
  const { clientId, ...rest } = credential
  return clientId === undefined ? CLIENT_ID : { ...rest, clientId }
}

/**
 * The credentials of a device that a gateway says is behind it: signed by the device's own secret over the same text as in a
 * CONNECT. As there, the timestamp is signed and not judged. A text says what is wrong.
 */
export function announcedCredential(params: unknown): (Credential & { clientId: string | undefined }) | string {
  const name = childName(params)
  if (!name || !isObject(params)) return 'productKey and deviceName must name a device'
  const [clientId, timestamp, sign] = [wordOf(params.clientId), wordOf(params.timestamp), wordOf(params.sign)]
  if (clientId && clientId.length > MAX_SIGNED) return CLIENT_ID
  if (timestamp && timestamp.length > MAX_SIGNED) return 'timestamp is too long'
  const digest = DIGESTS.get(String(params.signMethod ?? params.signmethod ?? '').toLowerCase())
  if (!digest) return `signMethod must be one of ${[...DIGESTS.keys()].join(', ')}`
  if (!sign) return 'sign is missing'
  return { ...signed({ ...name, clientId, timestamp }, digest, sign), clientId }
}
