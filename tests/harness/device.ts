/** Devices for tests: stocked and bound through the real API, connecting with mqtt.js over real sockets. */
import { createHmac } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import { Gate, endLeftovers, startDispatcher, startPresence } from '#modules/devices/api.ts'
import { classes } from '#main/registry.ts'
import { partsOf } from '#main/wire.ts'
import { startMqtt, type MqttFront } from '#protocols/mqtt/adapter.ts'
import type { TestServer } from './server.ts'
import { miss, NEVER_MS } from './until.ts'

export interface Credentials {
  id: string
  sn: string
  productKey: string
  deviceName: string
  secret: string
}
export interface TestGateway {
  port: number
  front: MqttFront
  gate: Gate
  close(): Promise<void>
}

export async function startTestGateway(server: TestServer): Promise<TestGateway> {
  await endLeftovers(server.ports)
  const gate = new Gate(server.ports, partsOf('decider'))
  const front = await startMqtt({
    host: '127.0.0.1',
    port: 0,
    gate,
    asks: (identifier, identity) => classes.get(identity.deviceClass)?.events[identifier]?.ask !== undefined,
  })
  const [dispatcher, presence] = [startDispatcher(server.ports, gate.links), startPresence(server.ports, gate.links)]
  return {
    port: front.port,
    front,
    gate,
    async close() {
      await front.close(1000)
      await dispatcher.stop()
      await presence.stop()
    },
  }
}

/** One application with a vendor and a published model of each class. */
export async function makeApplication(
  server: TestServer,
  name = '测试小区',
): Promise<{ appId: string; models: Record<string, string> }> {
  const post = async (url: string, body: unknown): Promise<any> => {
    const answer = await server.call('POST', url, body)
    if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const app = await post('/api/admin/application', { name, industry: 1, deviceClasses: [...classes.keys()] })
  const suffix = app.id.slice(-6)
  const vendor = await post('/api/device/vendor', { name: `厂商${suffix}`, code: `v${suffix}`, status: 1 })
  const models: Record<string, string> = {}
  for (const key of classes.keys()) {
    const model = await post('/api/device/model', {
      name: `${key} 型号`,
      modelNo: `${key}-${suffix}`,
      vendorId: vendor.id,
      typeCode: key,
      protocol: 'alink',
      netType: 3,
      spec: { doorCount: 4, readerCount: 4, zoneCount: 8, channelCount: 4, capacity: 5000 },
    })
    await post(`/api/device/model/${model.id}/publish`, {})
    models[key] = model.id
  }
  return { appId: app.id, models }
}

export async function connectDevice(
  server: TestServer,
  appId: string,
  modelId: string,
  sn: string,
  name = sn,
): Promise<Credentials> {
  const answer = await server.call('POST', `/api/device/bind/connect?appId=${appId}`, { sn, name, modelId })
  if (answer.body.code !== 0) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

export interface TestDevice {
  client: MqttClient
  topic(path: string): string
  /** Publishes with QoS 1 and resolves with the PUBACK. */
  post(path: string, params: Record<string, unknown>, id?: string): Promise<void>
  /** Messages received, newest last. */
  received: { topic: string; body: any }[]
  /** Resolves with the next message on a topic with this ending. */
  next(ending: string, timeoutMs?: number): Promise<{ topic: string; body: any }>
  end(): Promise<void>
}

/** Connects as Alink devices do, with an HMAC of the secret. */
export async function openDevice(
  port: number,
  credentials: Credentials,
  options: { protocolVersion?: 4 | 5 } = {},
): Promise<TestDevice> {
  const { productKey, deviceName, secret } = credentials
  const clientId = `${productKey}.${deviceName}`
  const timestamp = String(Date.now())
  const password = createHmac('sha256', secret)
    .update(`clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`)
    .digest('hex')
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: `${clientId}|securemode=3,signmethod=hmacsha256,timestamp=${timestamp}|`,
    username: `${deviceName}&${productKey}`,
    password,
    protocolVersion: options.protocolVersion ?? 4,
    reconnectPeriod: 0,
    keepalive: 30,
  })
  const received: { topic: string; body: any }[] = []
  const waiting: { ending: string; resolve(message: { topic: string; body: any }): void }[] = []
  client.on('message', (topic, payload) => {
    const message = { topic, body: JSON.parse(payload.toString()) }
    received.push(message)
    const index = waiting.findIndex(entry => topic.endsWith(entry.ending))
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(message)
  })
  const topic = (path: string): string => `/sys/${productKey}/${deviceName}/thing/${path}`
  let count = 0
  return {
    client,
    topic,
    received,
    async post(path, params, id) {
      await client.publishAsync(
        topic(path),
        JSON.stringify({
          id: id ?? String((count += 1)),
          version: '1.0',
          params,
          method: `thing.${path.replaceAll('/', '.')}`,
        }),
        { qos: 1 },
      )
    },
    next: (ending, timeoutMs = NEVER_MS) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(miss(`a message on …${ending}`)), timeoutMs)
        waiting.push({
          ending,
          resolve: message => {
            clearTimeout(timer)
            resolve(message)
          },
        })
      }),
    end: () => client.endAsync(true),
  }
}
