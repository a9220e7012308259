/** The subscriptions of this process by topic, to which every bus delivers its hints. */
import type { Params } from '#model/row.ts'
import type { Bus } from '../ports.ts'

type Message = Params

export interface Topics {
  deliver(topic: string, message: Message): void
  /** Delivers asynchronously what this process itself publishes. */
  deliverSoon(topic: string, message: Message): void
  subscribe: Bus['subscribe']
}

/** `onChange` is called with the subscribed topics whenever they change. */
export function makeTopics(onChange: (names: string[]) => void = () => {}): Topics {
  const handlers = new Map<string, Set<(message: Message) => void>>()
  const deliver = (topic: string, message: Message): void => {
    for (const handle of handlers.get(topic) ?? []) handle(message)
  }
  return {
    deliver,
    deliverSoon(topic, message) {
      if (handlers.has(topic)) setImmediate(() => deliver(topic, message))
    },
    // Each topic has its own type of message, which only publishers and subscribers know.
    subscribe: ((topic: string, handle: (message: Message) => void) => {
      const known = handlers.get(topic)
      const set = known ?? new Set()
      handlers.set(topic, set.add(handle))
      if (!known) onChange([...handlers.keys()])
      return () => {
        set.delete(handle)
        if (set.size > 0 || handlers.get(topic) !== set) return
        handlers.delete(topic)
        onChange([...handlers.keys()])
      }
    }) as Bus['subscribe'],
  }
}
