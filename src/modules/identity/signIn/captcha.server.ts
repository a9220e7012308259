/** Captchas: a drawn word for a random string; valid once and for five minutes, the answer is stored on the server. */
import { createHash, randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const LENGTH = 4
const MINUTES = 5
const WIDTH = 120
const HEIGHT = 40
// 5×7 dots, one row per five bits; letters that people confuse are left out.
const GLYPHS: Record<string, string> = {
  A: '0e11111f111111',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  H: '1111111f111111',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191915131311',
  P: '1e11111e101010',
  R: '1e11111e141211',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  3: '1f02040201110e',
  4: '02060a121f0202',
  6: '0608101e11110e',
  7: '1f010204080808',
  8: '0e11110e11110e',
  9: '0e11110f01020c',
}

const digest = (randomStr: string, answer: string): Buffer =>
  createHash('sha256').update(`${randomStr}|${answer.toUpperCase()}`).digest()

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = CRC_TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8)
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return out
}

/** A grey PNG of the word, sheared, shifted and crossed by lines. */
export function drawCaptcha(word: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(246)
  const dot = (x: number, y: number, shade: number): void => {
    if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) pixels[Math.floor(y) * WIDTH + Math.floor(x)] = shade
  }
  for (const [index, letter] of [...word].entries()) {
    const glyph = GLYPHS[letter]!
    const [left, top, shear, scale] = [
      12 + index * 26 + randomInt(-3, 4),
      7 + randomInt(-3, 4),
      randomInt(-40, 41) / 100,
      3.3 + randomInt(0, 6) / 10,
    ]
    for (let row = 0; row < 7; row += 1) {
      const bits = Number.parseInt(glyph.slice(row * 2, row * 2 + 2), 16)
      for (let column = 0; column < 5; column += 1) {
        if (!(bits & (16 >> column))) continue
        for (let dy = 0; dy < scale; dy += 1)
          for (let dx = 0; dx < scale; dx += 1)
            dot(
              left + column * scale + dx - shear * (row * scale + dy - 12),
              top + row * scale + dy,
              40 + randomInt(0, 50),
            )
      }
    }
  }
  for (let line = 0; line < 4; line += 1) {
    const [y0, y1, swing, phase] = [
      randomInt(4, HEIGHT - 4),
      randomInt(4, HEIGHT - 4),
      randomInt(2, 7),
      randomInt(0, 60) / 10,
    ]
    for (let x = 0; x < WIDTH; x += 1) dot(x, y0 + ((y1 - y0) * x) / WIDTH + Math.sin(x / 9 + phase) * swing, 90)
  }
  const rows = Buffer.alloc(HEIGHT * (WIDTH + 1))
  for (let y = 0; y < HEIGHT; y += 1) rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Stores a new word for `randomStr` and returns it. */
export async function newCaptcha(ports: Ports, randomStr: string): Promise<string> {
  const letters = Object.keys(GLYPHS)
  const word = Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]!).join('')
  const until = new Date(ports.now().getTime() + MINUTES * 60_000)
  await ports.db.query(
    ENGINE,
    sql`insert into identity.captcha (random_str, answer, until) values (${randomStr}, ${digest(randomStr, word)}, ${until})
    on conflict (random_str) do update set answer = excluded.answer, until = excluded.until`,
  )
  return word
}

/** True when `code` is the word for `randomStr`. The captcha is used up in any case. */
export async function useCaptcha(ports: Ports, randomStr: string, code: string): Promise<boolean> {
  const rows = await ports.db.query<{ answer: Buffer; alive: boolean }>(
    ENGINE,
    sql`delete from identity.captcha where random_str = ${randomStr} returning answer, until > ${ports.now()} as alive`,
  )
  return rows[0] !== undefined && rows[0].alive && rows[0].answer.equals(digest(randomStr, code.trim()))
}

export const isRandomStr = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(value)

export const captchaRoute = raw({
  method: 'GET',
  path: '/api/code',
  access: 'public',
  budget: 'captcha',
  summary: ['randomStr 对应的图形验证码', 'A captcha picture for randomStr'],
  async handle(ports, request, reply) {
    const { randomStr } = request.query as { randomStr?: unknown }
    if (!isRandomStr(randomStr))
      throw new Refusal('invalid', {
        text: ['randomStr 应为8到64位的字母、数字', 'randomStr must be 8 to 64 letters or digits'],
      })
    return reply.type('image/png').send(drawCaptcha(await newCaptcha(ports, randomStr)))
  },
})
