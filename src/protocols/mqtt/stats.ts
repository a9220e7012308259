/** Counters of one MQTT server since it was started. */
import type { Refusal } from './reason.ts'

export interface MqttStats {
  /** Open at the moment, including unauthenticated ones. */
  connections: number
  /** CONNECTs waiting for admission at the moment. */
  waiting: number
  accepted: number
  admitted: number
  refused: Partial<Record<Refusal, number>>
  malformed: number
  publishes: number
  /** Publishes without the right to the topic. */
  trespasses: number
  /** Publishes that the platform does not process. */
  unused: number
  /** Messages that the platform could not store; each closed its connection. */
  storeFailures: number
  bytesIn: number
  bytesOut: number
}

export const noStats = (): MqttStats => ({
  connections: 0,
  waiting: 0,
  accepted: 0,
  admitted: 0,
  refused: {},
  malformed: 0,
  publishes: 0,
  trespasses: 0,
  unused: 0,
  storeFailures: 0,
  bytesIn: 0,
  bytesOut: 0,
})
