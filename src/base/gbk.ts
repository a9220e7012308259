/** GBK as boards of displays store texts: one byte for ASCII, two for everything else. Source: GB 18030, two-byte part. */

let table: ReadonlyMap<string, number> | undefined

/** From character to code, by asking the decoder of the platform for every two-byte code. */
function codes(): ReadonlyMap<string, number> {
  if (table) return table
  const decoder = new TextDecoder('gbk', { fatal: true })
  const found = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail === 0x7f) continue
      try {
        const character = decoder.decode(new Uint8Array([lead, trail]))
        if (!found.has(character)) found.set(character, (lead << 8) | trail)
      } catch {
        /* not assigned */
      }
    }
  return (table = found)
}

/** The first character that GBK cannot store; null when it can store all. */
export const notInGbk = (text: string): string | null =>
  [...text].find(one => one.codePointAt(0)! >= 0x80 && !codes().has(one)) ?? null

/** Throws with the first character that GBK cannot store. */
export function toGbk(text: string): Uint8Array {
  const bytes: number[] = []
  for (const one of text) {
    const point = one.codePointAt(0)!
    if (point < 0x80) bytes.push(point)
    else {
      const code = codes().get(one)
      if (code === undefined) throw new Error(`GBK has no character ${one}`)
      bytes.push(code >> 8, code & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })
const GBK = new TextDecoder('gbk')
/** Text of a device: UTF-8, or else GBK, in which bytes that are neither become U+FFFD. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    return GBK.decode(bytes)
  }
}
