/** Cuts a stream of TCP into frames, each from LF to CR; what it holds is never longer than one frame. */
import { FRAME_MAX, isDecoration } from './frame.ts'

const [LF, CR] = [0x0a, 0x0d]
const BEGIN = Buffer.from([LF])

export class FrameStream {
  /** From its LF on; the LF alone may still be the end of the frame before. */
  private held: Buffer = Buffer.alloc(0)

  /** Whether a frame has begun. */
  get begun(): boolean {
    return this.held.length > 1
  }

  /** The bytes of each whole frame, between its LF and its CR. `broken`: what follows can be no frame. */
  push(chunk: Buffer): { frames: Buffer[]; broken: boolean } {
    const frames: Buffer[] = []
    let left = this.held.length ? Buffer.concat([this.held, chunk]) : chunk
    let begins = false
    for (;;) {
      let from = 0
      for (; isDecoration(left[from]); from += 1) begins ||= left[from] === LF
      left = left.subarray(from)
      if (!left.length) break
      if (!begins) return this.broken(frames)
      const end = left.indexOf(CR)
      if (end < 0) break
      frames.push(left.subarray(0, end))
      left = left.subarray(end + 1)
      begins = false
    }
    if (left.length > FRAME_MAX) return this.broken(frames)
    // A copy: a slice would keep the whole chunk in memory.
    this.held = begins ? Buffer.concat([BEGIN, left]) : Buffer.alloc(0)
    return { frames, broken: false }
  }

  private broken(frames: Buffer[]): { frames: Buffer[]; broken: boolean } {
    this.held = Buffer.alloc(0)
    return { frames, broken: true }
  }
}
