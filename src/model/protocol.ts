/** A protocol: the language that devices speak, the listener that carries it, and what people need to connect a device. */
import type { Text } from '#base/text.ts'
import type { DeviceClass, HeldItem, Keeps } from './device.ts'
import type { DeviceHandler, DevicePath } from './deviceHttp.ts'
import type { DeviceGate, DeviceIdentity } from './gate.ts'
import type { Limits } from './limit.ts'

/** With `ca`, client certificates are requested; a given one must be valid and name the device. */
export interface Pem {
  cert: string | Buffer
  key: string | Buffer
  ca?: string | Buffer
}
export interface FrontOptions {
  host: string
  /** 0 uses any free port. */
  port: number
  /** `serve` is called with each renewed certificate, which new connections get. */
  tls?: Pem & { onRenewed?(serve: (pem: Pem) => void): void }
  gate: DeviceGate
  /** Whether this device waits for an answer to an event with this name. */
  asks?(identifier: string, identity: DeviceIdentity): boolean
  log?: { warn(fields: object, message: string): void }
}
/** A running listener. */
export interface Front {
  port: number
  /** Accepts and reads nothing more, waits for messages being stored; after `graceMs` all connections are cut. */
  close(graceMs: number): Promise<void>
}

/** The port of a listener and its variables. */
export interface OwnPort {
  /** `MQTT` for the variables PORTICO_MQTT_PORT and PORTICO_MQTT_HOST. */
  variable: string
  port: number
  /** It listens only where its variable names a port, or in the demo. */
  onDemand?: true
  /** The prefix of the variables of a second listener with TLS: `MQTTS` for PORTICO_MQTTS_PORT, _CERT, _KEY and _CA. */
  tls?: string
}
/** Paths of the one HTTP listener for devices. One that ends with `/` is that of all below it; the longest that fits counts. */
export interface DevicePaths {
  on: 'deviceHttp'
  paths: Readonly<Record<string, DevicePath>>
}

/** What devices of a protocol store of the sets of their classes. What read-back proves is said by its answers: keys with digests, or alone. */
export interface Holding {
  /** By item: what of a right they keep, and how many items go into one command. */
  sets: Readonly<Partial<Record<HeldItem, { keeps: Keeps; most: number }>>>
  /**
   * A person is one record of a device, whatever they are recognised by. With those who leave a set goes `gone`, those of whom no
   * other set of the device stores anything: their record is removed, and of the others a part.
   */
  oneRecord?: true
}

interface Spoken {
  /** The key that device models and classes name, and that claims give, for example `alink`. */
  key: string
  label: Text
  /** How messages travel, as in the line that is printed at the start. */
  transport: 'MQTT' | 'WebSocket' | 'HTTP' | 'TCP' | 'TCP and UDP'
  /** The protocol whose devices connect here too: this one is only another way to carry its messages. */
  carries?: string
  /**
   * Devices may call without a proof, by their serial number alone: such a call is only admitted from an address that
   * somebody approved.
   */
  approves: boolean
  /**
   * The commands that it carries, where these are not all of its classes: others are refused and offered nowhere. With none, its
   * devices only report.
   */
  knows?: readonly string[]
  /** How its devices store the sets of their classes, where that is less. */
  holds?: Holding
  /** What it limits beyond its listener, for the reference. */
  limits?: Limits
}
export interface ListeningProtocol extends Spoken {
  listens: OwnPort
  start(options: FrontOptions): Promise<Front>
}
export interface HttpProtocol extends Spoken {
  transport: 'HTTP'
  listens: DevicePaths
  serve(options: Pick<FrontOptions, 'asks' | 'log'>): DeviceHandler
}
export type Protocol = ListeningProtocol | HttpProtocol
export const isHttp = (protocol: Protocol): protocol is HttpProtocol => 'on' in protocol.listens
export const isListening = (protocol: Protocol): protocol is ListeningProtocol => !isHttp(protocol)

export const defineProtocol = <const P extends Omit<ListeningProtocol, 'key'> | Omit<HttpProtocol, 'key'>>(
  key: string,
  spec: P,
): P & { key: string } => ({ ...spec, key })

/** What a new device is given. */
export interface Credentials {
  id: string
  sn: string
  productKey: string
  deviceName: string
  secret: string
  /** The ports of this installation by protocol; one that is off has none. */
  ports?: Readonly<Record<string, number>>
}
/** Where a device of a class connects. */
export interface Place {
  host: string
  port: number
  deviceClass: DeviceClass
}
interface Example {
  id: string
  label: Text
  code(place: Place, credentials: Credentials): string
  /** A program keeps its line breaks; a command is wrapped. */
  program?: true
}
/** How people connect a device that speaks a protocol. Runs in the browser. */
export interface Guide {
  protocol: string
  fields(place: Place, credentials: Credentials): readonly { label: Text; value: string; wide?: true }[]
  examples: readonly Example[]
}
export const defineGuide = (protocol: string, spec: Omit<Guide, 'protocol'>): Guide => ({ protocol, ...spec })
