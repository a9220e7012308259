/**
 * The bus of one machine: direct within a process, and between processes through their supervisor, which knows what
 * each of them subscribes to.
 */
import type { Params } from '#model/row.ts'
import type { Bus } from '../ports.ts'
import { makeTopics } from './topics.ts'

interface Envelope {
  bus: string
  message: Params
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).bus === 'string'
const wantedIn = (value: unknown): string[] | undefined =>
  typeof value === 'object' && value !== null ? (value as { busWanted?: string[] }).busWanted : undefined

export function makeLocalBus(): Bus {
  const send = (message: object): void => void (process.connected && process.send?.(message, () => {}))
  const topics = makeTopics(names => send({ busTopics: names }))
  /** Topics that other processes subscribe to; until they are known, everything is sent. */
  let wanted: ReadonlySet<string> | undefined
  process.on('message', (value: unknown) => {
    if (isEnvelope(value)) topics.deliver(value.bus, value.message)
    const others = wantedIn(value)
    if (others) wanted = new Set(others)
  })
  return {
    publish(topic, message) {
      topics.deliverSoon(topic, message)
      if (!wanted || wanted.has(topic)) send({ bus: topic, message } satisfies Envelope)
    },
    subscribe: topics.subscribe,
  }
}
