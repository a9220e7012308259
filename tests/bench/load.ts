/** A light MQTT publisher for load: mqtt-packet over a socket, a window of unacknowledged publishes, nothing else. */
import { connect, type Socket } from 'node:net'
import mqttPacket from 'mqtt-packet'

export interface LoadClient {
  socket: Socket
  publish(topic: string, payload: Buffer): Promise<void>
  onPublish(handle: (topic: string, payload: Buffer, id: number | undefined) => void): void
  write(bytes: Buffer): void
  end(): void
}

/** Connects and resolves after CONNACK; rejects when refused. */
export function loadClient(port: number, device: { sn: string; secret: string }): Promise<LoadClient> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    const parser = mqttPacket.parser({ protocolVersion: 4 })
    const waiting = new Map<number, () => void>()
    let handle: (topic: string, payload: Buffer, id: number | undefined) => void = () => {}
    let next = 0
    const client: LoadClient = {
      socket,
      publish(topic, payload) {
        next = (next % 65_535) + 1
        const messageId = next
        socket.write(
          mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false }),
        )
        return new Promise(done => waiting.set(messageId, done))
      },
      onPublish: given => {
        handle = given
      },
      write: bytes => void socket.write(bytes),
      end: () => socket.destroy(),
    }
    parser.on('packet', packet => {
      if (packet.cmd === 'connack')
        packet.returnCode === 0 ? resolve(client) : reject(new Error(`refused ${packet.returnCode}`))
      else if (packet.cmd === 'puback') {
        waiting.get(packet.messageId!)?.()
        waiting.delete(packet.messageId!)
      } else if (packet.cmd === 'publish') {
        if (packet.qos === 1) socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId! }))
        handle(packet.topic, packet.payload as Buffer, packet.messageId)
      }
    })
    socket.on('data', bytes => parser.parse(bytes))
    socket.on('error', reject)
    socket.on('connect', () =>
      socket.write(
        mqttPacket.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: device.sn,
          keepalive: 300,
          username: device.sn,
          password: Buffer.from(device.secret),
        }),
      ),
    )
  })
}

export const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
