/** Reads the Alink form of a device's credentials: its claimed identity, and how a secret would prove it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

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
  const timestamp = pairs.get('timestamp')
  const content = `clientId${id}deviceName${deviceName}productKey${productKey}${timestamp === undefined ? '' : `timestamp${timestamp}`}`
  // Firmware writes the hex in either case. Anything that is not hex decodes to fewer bytes and is never equal.
  const given = Buffer.from(Buffer.from(password).toString('latin1'), 'hex')
  return {
    productKey,
    deviceName,
    proves(secret) {
      const expected = createHmac(digest, secret).update(content).digest()
      return (
        password.length === expected.length * 2 && given.length === expected.length && timingSafeEqual(given, expected)
      )
    },
  }
}
