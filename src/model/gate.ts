/**
 * The port between protocols and the platform. A protocol's adapter proves who is calling, hands up
 * messages and lends its socket; the platform decides, stores and commands. Adapters import only this.
 */
import type { DeviceMessage, Downlink } from './message.ts'

/** What a caller says it is. The adapter never sees secrets; it only says how one would prove the claim. */
export interface Claim {
  protocol: string
  /** Either the pair that the platform printed for the device, or its serial number alone. */
  productKey?: string
  deviceName?: string
  serial?: string
  /** True when `secret` proves the claim. Called once per live secret; must take constant time. */
  proves(secret: string): boolean
  remoteAddress: string
}

export interface DeviceIdentity {
  deviceId: string
  serial: string
  productKey: string
  deviceName: string
  deviceClass: string
}

export type RefusalReason = 'unknownDevice' | 'badSecret' | 'disabled' | 'blacklisted' | 'flapping' | 'busy'

/** Why a device is no longer online, shown to people as it is. */
export type CloseReason =
  | 'disconnect' // the device said goodbye
  | 'keepAlive' // silence for one and a half keep-alive periods
  | 'networkError'
  | 'takenOver' // the same device opened a newer session
  | 'protocolError'
  | 'topicRefused'
  | 'kicked' // by an operator, or because the device was disabled
  | 'commandTimeout' // reset, so that a late command can never be delivered
  | 'serverStop'

/** The adapter's end of an open connection. */
export interface DeviceLink {
  /** Writes one downlink; resolves when the bytes were handed to the socket, rejects when it is gone. */
  send(downlink: Downlink): Promise<void>
  /** Ends the connection at once (`resetAndDestroy`), so that nothing buffered can arrive later. */
  reset(reason: CloseReason): void
  /** Ends it politely where the protocol has a way to. */
  close(reason: CloseReason): void
}

/** What became of messages that were stored. */
export interface Taken {
  /** To any `ask` among them. */
  answers: readonly Downlink[]
  /** Values that are not of the type which the class declares, by name; they are kept as they came. */
  misfits: readonly string[]
}

/** The platform's end of an open connection. */
export interface DeviceSession {
  readonly identity: DeviceIdentity
  /**
   * Hands up messages in the order they came. Resolves after COMMIT and only then may the adapter
   * acknowledge. Rejects when nothing was stored (the adapter must not acknowledge; it closes the
   * connection so that the device sends again).
   */
  take(messages: readonly DeviceMessage[], payloadBytes: number): Promise<Taken>
  /** Notes a publish outside the device's rights; it is counted and shown on the device's log. */
  trespass(topic: string): void
  /** Notes a publish that the platform has no use for. `start` is how its payload begins. */
  unused(topic: string, start: Uint8Array): void
  /** Any sign of life (a ping); kept in memory, written rarely. */
  alive(): void
  /** Must be called exactly once, when the connection is gone. */
  closed(reason: CloseReason): void
}

export interface DeviceGate {
  /** Decides who may come in. Refusals are counted and shown; unknown callers too. */
  open(
    claim: Claim,
    link: DeviceLink,
    info: { clientId: string; keepAliveS: number },
  ): Promise<DeviceSession | { refused: RefusalReason }>
  /** False while the platform cannot store: adapters then stop reading instead of dropping. */
  readonly accepting: boolean
}
