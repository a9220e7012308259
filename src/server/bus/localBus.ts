/** The bus of one machine: inside a process directly, between processes through their supervisor. */
import type { Bus } from '../ports.ts'

interface Envelope {
  bus: string
  message: Record<string, unknown>
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).bus === 'string'

export function makeLocalBus(): Bus {
  const handlers = new Map<string, Set<(message: Record<string, unknown>) => void>>()
  const deliver = (topic: string, message: Record<string, unknown>): void => {
    for (const handle of handlers.get(topic) ?? []) handle(message)
  }
  process.on('message', (value: unknown) => {
    if (isEnvelope(value)) deliver(value.bus, value.message)
  })
  return {
    publish(topic, message) {
      setImmediate(() => deliver(topic, message))
      if (process.connected) process.send?.({ bus: topic, message } satisfies Envelope)
    },
    subscribe(topic, handle) {
      const set = handlers.get(topic) ?? new Set()
      handlers.set(topic, set.add(handle))
      return () => void set.delete(handle)
    },
  }
}
