/** Says that the log of a device has new lines: at most twice a second for a device, however many lines and pages there are. */
import type { Bus, Ports } from '#server/ports.ts'

const FLUSH_MS = 500

interface Logged {
  deviceId: string
  deviceClass: string
  appId: string | null
  sourceId: string
}
/** Devices with new lines since the last flush, by the bus of the process. */
const waiting = new WeakMap<Bus, Map<string, Logged>>()

export function logChanged({ bus, now }: Pick<Ports, 'bus' | 'now'>, logged: Logged): void {
  const known = waiting.get(bus)
  if (known?.size) {
    known.set(logged.deviceId, logged)
    return
  }
  const first = new Map([[logged.deviceId, logged]])
  waiting.set(bus, first)
  setTimeout(() => {
    waiting.delete(bus)
    for (const one of first.values()) bus.publish('live', { type: 'log', ...one, at: now().toISOString() })
  }, FLUSH_MS).unref()
}
