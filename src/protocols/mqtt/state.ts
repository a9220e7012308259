/** The state, inputs and outputs of one MQTT session: the types of the pure state machine. */
import type { Claim, CloseReason, DeviceIdentity, StoreResult } from '#model/gate.ts'
import type { DeviceMessage, Downlink } from '#model/message.ts'
import type { AlinkOptions } from '#protocols/alink/valuesAndEvents.ts'
import type { Publish } from '#protocols/alink/reply.ts'
import type { TopologyCall } from '#protocols/alink/topology.ts'
import type { ChildCall } from '#protocols/alink/uplink.ts'
import type { Limits } from './limits.ts'
import type { ClientPacket, Qos, Subscription, Version, Will } from './packet.ts'
import type { ChildRefusal, ReasonCode, Refusal } from './reason.ts'

/** A publish that is not acknowledged yet. Acknowledgements keep the order of arrival [MQTT-4.6.0-2, -3]. */
export interface Pending {
  seq: number
  qos: Qos
  messageId: number
  /** Its number, where a device behind this one sent it. */
  child?: number
  reply?: Publish
  /** Set when the answer is known, which is sent after everything before it. */
  outcome?: { code: ReasonCode } & StoreResult
}

/** A downlink that waits for the client's Receive Maximum. */
export interface Queued extends Publish {
  /** Identifies the promise of `send`; 0 where nothing waits for it. */
  token: number
  /** By the server's own clock; a command's expiry may be by the device's clock, which is not used here. */
  untilMs: number
  /** The number of the device behind this one that it is for. */
  child?: number
}

/** A device behind a gateway, logged in. */
export interface Child {
  /** Of its login, on this connection. */
  readonly no: number
  readonly identity: DeviceIdentity
  /** Packet ids of its downlinks; some may be acknowledged already. */
  readonly outflight: readonly number[]
  /** It got a downlink at QoS 0, so that nobody knows what is still on its way. */
  readonly unsure: boolean
}

/** The devices behind a gateway, by `productKey/deviceName`. */
export interface Children {
  readonly open: ReadonlyMap<string, Child>
  /** Those that had a session on this connection. */
  readonly ended: ReadonlySet<string>
  /** Logins that the platform judges, by number. */
  readonly judged: ReadonlyMap<number, ChildCall>
  readonly last: number
  /** Start of the minute in which `logins`, and devices that are announced, are counted. */
  readonly windowMs: number
  readonly logins: number
}

/** A command that was sent, and where its reply is expected. */
export interface Awaited {
  readonly replyTopic: string
  readonly id: string
  readonly untilMs: number
}

export interface State {
  readonly shared: Shared
  /** fresh: no CONNECT yet · opening: the platform decides · connected · closing: last bytes · gone. */
  readonly phase: 'fresh' | 'opening' | 'connected' | 'closing' | 'gone'
  /** Start of the phase, or time of the last packet while connected. */
  readonly sinceMs: number
  /** Common name of a TLS client certificate. */
  readonly certificateName: string | undefined
  readonly version: Version
  readonly identity: DeviceIdentity | undefined
  /** 0 disables the check. */
  readonly keepAliveS: number
  readonly clientIdGiven: boolean
  /** Whether a client of 5 requested a session that outlives the connection. */
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
  /** Oldest first. */
  readonly awaiting: readonly Awaited[]
  readonly trespasses: number
  /** Undefined until something behind this device logs in or is announced: most devices are no gateways. */
  readonly children: Children | undefined
  readonly stopping: boolean
  readonly endReason: CloseReason | undefined
}

/** State shared by all sessions of one server. */
export interface Shared extends AlinkOptions {
  limits: Limits
}

export type Input =
  | { kind: 'packet'; packet: ClientPacket }
  | { kind: 'malformed'; code: ReasonCode; version: Version | undefined }
  | { kind: 'opened'; identity: DeviceIdentity }
  | { kind: 'refused'; reason: Refusal }
  | ({ kind: 'stored'; seq: number } & StoreResult)
  | { kind: 'takeFailed' }
  | { kind: 'send'; token: number; downlink: Downlink; child?: number | undefined }
  | { kind: 'childOpened'; no: number; identity: DeviceIdentity }
  | { kind: 'childRefused'; no: number; reason: ChildRefusal }
  | { kind: 'childClose'; no: number; reason: CloseReason; how?: 'reset' }
  /** The answer to a `topology`. */
  | { kind: 'answered'; publish: Publish }
  /** `held`: nothing is being read from the client, so its silence does not count. */
  | { kind: 'tick'; held: boolean }
  | { kind: 'close'; reason: CloseReason; how?: 'polite' | 'reset' | 'destroy' }
  | { kind: 'stop' }
  | { kind: 'gone' }

export type Output =
  | { kind: 'write'; bytes: Buffer }
  | { kind: 'open'; claim: Omit<Claim, 'protocol' | 'remoteAddress'>; clientId: string; keepAliveS: number }
  /** From here on, the session is the device's only one. */
  | { kind: 'admitted'; identity: DeviceIdentity }
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'store'; seq: number; messages: readonly DeviceMessage[]; bytes: number; child?: number }
  | { kind: 'trespass'; topic: string }
  /** A publish that the platform does not process. */
  | { kind: 'unused'; topic: string; start: Uint8Array; child?: number }
  | { kind: 'openChild'; no: number; claim: Omit<Claim, 'protocol' | 'remoteAddress'>; clientId: string }
  | { kind: 'closedChild'; no: number; reason: CloseReason }
  | { kind: 'topology'; call: TopologyCall }
  | { kind: 'alive' }
  | { kind: 'sent'; token: number }
  | { kind: 'unsent'; token: number; why: string }
  | { kind: 'end'; how: 'polite' | 'reset' | 'destroy' }
  | { kind: 'closed'; reason: CloseReason }

export type Step = [State, Output[]]

const NOTHING: readonly never[] = Object.freeze([])
/** The result of a publish of which nothing had to be stored. */
export const NOTHING_STORED: StoreResult = { answers: NOTHING, misfits: NOTHING, uploads: NOTHING }

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
  awaiting: NOTHING,
  trespasses: 0,
  children: undefined,
  stopping: false,
  endReason: undefined,
})
