/** The bus of one machine: inside a process directly, between processes through their supervisor. */
import type { Bus } from '../ports.ts'
import { makeTopics } from './topics.ts'

interface Envelope {
  bus: string
  message: Record<string, unknown>
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).bus === 'string'

export function makeLocalBus(): Bus {
  const topics = makeTopics()
  process.on('message', (value: unknown) => {
    if (isEnvelope(value)) topics.deliver(value.bus, value.message)
  })
  return {
    publish(topic, message) {
      setImmediate(() => topics.deliver(topic, message))
      if (process.connected) process.send?.({ bus: topic, message } satisfies Envelope)
    },
    subscribe: topics.subscribe,
  }
}
