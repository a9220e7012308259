/**
 * Lines in a device's log that outsiders can cause in any number: the first ones are written at once, the rest of a
 * minute as one line with their number.
 */
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'

const WINDOW_MS = 60_000
/** Lines of one kind per device and window, each with another identifier; one more line summarises the rest. */
const LINES = 3
/** Devices and kinds counted at the same time; lines beyond that are only in the counters of the MQTT server. */
const MAX_OPEN = 20_000

export interface LogLine {
  deviceId: string
  kind: number
  identifier: string
  content: Params
}
interface Open {
  untilMs: number
  written: Set<string>
  /** The number of lines not written in this window. */
  times: number
  last: LogLine
}

export class LogTally {
  private readonly ports: Ports
  private readonly write: (line: LogLine) => Promise<void>
  private readonly open = new Map<string, Open>()
  private timer: NodeJS.Timeout | undefined

  constructor(ports: Ports, write: (line: LogLine) => Promise<void>) {
    this.ports = ports
    this.write = write
    ports.stopping.addEventListener('abort', () => clearInterval(this.timer), { once: true })
  }

  /** Never rejects: a failing log must not stop a device. */
  async note(line: LogLine): Promise<void> {
    const key = `${line.deviceId} ${line.kind}`
    const open = this.open.get(key)
    if (!open) {
      if (this.open.size >= MAX_OPEN) return
      this.open.set(key, {
        untilMs: this.ports.now().getTime() + WINDOW_MS,
        written: new Set([line.identifier]),
        times: 0,
        last: line,
      })
      this.timer ??= setInterval(() => void this.flush(false), WINDOW_MS / 6).unref()
    } else if (open.written.has(line.identifier) || open.written.size >= LINES) {
      open.times += 1
      open.last = line
      return
    } else open.written.add(line.identifier)
    await this.put(line)
  }

  /** Writes the counted lines: of the windows that are over, or of all when the process stops. */
  async flush(all: boolean): Promise<void> {
    const now = this.ports.now().getTime()
    for (const [key, open] of [...this.open]) {
      if (!all && open.untilMs > now) continue
      if (open.times > 0) {
        const { last, times } = open
        // A new window begins with this line, so that there is at most one of them per minute.
        this.open.set(key, { untilMs: now + WINDOW_MS, written: new Set(open.written), times: 0, last })
        await this.put({ ...last, content: { ...last.content, times } })
      } else this.open.delete(key)
    }
    if (all || this.open.size === 0) {
      clearInterval(this.timer)
      this.timer = undefined
    }
  }

  private put(line: LogLine): Promise<void> {
    return this.write(line).catch((error: Error) =>
      this.ports.log.warn({ deviceId: line.deviceId, error: error.message }, 'a line of a device could not be written'),
    )
  }
}
