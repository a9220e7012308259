/**
 * HMAC-SHA-256 in plain code (FIPS 180-4, RFC 2104): the browser's own is only available in secure contexts, and a
 * console on a LAN may not be one.
 */

const K = new Uint32Array(64)
const H = new Uint32Array(8)
{
  // Fractional parts of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3).
  const part = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  for (let n = 2, at = 0; at < 64; n += 1) {
    let prime = true
    for (let by = 2; by * by <= n; by += 1)
      if (n % by === 0) {
        prime = false
        break
      }
    if (!prime) continue
    K[at] = part(Math.cbrt(n))
    if (at < 8) H[at] = part(Math.sqrt(n))
    at += 1
  }
}
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

const sha256 = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  const h = H.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) w[at] = view.getUint32(block + at * 4)
    for (let at = 16; at < 64; at += 1) {
      const [a, b] = [w[at - 15]!, w[at - 2]!]
      w[at] =
        w[at - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[at - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, last] = h as unknown as [number, number, number, number, number, number, number, number]
    for (let at = 0; at < 64; at += 1) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[at]! + w[at]!) >>> 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
      ;[last, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
    }
    ;[a, b, c, d, e, f, g, last].forEach((value, at) => {
      h[at] = h[at]! + value
    })
  }
  const out = new Uint8Array(32)
  const outView = new DataView(out.buffer)
  h.forEach((value, at) => outView.setUint32(at * 4, value))
  return out
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** In lower-case hex. */
export const hmacSha256 = (key: string, message: string): string => {
  const encoder = new TextEncoder()
  const given = encoder.encode(key)
  const block = new Uint8Array(64)
  block.set(given.length > 64 ? sha256(given) : given)
  const inner = sha256(
    joined(
      block.map(byte => byte ^ 0x36),
      encoder.encode(message),
    ),
  )
  return [
    ...sha256(
      joined(
        block.map(byte => byte ^ 0x5c),
        inner,
      ),
    ),
  ]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}
