/** The connections of devices that this process holds, for code that must not wait for the gateway to find out by itself. */
import type { Input, Params } from '#model/row.ts'

/** A command as it was written to be sent: once, in this session and no other. */
export interface SentCommand {
  id: string
  device_id: string
  device_class: string
  app_id: string | null
  component: string
  identifier: string
  params: Params
  reason: string | null
  user_name: string | null
  epoch: string
  /** RFC 3339. */
  expires_at: string
  proof: { property: string; is: unknown } | { values: Input } | null
}

interface Holder {
  /** The session of the device's connection; undefined where another process holds it, or none does. */
  epochOf(deviceId: string): string | undefined
  /** Sends what was written and committed as sent in that session; a failure is written to the command. */
  send(command: SentCommand): void
}
export interface HeldLinks extends Holder {
  attach(holder: Holder): void
}

/** Of a process without a gateway until one attaches itself: no device is connected here. */
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
