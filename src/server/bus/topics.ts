/** Who listens to which topic in this process; what every bus hands its hints to. */
import type { Bus } from '../ports.ts'

type Message = Record<string, unknown>

export interface Topics {
  deliver(topic: string, message: Message): void
  subscribe: Bus['subscribe']
}

export function makeTopics(): Topics {
  const handlers = new Map<string, Set<(message: Message) => void>>()
  return {
    deliver(topic, message) {
      for (const handle of handlers.get(topic) ?? []) handle(message)
    },
    subscribe(topic, handle) {
      const set = handlers.get(topic) ?? new Set()
      handlers.set(topic, set.add(handle))
      return () => void set.delete(handle)
    },
  }
}
