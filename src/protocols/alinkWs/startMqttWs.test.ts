/** MQTT over WebSocket on real sockets: admitted as over TCP; what is not MQTT in binary frames ends only its own connection. */
import { connect } from 'node:net'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Front } from '#model/protocol.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { startMqttWs } from './startMqttWs.ts'
import { quietly } from '../../../tests/harness/quietly.ts'

let platform: TestPlatform
let front: Front
let door: Credentials
beforeAll(async () => {
  platform = await startPlatform()
  front = await startMqttWs({ host: '127.0.0.1', port: 0, gate: platform.gateway.gate })
  door = await connectDevice(platform.server, platform.appId, platform.models.accessControlDevice!, 'WS-0001', '西门')
})
afterAll(async () => {
  await front?.close(1000)
  await platform?.close()
})

const login = (): Parameters<typeof mqtt.connect>[1] => ({
  ...{ clientId: door.sn, username: door.sn, password: door.secret, reconnectPeriod: 0 },
})
const open = (url: string, protocol = 'mqtt', options: object = {}): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocol, options)
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
const address = (path = '/mqtt'): string => `ws://127.0.0.1:${front.port}${path}`
const closed = (socket: WebSocket): Promise<number> => new Promise(resolve => socket.once('close', resolve))

test('a device connects, reports, obeys a command, and its session names the protocol', async () => {
  const client = await mqtt.connectAsync(address(), login())
  const topic = `/sys/${door.productKey}/${door.deviceName}/thing`
  client.on('message', (to, payload) => {
    const { id } = JSON.parse(String(payload)) as { id: string }
    if (to.endsWith('/getInfo')) client.publish(`${to}_reply`, JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
  })
  await client.publishAsync(`${topic}/event/property/post`, JSON.stringify({ id: '1', params: { fwVersion: 'w1' } }), {
    qos: 1,
  })
  const { records } = await platform.ask('GET', '/api/device/session/page?sn=WS-0001')
  expect(records).toMatchObject([{ protocol: 'alinkWs', address: expect.stringContaining('127.0.0.1') }])
  await platform.ask('POST', '/api/device/control/send', { deviceId: door.id, identifier: 'getInfo', reason: '检查' })
  await until(async () => {
    const found = await platform.ask('GET', `/api/device/control/page?deviceId=${door.id}&size=1`)
    return found.records[0]?.state === 3
  }, 'the command is done')
  await client.endAsync()
})

test('a wrong secret is refused by CONNACK', async () => {
  await expect(mqtt.connectAsync(address(), { ...login(), password: 'wrong' })).rejects.toThrow(/authorized|password/i)
})

test('what is no handshake for MQTT is refused with its status', async () => {
  await expect(open(address('/other'))).rejects.toThrow('404')
  await expect(open(address(), 'chat')).rejects.toThrow('400')
  await expect(open(address(), 'mqtt', { headers: { origin: 'https://evil.example' } })).rejects.toThrow('403')
  expect((await fetch(address().replace('ws:', 'http:'))).status).toBe(426)
})

test('text frames, bytes that are no MQTT, and frames beyond the limit end their own connection only', async () => {
  const good = await mqtt.connectAsync(address(), login())
  const text = await open(address())
  const ends = [closed(text)]
  text.send('\x10\x0c\0\x04MQTT\x04\x02\0\x3c\0\0')
  const noise = await open(address())
  ends.push(closed(noise))
  noise.send(Buffer.alloc(64, 0xff))
  const huge = await open(address())
  huge.on('error', () => {})
  ends.push(closed(huge))
  huge.send(Buffer.alloc(300 * 1024, 1))
  await Promise.all(ends)
  expect(good.connected).toBe(true)
  await good.endAsync()
})

test('a handshake that never ends is closed within 11 s', async () => {
  const tookMs = await quietly(() => {
    const socket = connect(front.port, '127.0.0.1')
    socket.on('error', () => {}).write('GET /mqtt HTTP/1.1\r\nhost: x\r\n')
    return new Promise(resolve => socket.once('close', resolve).resume())
  })
  expect(tookMs).toBeLessThan(11_000)
})

test('a stop ends connections that have not asked for a WebSocket', async () => {
  const gate = platform.gateway.gate
  const other = await startMqttWs({ host: '127.0.0.1', port: 0, gate, limits: { connectMs: 60_000 } })
  const begun = connect(other.port, '127.0.0.1').on('error', () => {})
  await new Promise(resolve => begun.write('GET /mqtt HTTP/1.1\r\nhost: x\r\n', resolve))
  const ended = new Promise(resolve => begun.once('close', resolve).resume())
  await other.close(100)
  await ended
})
