/** What one MQTT session remembers, hears and says: the nouns of the pure state machine. */
import type { Claim, CloseReason, DeviceIdentity, Taken } from '#model/gate.ts'
import type { DeviceMessage, Downlink } from '#model/message.ts'
import type { AlinkOptions } from '#protocols/alink/said.ts'
import type { Publish } from '#protocols/alink/reply.ts'
import type { Limits } from './limits.ts'
import type { ClientPacket, Qos, Subscription, Version, Will } from './packet.ts'
import type { ReasonCode, Refusal } from './reason.ts'

/** A publish that is not acknowledged yet. Acknowledgements keep the order of arrival [MQTT-4.6.0-2, -3]. */
export interface Pending {
  seq: number
  qos: Qos
  messageId: number
  reply?: Publish
  /** Set when the answer is known, which is sent when everything before it was. */
  outcome?: { code: ReasonCode } & Taken
}

/** A downlink that waits until the client's Receive Maximum lets it out. */
export interface Queued extends Publish {
  /** Names the promise of `send`; 0 where nobody waits. */
  token: number
  /** The server's own clock; a command's expiry may be stated in the device's, which says nothing here. */
  untilMs: number
}

export interface State {
  readonly shared: Shared
  /** fresh: no CONNECT yet · opening: the platform decides · connected · closing: last bytes · gone. */
  readonly phase: 'fresh' | 'opening' | 'connected' | 'closing' | 'gone'
  /** Begin of the phase, or the last packet heard while connected. */
  readonly sinceMs: number
  /** Common name of a TLS client certificate. */
  readonly certificateName: string | undefined
  readonly version: Version
  readonly identity: DeviceIdentity | undefined
  /** 0 switches the check off. */
  readonly keepAliveS: number
  readonly clientIdGiven: boolean
  /** A client of 5 asked for a session that outlives the connection. */
  readonly expiryAsked: boolean
  readonly will: Will | undefined
  readonly pending: readonly Pending[]
  readonly nextSeq: number
  /** Packet ids of QoS 2 between PUBREC and PUBREL. */
  readonly unreleased: readonly number[]
  readonly subscriptions: readonly Subscription[]
  readonly receiveMaximum: number
  readonly maximumPacketSize: number
  readonly outflight: readonly number[]
  readonly lastPacketId: number
  readonly queue: readonly Queued[]
  readonly trespasses: number
  readonly stopping: boolean
  readonly endReason: CloseReason | undefined
}

/** What all sessions of one front have in common. */
export interface Shared extends AlinkOptions {
  limits: Limits
}

export type Input =
  | { kind: 'packet'; packet: ClientPacket }
  | { kind: 'malformed'; code: ReasonCode; version: Version | undefined }
  | { kind: 'opened'; identity: DeviceIdentity }
  | { kind: 'refused'; reason: Refusal }
  | ({ kind: 'taken'; seq: number } & Taken)
  | { kind: 'takeFailed' }
  | { kind: 'send'; token: number; downlink: Downlink }
  /** `held`: the client is not being read, so its silence says nothing. */
  | { kind: 'tick'; held: boolean }
  | { kind: 'close'; reason: CloseReason; how?: 'polite' | 'reset' | 'destroy' }
  | { kind: 'stop' }
  | { kind: 'gone' }

export type Output =
  | { kind: 'write'; bytes: Buffer }
  | { kind: 'open'; claim: Omit<Claim, 'remoteAddress'>; clientId: string; keepAliveS: number }
  /** The session is the device's only one from here on. */
  | { kind: 'admitted'; identity: DeviceIdentity }
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'take'; seq: number; messages: readonly DeviceMessage[]; bytes: number }
  | { kind: 'trespass'; topic: string }
  /** A publish that the platform has no use for. */
  | { kind: 'unused'; topic: string; start: Uint8Array }
  | { kind: 'alive' }
  | { kind: 'sent'; token: number }
  | { kind: 'unsent'; token: number; why: string }
  | { kind: 'end'; how: 'polite' | 'reset' | 'destroy' }
  | { kind: 'closed'; reason: CloseReason }

export type Step = [State, Output[]]

const NOTHING: readonly never[] = Object.freeze([])
/** What became of a publish that nothing had to be stored of. */
export const NONE_TAKEN: Taken = { answers: NOTHING, misfits: NOTHING }

export const freshState = (shared: Shared, certificateName: string | undefined, now: number): State => ({
  shared,
  phase: 'fresh',
  sinceMs: now,
  certificateName,
  version: 4,
  identity: undefined,
  keepAliveS: 0,
  clientIdGiven: true,
  expiryAsked: false,
  will: undefined,
  pending: NOTHING,
  nextSeq: 1,
  unreleased: NOTHING,
  subscriptions: NOTHING,
  receiveMaximum: 65535,
  maximumPacketSize: 0xffffffff,
  outflight: NOTHING,
  lastPacketId: 0,
  queue: NOTHING,
  trespasses: 0,
  stopping: false,
  endReason: undefined,
})
