/** A device as a plain socket, for tests: sends packets or bytes unchanged, and records what it receives. */
import { connect, type Socket } from 'node:net'
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet'
import type { Version } from '#protocols/mqtt/packet.ts'
import { MemoryGate, until } from './memoryGate.ts'

type ReceivedPacket = Packet & {
  returnCode?: number
  reasonCode?: number
  topic?: string
  properties?: Record<string, unknown>
}

export class RawClient {
  readonly socket: Socket
  readonly received: ReceivedPacket[] = []
  closed = false
  ended = false
  error: string | undefined
  private readonly version: Version

  constructor(port: number, version: Version = 4) {
    this.version = version
    this.socket = connect(port, '127.0.0.1')
    const parser = mqttPacket.parser({ protocolVersion: version })
    parser.on('packet', packet => this.received.push(packet as ReceivedPacket))
    this.socket.on('data', bytes => parser.parse(bytes))
    this.socket.on('end', () => (this.ended = true))
    this.socket.on('close', () => (this.closed = this.ended = true))
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code))
  }

  bytes(...parts: (Buffer | string)[]): this {
    this.socket.write(
      Buffer.concat(
        parts.map(part => (typeof part === 'string' ? Buffer.from(part.replaceAll(' ', ''), 'hex') : part)),
      ),
    )
    return this
  }

  send(...packets: Packet[]): this {
    return this.bytes(...packets.map(packet => mqttPacket.generate(packet, { protocolVersion: this.version })))
  }

  connectPacket(serial: string, more: Partial<IConnectPacket> = {}): Packet {
    return {
      cmd: 'connect',
      protocolVersion: this.version,
      clientId: 'raw',
      clean: true,
      keepalive: 60,
      username: serial,
      password: Buffer.from(MemoryGate.secretOf(serial)),
      ...more,
    }
  }

  async login(serial: string, more: Partial<IConnectPacket> = {}): Promise<ReceivedPacket> {
    this.send(this.connectPacket(serial, more))
    return this.next('connack')
  }

  /** The first packet of its kind, received already or in future; it is removed from the list. Rejects once the connection is closed. */
  async next(cmd: Packet['cmd'], withinMs?: number): Promise<ReceivedPacket> {
    const at = (): number => this.received.findIndex(packet => packet.cmd === cmd)
    await until(() => at() >= 0 || this.closed, withinMs)
    if (at() < 0) throw new Error(`closed without ${cmd}`)
    return this.received.splice(at(), 1)[0]!
  }

  count(cmd: Packet['cmd']): number {
    return this.received.filter(p => p.cmd === cmd).length
  }

  post(
    messageId: number,
    qos: 0 | 1 | 2 = 1,
    more: { topic?: string; payload?: string; dup?: boolean; retain?: boolean; serial?: string } = {},
  ): Packet {
    const {
      topic = `/sys/pk/dn-${more.serial ?? 'SN1'}/thing/event/property/post`,
      payload = `{"id":"${messageId}","sys":{"ack":0},"params":{"n":${messageId}}}`,
    } = more
    return { cmd: 'publish', topic, payload, qos, messageId, dup: more.dup ?? false, retain: more.retain ?? false }
  }
}
