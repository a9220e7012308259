/** The MQTT server with real sockets: acknowledgement after the commit, back pressure, takeover, stop; for both versions. */
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MqttFront, type MqttOptions, startMqtt } from './adapter.ts'
import { alinkLogin, MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import type { Version } from './packet.ts'
import { RawClient } from '../../../tests/harness/RawClient.ts'
import { pause } from '../../../tests/harness/pause.ts'

let gate: MemoryGate
let front: MqttFront
const start = async (more: Partial<MqttOptions> = {}): Promise<void> => {
  front = await startMqtt({ host: '127.0.0.1', port: 0, gate, ...more })
}
beforeEach(async () => {
  gate = new MemoryGate()
  await start()
})
afterEach(() => front.close(200))

const client = (version: Version, serial: string, more: mqtt.IClientOptions = {}): MqttClient =>
  mqtt.connect({
    host: '127.0.0.1',
    port: front.port,
    protocolVersion: version,
    reconnectPeriod: 0,
    ...alinkLogin(serial),
    ...more,
  })
const versions: Version[] = [4, 5]
const post = (serial: string): string => `/sys/pk/dn-${serial}/thing/event/property/post`

test.each(versions)(
  '%s: mqtt.js publishes and receives the reply without subscribing; the COMMIT comes first',
  async v => {
    const device = client(v, 'SN1')
    const received: string[] = []
    device.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
    await until(() => device.connected)
    gate.holding = true
    let acked = false
    const publishing = device
      .publishAsync(post('SN1'), '{"id":"7","params":{"motion":1}}', { qos: 1 })
      .then(() => (acked = true))
    await until(() => gate.held === 1)
    await new Promise(resolve => setTimeout(resolve, 150))
    expect([acked, received, gate.stored]).toEqual([false, [], []])
    gate.release()
    await publishing
    expect(gate.stored).toMatchObject([{ kind: 'report', values: { motion: 1 } }])
    await until(() => received.length === 1)
    expect(received[0]).toBe(
      `${post('SN1')}_reply {"id":"7","code":200,"data":{},"message":"success","method":"thing.event.property.post","version":"1.0"}`,
    )
    await device.endAsync()
    await until(() => gate.of('SN1').closed.length > 0)
    expect(gate.of('SN1').closed).toEqual(['disconnect'])
    expect(gate.of('SN1').claim).toMatchObject({
      protocol: 'alink',
      productKey: 'pk',
      deviceName: 'dn-SN1',
      remoteAddress: '127.0.0.1',
    })
  },
)

test.each(versions)('%s: a command reaches the device unsubscribed, and its reply comes up', async v => {
  const device = client(v, 'SN1', { clientId: 'plain', username: 'SN1', password: MemoryGate.secretOf('SN1') })
  device.on('message', (topic, payload) => {
    const { id } = JSON.parse(payload.toString()) as { id: string }
    device.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: { ok: true } }), { qos: 1 })
  })
  await until(() => device.connected)
  await gate
    .of('SN1')
    .link.send({ kind: 'command', commandId: '77', identifier: 'rise', params: {}, expiresAt: Date.now() + 5000 })
  await until(() => gate.stored.length === 1)
  expect(gate.stored).toMatchObject([{ kind: 'reply', commandId: '77', code: 200, data: { ok: true } }])
  await device.endAsync()
})

test('mqtt.js sends at QoS 2 with 3.1.1: stored once', async () => {
  const device = client(4, 'SN1')
  await until(() => device.connected)
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      device.publishAsync(post('SN1'), `{"id":"${i}","params":{"n":${i}}}`, { qos: 2 }),
    ),
  )
  expect(gate.stored.map(m => m.kind === 'report' && m.values.n)).toEqual(Array.from({ length: 200 }, (_, i) => i))
  await device.endAsync()
})

test.each(versions)('%s: what is not stored is not acknowledged, and the socket closes', async v => {
  const device = new RawClient(front.port, v)
  await device.login('SN1')
  gate.failing = true
  device.send(device.post(1))
  await until(() => device.ended)
  expect(device.count('puback')).toBe(0)
  if (v === 5) expect((await device.next('disconnect')).reasonCode).toBe(0x89)
  await until(() => gate.of('SN1').closed.length > 0)
  expect(front.stats().storeFailures).toBe(1)
})

test('acknowledgements keep the order of arrival although COMMITs do not', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  gate.holding = true
  device.send(device.post(1))
  await until(() => gate.held === 1)
  gate.holding = false
  device.send(device.post(2), device.post(3))
  await until(() => gate.stored.length === 2)
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
  expect(device.count('puback')).toBe(0)
  gate.release()
  await until(() => device.count('puback') === 3)
  expect(device.received.map(p => p.messageId)).toEqual([1, 2, 3])
})

test('64 unacknowledged stop the reading, nothing is lost, pings are answered before', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  gate.holding = true
  const payload = `{"id":"1","sys":{"ack":0},"params":{"n":1,"fill":"${'x'.repeat(20_000)}"}}`
  for (let i = 1; i <= 1000; i++) device.send(device.post(i, 1, { payload }))
  await until(() => gate.held === 64)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(gate.held).toBe(64)
  // 20 MB are on their way: what was read beyond the 64 is bounded.
  expect(front.stats().bytesIn).toBeLessThan(64 * 20_100 + 600_000)
  while (device.count('puback') < 1000) {
    gate.release(10)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  expect(gate.stored).toHaveLength(1000)
}, 30_000)

