/** AES against the vectors of SP 800-38A F.2.1 and against Node's own. */
import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptCbc } from '#console/data/encryptCbc.ts'

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

test('CBC-AES128.Encrypt of SP 800-38A, F.2.1', () => {
  const plain = hex(
    '6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710',
  )
  const cipher =
    '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7'
  expect(
    Buffer.from(
      encryptCbc(plain, hex('2b7e151628aed2a6abf7158809cf4f3c'), hex('000102030405060708090a0b0c0d0e0f')),
    ).toString('hex'),
  ).toBe(cipher)
})

test('agrees with Node for every length up to four blocks, zero padded, key as IV', () => {
  for (let length = 1; length <= 64; length += 1) {
    const [plain, key] = [randomBytes(length), randomBytes(16)]
    const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false)
    const padded = Buffer.concat([plain, Buffer.alloc((16 - (length % 16)) % 16)])
    expect(Buffer.from(encryptCbc(plain, key, key)).toString('hex')).toBe(
      Buffer.concat([cipher.update(padded), cipher.final()]).toString('hex'),
    )
  }
})
