/** State shared by the connections of one MQTT server. */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { CloseReason, DeviceGate } from '#model/gate.ts'
import type { Place, Places } from '#protocols/tcp/Places.ts'
import type { Admission } from './Admission.ts'
import type { Shared } from './state.ts'
import type { MqttStats } from './stats.ts'

/** A connection as the server sees it. */
export interface Member {
  close(why: CloseReason): void
  /** Acknowledges what is being stored, then disconnects. */
  stop(): void
  /** Ends immediately. */
  abandon(): void
  sweep(now: number): void
  /** Continues reading, if that is possible again. */
  pump(): void
}

export interface Front {
  shared: Shared
  gate: DeviceGate
  /** The key of the protocol in claims. */
  protocol: string
  /** Of connections without a whole CONNECT: `admission` limits the others. */
  places: Places
  admission: Admission
  stats: MqttStats
  connections: Set<Member>
  byDevice: Map<string, Member>
  /** Sockets that are not being read. */
  held: Set<Member>
  fault(error: unknown, what: string): void
  /** Called whenever a connection has left `connections`. */
  forgotten(): void
}

/** An accepted connection: `raw` is the TCP socket below TLS or WebSocket, the only one that can be reset. */
export interface Accepted {
  socket: Duplex
  raw: Socket
  atMs: number
  place: Place
  certificateName?: string | undefined
}
