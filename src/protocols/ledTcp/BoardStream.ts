/** The bytes of one board, cut into what they mean: the line that registers it, frames, and lines that are signs of life. */
import { ADDRESS, readFrame, VERSION, type BoardFrame } from './frame.ts'

export type StreamPart =
  | { kind: 'line'; text: string }
  | { kind: 'frame'; frame: BoardFrame }
  | { kind: 'wrong'; why: 'tooLong' | 'charset' | 'address' | 'version' | 'crc'; bytes: Uint8Array }

const LF = 0x0a
const PRINTABLE = /^[\x20-\x7e]*$/
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09
/** A letter, a break or another NUL, but no version of a frame. */
const startsLine = (byte: number | undefined): boolean =>
  byte !== undefined &&
  byte !== VERSION &&
  (byte === 0 || (byte >= 0x09 && byte <= 0x0d) || (byte >= 0x20 && byte < 0x7f))

/** Nothing is read after something wrong: the next frame could begin anywhere. */
export class BoardStream {
  private held: Uint8Array = new Uint8Array(0)
  private ended = false
  private readonly lineMax: number

  constructor(lineMax: number) {
    this.lineMax = lineMax
  }

  take(bytes: Uint8Array): StreamPart[] {
    this.held = this.held.length ? Buffer.concat([this.held, bytes]) : bytes
    const parts: StreamPart[] = []
    while (!this.ended) {
      this.skip()
      if (!this.held.length) break
      const next = this.held[0] === ADDRESS ? this.frame() : this.line()
      if (!next) break
      parts.push(next)
      if (next.kind === 'wrong') this.ended = true
    }
    return parts
  }

  /** Blanks, and NUL that begins no frame: some serial servers put them around lines. */
  private skip(): void {
    let from = 0
    while (isBlank(this.held[from]) || (this.held[from] === ADDRESS && startsLine(this.held[from + 1]))) from += 1
    this.held = this.held.subarray(from)
  }

  private wrong(why: Extract<StreamPart, { kind: 'wrong' }>['why']): StreamPart {
    return { kind: 'wrong', why, bytes: this.held.slice(0, 64) }
  }

  private frame(): StreamPart | null {
    const read = readFrame(this.held)
    if ('frame' in read) {
      this.held = this.held.subarray(read.length)
      return { kind: 'frame', frame: read.frame }
    }
    return read.why === 'more' ? null : this.wrong(read.why)
  }

  private line(): StreamPart | null {
    const end = this.held.indexOf(LF)
    const shown = Buffer.from(end < 0 ? this.held : this.held.subarray(0, end))
      .toString('latin1')
      .replace(/^[\0-\x20]+|[\0-\x20]+$/g, '')
    if (!PRINTABLE.test(shown)) return this.wrong('charset')
    if (shown.length > this.lineMax) return this.wrong('tooLong')
    if (end < 0) return null
    this.held = this.held.subarray(end + 1)
    return { kind: 'line', text: shown }
  }
}
