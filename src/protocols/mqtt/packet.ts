/** The packets that a client may send, after every check that only needs the packet itself. */
import type { Properties } from './property.ts'

/** 4 is MQTT 3.1.1, as on the wire. */
export type Version = 4 | 5
export type Qos = 0 | 1 | 2

export interface Will {
  topic: string
  payload: Buffer
  qos: Qos
  retain: boolean
}

export interface ConnectPacket {
  cmd: 'connect'
  version: Version
  clean: boolean
  keepAliveS: number
  clientId: string
  will?: Will
  username?: string
  password?: Buffer
  properties: Properties
}

export interface PublishPacket {
  cmd: 'publish'
  topic: string
  payload: Buffer
  qos: Qos
  dup: boolean
  retain: boolean
  /** 0 at QoS 0. */
  messageId: number
  /** Correlation data of 5; '' where it is no text. */
  correlation?: string
}

export interface Subscription {
  filter: string
  qos: Qos
}

export type ClientPacket =
  | ConnectPacket
  /** A CONNECT of another protocol level; `answer` is the form that its sender may understand. */
  | { cmd: 'foreignConnect'; answer: Version }
  | PublishPacket
  | { cmd: 'puback' | 'pubrec' | 'pubrel' | 'pubcomp'; messageId: number; code: number }
  | { cmd: 'subscribe'; messageId: number; subscriptions: Subscription[]; properties: Properties }
  | { cmd: 'unsubscribe'; messageId: number; filters: string[] }
  | { cmd: 'pingreq' }
  | { cmd: 'disconnect'; code: number; sessionExpiryInterval?: number }
