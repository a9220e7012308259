/** The device connections of this process, for code that must not wait for the gateway to pick up a command. */
import type { Input, Params } from '#model/row.ts'

/** A stored command, to be sent once, in this session and no other. */
export interface SentCommand {
  id: string
  device_id: string
  device_class: string
  app_id: string | null
  component: string
  identifier: string
  /** Of one that `carries`, how many items and which version: the content is read when it is sent. */
  params: Params
  carries: number
  reason: string | null
  user_name: string | null
  epoch: string
  /** RFC 3339. */
  expires_at: string
  proof: { property: string; is: unknown } | { values: Input } | null
}

interface Holder {
  /** The session of the device's connection; undefined when it is connected to another process, or not at all. */
  epochOf(deviceId: string): string | undefined
  /** Sends a command that was committed as sent in that session; a failure is written to the command. */
  send(command: SentCommand): void
}
export interface HeldLinks extends Holder {
  attach(holder: Holder): void
}

/** For a process without a gateway, until one attaches itself: no device is connected here. */
export function makeHeldLinks(): HeldLinks {
  let holder: Holder | undefined
  return {
    epochOf: deviceId => holder?.epochOf(deviceId),
    send: command => holder?.send(command),
    attach: next => {
      holder = next
    },
  }
}
