/** A door controller that records every opening it carried out, and answers unless configured not to. */
import mqtt, { type MqttClient } from 'mqtt'
import type { FaultDevice } from './stage.ts'

export interface DoorDevice {
  /** Command ids in the order of execution; a repeated id means that the door opened twice. */
  readonly opened: readonly string[]
  readonly client: MqttClient
  /** Sends the answer to a command again, like a device that has received no acknowledgement for it. */
  answer(commandId: string): Promise<unknown>
  /** Reports that the door is open or closed. */
  magnet(state: 0 | 1): Promise<unknown>
  end(): Promise<void>
}

/** Connects with the serial number as its name. Rejects when it cannot. */
export async function doorDevice(port: number, device: FaultDevice, productKey: string): Promise<DoorDevice> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    clientId: device.sn,
    username: device.sn,
    password: device.secret,
    reconnectPeriod: 0,
    keepalive: 300,
  })
  client.on('error', () => {})
  const opened: string[] = []
  const topic = (path: string): string => `/sys/${productKey}/${device.sn}/thing/${path}`
  const publish = (path: string, body: object): Promise<unknown> =>
    client.publishAsync(topic(path), JSON.stringify({ version: '1.0', ...body }), { qos: 1 })
  const door: DoorDevice = {
    opened,
    client,
    answer: commandId => publish('service/openDoor_reply', { id: commandId, code: 200, data: {} }),
    magnet: state =>
      publish('event/property/post', {
        id: '1',
        params: { doors: [{ no: 1, magnet: state }] },
        method: 'thing.event.property.post',
      }),
    end: async () => void client.end(true),
  }
  client.on('message', (name, payload) => {
    if (!name.endsWith('/service/openDoor')) return
    const { id } = JSON.parse(payload.toString()) as { id: string }
    opened.push(id)
    // While the network is down neither of the two is ever acknowledged.
    void door.answer(id).catch(() => {})
    void door.magnet(1).catch(() => {})
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('close', () => reject(new Error(`${device.sn} was not let in`)))
  })
  return door
}
