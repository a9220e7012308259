/**
 * The port between protocols and the platform. A protocol's adapter proves who is calling, passes on
 * messages and provides its socket; the platform decides, stores and sends commands. Adapters import only this.
 */
import type { DeviceMessage, Downlink, Order } from './message.ts'

/** What a caller claims to be. The adapter never sees secrets; it only says how a secret would prove the claim. */
export interface Claim {
  protocol: string
  /** Either the pair that the platform issued for the device, or its serial number alone. */
  productKey?: string
  deviceName?: string
  serial?: string
  /** True when `secret` proves the claim. Called once per live secret; must take constant time. */
  proves(secret: string): boolean
  remoteAddress: string
}

/** The claim of a single call. */
export interface Call extends Omit<Claim, 'proves'> {
  /**
   * Null for a caller that only says its serial number: it is admitted from addresses that somebody approved, where its
   * protocol allows that.
   */
  proves: ((secret: string) => boolean) | null
  /**
   * What a proven call says of itself, so that it counts once and only for a few minutes, or as long as its protocol says.
   * Read after `proves`.
   */
  signed?: { nonce: string; atMs: number; window?: { behindMs: number; aheadMs: number } }
}

export interface DeviceIdentity {
  deviceId: string
  serial: string
  productKey: string
  deviceName: string
  deviceClass: string
}

export type RefusalReason =
  | 'unknownDevice'
  | 'badSecret'
  | 'disabled'
  | 'flapping'
  | 'busy'
  /** Its model connects through a gateway only. */
  | 'onlyBehind'
  /** Behind a gateway: the connected device carries no others, or is in another application. */
  | 'notGateway'
  | 'otherApplication'
  /** It carries others itself. */
  | 'nestedGateway'
  /** `BEHIND_MAX` devices are behind the gateway. */
  | 'gatewayFull'
/** A single call also needs an approved address or a fresh signature. */
export type CallRefusal = RefusalReason | 'unapproved' | 'replayed' | 'stale'

/** Why a device is no longer online, in words for people. */
export type CloseReason =
  | 'disconnect' // the device sent a disconnect message
  | 'keepAlive' // nothing was received for one and a half keep-alive periods, or two and a half polls
  | 'networkError'
  | 'gateway' // the connection of the gateway that it is behind has ended
  | 'unlinked' // it is no longer behind its gateway
  | 'takenOver' // the same device opened a newer session
  | 'protocolError'
  | 'topicRefused'
  | 'kicked' // by an operator, or because the device was disabled
  | 'commandTimeout' // reset, so that a late command can never be delivered
  | 'serverStop'

/** The adapter's side of an open connection. */
export interface DeviceLink {
  /** Writes one downlink; resolves when the bytes were written to the socket, rejects when the connection is closed. */
  send(downlink: Downlink): Promise<void>
  /** Ends the connection at once (`resetAndDestroy`), so that nothing buffered can arrive later. */
  reset(reason: CloseReason): void
  /** Ends the connection with the protocol's own closing message, where it has one. */
  close(reason: CloseReason): void
}

/** The result of storing messages. */
export interface StoreResult {
  /** Answers to the messages of kind `ask`. */
  answers: readonly Downlink[]
  /** Names of properties whose values are not of the type that the class declares; they are stored as they came. */
  misfits: readonly string[]
  /** Where the device sends pictures that it announced. */
  uploads: readonly PictureUpload[]
  /** The ids of questions that were stored before, as one whose answer did not arrive. */
  again?: readonly string[]
}
/** An address for one picture: one PUT of a JPEG or PNG. */
export interface PictureUpload {
  /** The event and its parameter. */
  identifier: string
  name: string
  url: string
  maxBytes: number
  /** Epoch milliseconds. */
  untilMs: number
}

/** Devices that may be behind one gateway. */
export const BEHIND_MAX = 128

export type DeviceName = Pick<DeviceIdentity, 'productKey' | 'deviceName'>

/** The devices behind a gateway, as the gateway announces them. */
export interface Topology {
  /** For each claim null, or why its device is not behind this one now: the secret of the device itself must prove it. */
  add(claims: readonly Claim[]): Promise<readonly (RefusalReason | null)[]>
  /** Ends their sessions over this gateway too. For each whether it was behind this one. */
  remove(names: readonly DeviceName[]): Promise<readonly boolean[]>
  list(): Promise<readonly DeviceName[]>
}

/** The platform's side of an open connection. */
export interface DeviceSession {
  readonly identity: DeviceIdentity
  /** The application that the device is bound to now, null where it is in none: what is kept for a device is kept for its owner. */
  readonly owner: string | null
  readonly topology: Topology
  /**
   * Passes on messages in the order they came. Resolves after COMMIT, and only then may the adapter
   * acknowledge. Rejects when nothing was stored: the adapter must not acknowledge, and closes the
   * connection so that the device sends again. A question that cannot be stored in the time that its device waits is refused
   * through `refuse`, and has no answer in the result.
   */
  store(
    messages: readonly DeviceMessage[],
    payloadBytes: number,
    refuse?: (answer: Extract<Downlink, { kind: 'answer' }>) => void,
  ): Promise<StoreResult>
  /** Records a publish to a topic that the device has no right to; it is counted and shown in the device's log. */
  trespass(topic: string): void
  /** Records a publish that the platform does not process. `start` is the beginning of its payload. */
  unused(topic: string, start: Uint8Array): void
  /** Records any sign of life (a ping); kept in memory and written rarely. */
  alive(): void
  /** Must be called exactly once, when the connection has ended. */
  closed(reason: CloseReason): void
}

/** The platform's side of a device that calls again and again without keeping a connection. */
export interface CallerSession extends Pick<DeviceSession, 'identity' | 'store' | 'unused'> {
  /** The time zone of its application at this call, for devices that state their local time. */
  readonly zone: string
  /** The next command for the device, which counts as sent with this call; null when there is none. */
  next(): Promise<Order | null>
}

export interface ConnectInfo {
  clientId: string
  keepAliveS: number
  /**
   * The device whose connection carries this one. Its link then ends this device's session alone, and the adapter closes the
   * session when the gateway's connection ends.
   */
  gateway?: string
}

export interface DeviceGate {
  /** Decides whether a caller is admitted. Refusals are counted and shown, also those of unknown callers. */
  open(claim: Claim, link: DeviceLink, info: ConnectInfo): Promise<DeviceSession | { refused: RefusalReason }>
  /**
   * Judges one call of a device that keeps no connection. It is online from its first call until none came for two and a
   * half times `intervalS`.
   */
  call(claim: Call, info: { clientId: string; intervalS: number }): Promise<CallerSession | { refused: CallRefusal }>
  /** False while the platform cannot store messages: adapters then stop reading instead of dropping messages. */
  readonly accepting: boolean
}
