/** What one front has counted since it was started. */
import type { Refusal } from './reason.ts'

export interface MqttStats {
  /** Open now, strangers included. */
  connections: number
  /** CONNECTs that wait for admission now. */
  waiting: number
  accepted: number
  admitted: number
  refused: Partial<Record<Refusal, number>>
  malformed: number
  publishes: number
  /** Publishes outside the sender's rights. */
  trespasses: number
  /** Publishes that the platform has no use for. */
  unused: number
  /** Messages that the platform could not store; each closed its connection. */
  takeFailures: number
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
  takeFailures: 0,
  bytesIn: 0,
  bytesOut: 0,
})
