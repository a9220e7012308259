/** How devices of a protocol are simulated that speak another wire than the platform's own. */
import type { Credentials } from './Link.ts'

export interface WireDevice {
  readonly name: string
  readonly online: boolean
  start(): void
  stop(): Promise<void>
}
export interface WireOptions {
  host: string
  port: number
  credentials: Credentials
  /** What was given on the command line; a switch without values is true where it was. */
  switches: Readonly<Record<string, string | boolean>>
  log?(line: string): void
}
/** A switch of the command line: with `values`, one of them, the first by default. */
export interface WireSwitch {
  what: string
  values?: readonly string[]
}
/** What a line on stdin does at each of its devices; an object that it returns is printed. */
export interface WireHappening<D> {
  usage: string
  what: string
  run(device: D, first: string, second: string): unknown
}
export interface Wire<D extends WireDevice = WireDevice> {
  protocol: string
  /** How the serial numbers of its devices begin, where not any will do. */
  prefix?: string
  switches?: Readonly<Record<string, WireSwitch>>
  make(options: WireOptions): D
  happenings?: Readonly<Record<string, WireHappening<D>>>
  /** What is printed of a device besides its name and whether it is online. */
  status?(device: D): object
}
export const defineWire = <D extends WireDevice>(protocol: string, spec: Omit<Wire<D>, 'protocol'>): Wire<D> => ({
  protocol,
  ...spec,
})
