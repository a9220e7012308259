/**
 * Messages between devices and the platform, in one form for all protocols.
 * Times are epoch milliseconds, reported by the device unless named otherwise.
 */
import type { Input, Params } from './row.ts'
import type { StatedMs } from './statedTime.ts'

/** A numbered part of a device, for example door 2. Absent means the device itself. */
export interface ComponentRef {
  kind: string
  no: number
}

interface Received {
  /** The time that the device reported, however wrong its clock is; absent when it reported none. */
  at?: StatedMs
  /** It stated an impossible time, in whose place `at` is ours: for protocols that cannot recognise a fact by such a time. */
  clockOff?: true
  component?: ComponentRef
  /** Stored by the device while it was offline, and sent later. */
  past?: true
  /** The bytes received, stored in the device's log. At most 256 KiB. */
  frame?: { topic: string; payload: Uint8Array }
}

/** Current values. A report without `at` has no identity: the last one received is kept. */
export interface Report extends Received {
  kind: 'report'
  values: Input
}

/** Something that happened. Two events with the same `(at, device, key)` are the same event, so a redelivery changes nothing. */
export interface DeviceEvent extends Received {
  kind: 'event'
  identifier: string
  params: Params
  /** 16 bytes in hex: the manufacturer's own id where it is truly unique, otherwise a digest of the payload. */
  key: string
}

/** An event for which the sender waits for a decision. */
export interface Ask extends Omit<DeviceEvent, 'kind'> {
  kind: 'ask'
  /** Identifies the question in the answer, in the protocol's own terms. */
  questionId: string
}

/** The device's own result of a command. `code` 0 or 200 is success; any other value is the manufacturer's error code. */
export interface Reply extends Received {
  kind: 'reply'
  commandId: string
  code: number
  message?: string
  data: Params
}

export type DeviceMessage = Report | DeviceEvent | Ask | Reply

/** A message to a device, encoded by the protocol's codec. */
export type Downlink =
  | {
      kind: 'command'
      /** Repeated in the reply. Decimal digits. */
      commandId: string
      identifier: string
      component?: ComponentRef
      params: Params
      /** After this instant the device must not act. */
      expiresAt: number
    }
  | { kind: 'set'; commandId: string; values: Input; expiresAt: number }
  | { kind: 'answer'; questionId: string; data: Params }
  /** To a gateway: the devices are no longer behind it. `id` is of this message. */
  | { kind: 'unlinked'; id: string; devices: readonly { productKey: string; deviceName: string }[] }

/** A message that makes a device do something. */
export type Order = Extract<Downlink, { kind: 'command' | 'set' }>
