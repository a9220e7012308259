/** Cuts a stream of TCP into frames, each from LF to CR; what it holds is never longer than one frame. */
import { FRAME_MAX } from './frame.ts'

const [LF, CR] = [0x0a, 0x0d]

export class FrameStream {
  private held: Buffer = Buffer.alloc(0)

  /** Whether a frame has begun. */
  get begun(): boolean {
    return this.held.length > 0
  }

  /** The bytes of each whole frame, between its LF and its CR. `broken`: what follows can be no frame. */
  push(chunk: Buffer): { frames: Buffer[]; broken: boolean } {
    const frames: Buffer[] = []
    let left = this.held.length ? Buffer.concat([this.held, chunk]) : chunk
    for (;;) {
      // Between frames some senders add a CR or an LF.
      let from = 0
      while (left[from] === CR || (left[from] === LF && left[from + 1] === LF)) from += 1
      left = left.subarray(from)
      if (!left.length) break
      if (left[0] !== LF) return this.broken(frames)
      const end = left.indexOf(CR)
      if (end < 0) break
      frames.push(left.subarray(1, end))
      left = left.subarray(end + 1)
    }
    if (left.length > FRAME_MAX + 1) return this.broken(frames)
    // A copy: a slice would keep the whole chunk in memory.
    this.held = Buffer.from(left)
    return { frames, broken: false }
  }

  private broken(frames: Buffer[]): { frames: Buffer[]; broken: boolean } {
    this.held = Buffer.alloc(0)
    return { frames, broken: true }
  }
}
