/**
 * The only language spoken above the wire: what devices say and what is said to them,
 * whatever protocol carried it. Times are epoch milliseconds, stated by the device unless named otherwise.
 */
import type { Input, Params } from './row.ts'

/** A numbered part of a device, for example door 2. Absent means the device itself. */
export interface ComponentRef {
  kind: string
  no: number
}

interface Said {
  /** The time the device states, exactly as it stated it; absent when it stated none. */
  at?: number
  component?: ComponentRef
  /** What came over the wire, kept for the device's log. At most 256 KiB. */
  frame?: { topic: string; payload: Uint8Array }
}

/** Current values. A report without `at` has no identity: the last one wins. */
export interface Report extends Said {
  kind: 'report'
  values: Input
  /** Kept by the device while it was away, and sent later. */
  past?: true
}

/** Something that happened. `(at, device, key)` makes two events the same, so redelivery changes nothing. */
export interface DeviceEvent extends Said {
  kind: 'event'
  identifier: string
  params: Params
  /** 16 bytes in hex: the maker's own id where it is truly unique, else a digest of the payload. */
  key: string
}

/** An event whose sender waits for a decision. */
export interface Ask extends Omit<DeviceEvent, 'kind'> {
  kind: 'ask'
  /** Names the question when answering, in the wire's own terms. */
  questionId: string
}

/** The device's own word on a command. `code` 0 or 200 is success; everything else is the maker's code. */
export interface Reply extends Said {
  kind: 'reply'
  commandId: string
  code: number
  message?: string
  data: Params
}

export type DeviceMessage = Report | DeviceEvent | Ask | Reply

/** Something for a device, written to its wire by the protocol's codec. */
export type Downlink =
  | {
      kind: 'command'
      /** Comes back in the reply. Decimal digits. */
      commandId: string
      identifier: string
      component?: ComponentRef
      params: Params
      /** After this instant the device must refuse to act. */
      expiresAt: number
    }
  | { kind: 'set'; commandId: string; values: Input; expiresAt: number }
  | { kind: 'answer'; questionId: string; data: Params }
