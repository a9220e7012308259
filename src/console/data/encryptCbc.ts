/** AES-128-CBC encryption with zero padding in plain JavaScript (FIPS 197, SP 800-38A), for pages without the browser's cryptography. */

const xtime = (value: number): number => ((value << 1) ^ (value & 0x80 ? 0x1b : 0)) & 0xff

/** The S-box: the inverse in GF(2⁸), then the affine map (FIPS 197, 5.1.1), by walking the generator 3. */
const sbox = ((): Uint8Array => {
  const box = new Uint8Array(256)
  let [p, q] = [1, 1]
  do {
    p ^= xtime(p)
    q ^= q << 1
    q ^= q << 2
    q = (q ^ (q << 4)) & 0xff
    if (q & 0x80) q ^= 0x09
    const turned = q ^ ((q << 1) | (q >> 7)) ^ ((q << 2) | (q >> 6)) ^ ((q << 3) | (q >> 5)) ^ ((q << 4) | (q >> 4))
    box[p] = (turned ^ 0x63) & 0xff
  } while (p !== 1)
  box[0] = 0x63
  return box
})()

/** 11 round keys of 16 bytes, one after the other (FIPS 197, 5.2). */
const expand = (key: Uint8Array): Uint8Array => {
  const keys = new Uint8Array(176)
  keys.set(key)
  let constant = 1
  for (let at = 16; at < 176; at += 4) {
    let word = [...keys.subarray(at - 4, at)]
    if (at % 16 === 0) {
      word = [sbox[word[1]!]! ^ constant, sbox[word[2]!]!, sbox[word[3]!]!, sbox[word[0]!]!]
      constant = xtime(constant)
    }
    for (let n = 0; n < 4; n += 1) keys[at + n] = keys[at - 16 + n]! ^ word[n]!
  }
  return keys
}

/** Encrypts one block in place. */
const encryptBlock = (state: Uint8Array, keys: Uint8Array): void => {
  for (let n = 0; n < 16; n += 1) state[n] = state[n]! ^ keys[n]!
  for (let round = 1; round <= 10; round += 1) {
    const moved = new Uint8Array(16)
    // SubBytes and ShiftRows at once; the state is stored by columns.
    for (let n = 0; n < 16; n += 1) moved[n] = sbox[state[(n + 4 * (n % 4)) % 16]!]!
    for (let column = 0; column < 16; column += 4) {
      const [a, b, c, d] = [moved[column]!, moved[column + 1]!, moved[column + 2]!, moved[column + 3]!]
      const all = a ^ b ^ c ^ d
      const mixed =
        round === 10
          ? [a, b, c, d]
          : [a ^ all ^ xtime(a ^ b), b ^ all ^ xtime(b ^ c), c ^ all ^ xtime(c ^ d), d ^ all ^ xtime(d ^ a)]
      for (let n = 0; n < 4; n += 1) state[column + n] = mixed[n]! ^ keys[round * 16 + column + n]!
    }
  }
}

/** `key` and `iv` are 16 bytes; the plaintext is filled with zeros to whole blocks. */
export const encryptCbc = (plain: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array => {
  const keys = expand(key)
  const out = new Uint8Array(Math.ceil(plain.length / 16) * 16)
  out.set(plain)
  let before = iv
  for (let at = 0; at < out.length; at += 16) {
    const block = out.subarray(at, at + 16)
    for (let n = 0; n < 16; n += 1) block[n] = block[n]! ^ before[n]!
    encryptBlock(block, keys)
    before = block
  }
  return out
}