test('while the platform does not accept nothing is read and nothing lost; silence then does not count', async () => {
  await front.close(100)
  await start({ limits: { sweepMs: 100 } })
  const device = new RawClient(front.port)
  await device.login('SN1', { keepalive: 1 })
  gate.accepting = false
  device.send(device.post(1), { cmd: 'pingreq' }, device.post(2))
  await pause(2500, 'more than one and a half of its keep-alive periods')
  expect([gate.stored.length, device.count('pingresp'), device.ended]).toEqual([0, 0, false])
  gate.accepting = true
  await until(() => device.count('puback') === 2 && device.count('pingresp') === 1)
})

test('a burst at QoS 0 and goodbye: everything is stored', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  gate.holding = true
  device.send(...Array.from({ length: 300 }, (_, i) => device.post(i + 1, 0)), { cmd: 'disconnect' })
  device.socket.end()
  const releasing = setInterval(() => gate.release(20), 2)
  await until(() => gate.of('SN1').closed.length > 0)
  clearInterval(releasing)
  gate.release()
  expect(gate.of('SN1').closed).toEqual(['disconnect'])
  await until(() => gate.stored.length === 300)
})

test.each(versions)('%s: a newer session of the same device closes the older one', async v => {
  const [older, newer] = [new RawClient(front.port, v), new RawClient(front.port, v)]
  await older.login('SN1')
  await newer.login('SN1', { clientId: 'another' })
  await until(() => older.ended)
  if (v === 5) expect((await older.next('disconnect')).reasonCode).toBe(0x8e)
  await until(() => gate.sessions[0]?.closed.length === 1)
  expect(gate.sessions.map(s => s.closed)).toEqual([['takenOver'], []])
  newer.send({ cmd: 'pingreq' })
  await newer.next('pingresp')
  expect(gate.sessions[1]?.alive).toBe(1)
})

test('a session is taken over or ended by its owner only: a wrong secret leaves it alone', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  const thief = new RawClient(front.port)
  expect((await thief.login('SN1', { password: Buffer.from('guess') })).returnCode).toBe(4)
  await until(() => thief.ended)
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
  expect(front.stats().refused).toEqual({ badSecret: 1 })
})

test('reset: the device sees the connection break, and nothing written later arrives', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  const { link, closed } = gate.of('SN1')
  link.reset('commandTimeout')
  await until(() => device.closed)
  expect(device.error).toBe('ECONNRESET')
  await until(() => closed.length > 0)
  expect(closed).toEqual(['commandTimeout'])
  await expect(link.send({ kind: 'set', commandId: '1', values: {}, expiresAt: 1 })).rejects.toThrow()
})

test('a device that reads nothing is not sent to without end', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  device.socket.pause()
  const { link } = gate.of('SN1')
  let sent = 0
  const values = { fill: 'x'.repeat(100_000) }
  await expect(
    (async () => {
      for (; sent < 1000; sent++) await link.send({ kind: 'set', commandId: '1', values, expiresAt: 1 })
    })(),
  ).rejects.toThrow('does not read')
  expect(sent).toBeLessThan(200)
  device.socket.destroy()
})

test.each(versions)('%s: a stop waits for the COMMIT, acknowledges it and sends DISCONNECT', async v => {
  const [busy, idle, stranger] = [
    new RawClient(front.port, v),
    new RawClient(front.port, v),
    new RawClient(front.port, v),
  ]
  await busy.login('SN1')
  await idle.login('SN2')
  gate.holding = true
  busy.send(busy.post(9))
  await until(() => gate.held === 1)
  const stopping = front.close(5000)
  await until(() => idle.ended && stranger.ended)
  expect([busy.ended, gate.of('SN1').closed]).toEqual([false, []])
  gate.release()
  expect((await busy.next('puback')).messageId).toBe(9)
  if (v === 5) expect((await busy.next('disconnect')).reasonCode).toBe(0x8b)
  await stopping
  expect(gate.sessions.map(s => s.closed)).toEqual([['serverStop'], ['serverStop']])
  await start()
})

test('a stop waits no longer than its limit', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1')
  gate.holding = true
  device.send(device.post(1))
  await until(() => gate.held === 1)
  // The gate never answers: only the server's own limit ends the wait.
  await front.close(200)
  expect(gate.of('SN1').closed).toEqual(['serverStop'])
  expect(device.count('puback')).toBe(0)
  gate.release()
  await start()
})

test('CONNECTs beyond the rate wait in a bounded queue; those beyond that are closed without an answer', async () => {
  await front.close(100)
  await start({ limits: { connectsPerS: 50, connectsWaitingMax: 20 } })
  const devices = Array.from({ length: 120 }, () => new RawClient(front.port))
  const from = performance.now()
  const codes = await Promise.all(
    devices.map(async (device, i) => (await device.login(`SN${i}`).catch(() => null))?.returnCode),
  )
  expect(performance.now() - from).toBeGreaterThan(350)
  const busy = codes.filter(code => code === undefined).length
  // On a busy machine they arrive one after the other, and more of them find room.
  expect(busy).toBeGreaterThanOrEqual(20)
  expect(busy).toBeLessThanOrEqual(95)
  expect(codes.filter(code => code === 0).length).toBe(120 - busy)
  expect(front.stats()).toMatchObject({ refused: { busy }, admitted: 120 - busy, waiting: 0 })
})

test('a device that hangs up while it is judged is closed once', async () => {
  gate.openMs = 100
  const device = new RawClient(front.port)
  device.send(device.connectPacket('SN1'))
  await until(() => front.stats().connections === 1 && front.stats().bytesIn > 0)
  device.socket.destroy()
  await until(() => gate.sessions[0]?.closed.length === 1)
  expect(gate.sessions[0]?.closed).toEqual(['networkError'])
  expect(front.stats().connections).toBe(0)
})
