/** What violates the standards or the limits, byte for byte on real sockets; another connection is not affected. */
import mqttPacket from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MqttFront, startMqtt } from './adapter.ts'
import { alinkLogin, MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import type { Version } from './packet.ts'
import { RawClient } from '../../../tests/harness/RawClient.ts'

const gate = new MemoryGate()
let front: MqttFront
let innocent: RawClient
beforeAll(async () => {
  front = await startMqtt({ host: '127.0.0.1', port: 0, gate, limits: { connectMs: 700, sweepMs: 100, closeMs: 500 } })
  innocent = new RawClient(front.port)
  await innocent.login('SN0')
})
afterAll(() => front.close(200))
beforeEach(() => {
  gate.trespasses.length = gate.stored.length = 0
})
afterEach(async () => {
  innocent.send({ cmd: 'pingreq' })
  await innocent.next('pingresp')
})

const online = async (v: Version = 4, serial = 'SN1'): Promise<RawClient> => {
  const device = new RawClient(front.port, v)
  await device.login(serial)
  return device
}

test.each([
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a TLS hello', Buffer.from('16030100', 'hex')],
  ['PUBLISH', mqttPacket.generate({ cmd: 'publish', topic: '/t', payload: 'x', qos: 0, dup: false, retain: false })],
  ['SUBSCRIBE', Buffer.from('820700010002 2f7401'.replace(' ', ''), 'hex')],
  ['CONNECT with wrong flags in its first byte', Buffer.from('110c00044d5154540402003c0000', 'hex')],
  [
    'CONNECT of 9 KiB',
    mqttPacket.generate({ cmd: 'connect', clientId: 'c', username: 'SN1', password: Buffer.alloc(9000) }),
  ],
  ['a stated length of 256 MB', Buffer.from('10ffffff7f', 'hex')],
  ['a length of five bytes', Buffer.from('10ffffffff01', 'hex')],
  ['CONNECT of 3.1.1 with its reserved flag', Buffer.from('100c00044d5154540403003c0000', 'hex')],
])('a stranger who says %s is cut off at once, without a word', async (_, bytes) => {
  const stranger = new RawClient(front.port).bytes(bytes)
  await until(() => stranger.closed)
  expect(stranger.received).toEqual([])
})

test('slow CONNECTs are closed, byte by byte ones too; more than 8 KiB never waits', async () => {
  const silent = new RawClient(front.port)
  const slow = new RawClient(front.port)
  const packet = mqttPacket.generate(slow.connectPacket('SN1'))
  let at = 0
  const drip = setInterval(() => slow.bytes(packet.subarray(at, ++at)), 100)
  await until(() => silent.closed && slow.closed)
  clearInterval(drip)
  // The packet was not complete by then.
  expect(at).toBeLessThan(packet.length)
  const eager = new RawClient(front.port)
  gate.openMs = 2000
  eager.bytes(
    mqttPacket.generate(eager.connectPacket('SN1')),
    mqttPacket.generate(eager.post(1, 0, { payload: 'x'.repeat(9000) }) as never),
  )
  await until(() => eager.closed)
  // It did not wait for the gate, whose session ends as soon as it begins.
  const opened = (): boolean => gate.sessions.some(({ identity }) => identity.serial === 'SN1')
  expect(opened()).toBe(false)
  gate.openMs = 0
  await until(opened)
  await until(() => gate.of('SN1').closed.length > 0)
  expect(gate.of('SN1').closed).toHaveLength(1)
})

test.each([
  [4, 3, 'MQIsdp', { returnCode: 1 }],
  [4, 4, 'MQTT', { returnCode: 0 }],
  [5, 5, 'MQTT', { reasonCode: 0 }],
] as const)('form %i, level %i, name %s', async (form, protocolVersion, protocolId, answer) => {
  const device = new RawClient(front.port, form)
  device.bytes(
    mqttPacket.generate({ ...device.connectPacket('SN2'), cmd: 'connect', clientId: 'c', protocolId, protocolVersion }),
  )
  expect(await device.next('connack')).toMatchObject({ sessionPresent: false, ...answer })
  device.socket.end()
})

test('level 6 is answered in the form of 5', async () => {
  const device = new RawClient(front.port, 5).bytes('10 0c 0004 4d515454 06 02 003c 0000')
  expect((await device.next('connack')).reasonCode).toBe(0x84)
  await until(() => device.ended)
})

test('5: CONNACK announces what there is not', async () => {
  const device = new RawClient(front.port, 5)
  const { properties } = await device.login('SN1', {
    clientId: '',
    keepalive: 0,
    properties: { sessionExpiryInterval: 100 },
  })
  expect(properties).toEqual({
    sessionExpiryInterval: 0,
    receiveMaximum: 64,
    maximumQoS: 1,
    retainAvailable: false,
    maximumPacketSize: 262_144,
    assignedClientIdentifier: 'SN1',
    topicAliasMaximum: 0,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    serverKeepAlive: 1200,
  })
  device.socket.end()
})

test.each(['hmacsha1', 'hmacsha256', 'hmacmd5'])('Alink credentials signed by %s', async method => {
  const device = new RawClient(front.port)
  const { password, ...rest } = alinkLogin('SN4', method)
  expect((await device.login('SN4', { ...rest, password: Buffer.from(password) })).returnCode).toBe(0)
  device.send({ cmd: 'disconnect' })
  await until(() => device.closed)
  const thief = new RawClient(front.port)
  expect(
    (await thief.login('SN4', { ...rest, password: Buffer.from(password.replace(/^./, c => (c === '0' ? '1' : '0'))) }))
      .returnCode,
  ).toBe(4)
})

test.each<[string, string]>([
  ['second CONNECT', '10 0c 0004 4d515454 04 02 003c 0000'],
  ['QoS 3', '36 06 0002 2f74 000a'],
  ['packet id 0', '32 06 0002 2f74 0000'],
  ['reserved type', '00 00'],
  ['AUTH', 'f0 00'],
  ['CONNACK', '20 02 0000'],
  ['PINGREQ with flags', 'c1 00'],
  ['NUL in a topic', '30 04 0002 2f00'],
  ['a surrogate in a topic', '30 06 0004 2feda080'],
  ['overlong UTF-8', '30 05 0003 2fc0af'],
  ['empty topic', '30 02 0000'],
  ['wildcard in a topic', '30 04 0002 2f23'],
  ['SUBSCRIBE to nothing', '82 02 0001'],
  ['SUBSCRIBE a/#/b', '82 0a 0001 0005 612f232f62 01'],
  ['Remaining Length over 256 KiB', '30 81 80 10'],
  ['Remaining Length of 256 MB', '30 ff ff ff 7f'],
  ['PUBREL with wrong flags', '60 02 0001'],
  ['UNSUBSCRIBE from nothing', 'a2 02 0001'],
])('a known device that says %s is closed; version 5 receives the reason', async (_, hex) => {
  const before = front.stats().malformed
  for (const v of [4, 5] as const) {
    const device = await online(v)
    device.bytes(hex)
    await until(() => device.ended)
    if (v === 4) expect(device.received).toEqual([])
    else expect((await device.next('disconnect')).reasonCode).toBeGreaterThanOrEqual(0x80)
    await until(() => gate.of('SN1').closed.length > 0)
    expect(gate.of('SN1').closed).toEqual(['protocolError'])
  }
  expect(front.stats().malformed).toBe(before + 2)
  expect(gate.stored).toEqual([])
})

test('the largest packet is exactly 256 KiB', async () => {
  const device = await online()
  const topic = '/sys/pk/dn-SN1/thing/event/property/post'
  const head = `{"id":"1","sys":{"ack":0},"params":{"f":"`
  const room = 256 * 1024 - 4 - 2 - topic.length - 2 - head.length - 3
  device.send(device.post(1, 1, { payload: `${head}${'x'.repeat(room)}"}}` }))
  await device.next('puback')
  expect(gate.stored).toHaveLength(1)
  device.send(device.post(2, 1, { payload: `${head}${'x'.repeat(room + 1)}"}}` }))
  await until(() => device.ended)
  expect(gate.stored).toHaveLength(1)
})

test.each(['/sys/pk/dn-SN2/thing/event/property/post', '$SYS/x', `/${'a/'.repeat(110)}`, '/ext/ntp/pk/dn-SN2/request'])(
  'a publish to %s',
  async topic => {
    const old = await online(4)
    old.send(old.post(1, 1, { topic, retain: true }))
    await until(() => old.ended)
    expect(old.received).toEqual([])
    const device = await online(5, 'SN5')
    device.send(device.post(1, 1, { topic }), device.post(2, 0, { topic }), device.post(3, 1, { serial: 'SN5' }))
    expect((await device.next('puback')).reasonCode).toBe(0x87)
    expect(await device.next('puback')).toMatchObject({ messageId: 3, reasonCode: 0 })
    expect(gate.trespasses).toEqual([topic, topic, topic])
    expect(gate.stored).toHaveLength(1)
    device.socket.destroy()
  },
)

test('subscriptions: own topics and nothing else', async () => {
  const filters = ['/sys/pk/dn-SN1/thing/#', '#', '+/+/+', '$SYS/#', '$share/g/#', '/sys/pk/dn-SN2/thing/service/+']
  for (const [v, codes] of [
    [4, [1, 128, 128, 128, 128, 128]],
    [5, [1, 135, 135, 135, 158, 135]],
  ] as const) {
    const device = await online(v)
    device.send({
      cmd: 'subscribe',
      messageId: 5,
      subscriptions: filters.map(topic => ({ topic, qos: 2, nl: false, rap: false, rh: 0 })),
    })
    expect(await device.next('suback')).toMatchObject({ messageId: 5, granted: codes })
    device.socket.destroy()
  }
})

test.each([4, 5] as const)('%i: silence of one and a half keep-alive periods ends the session', async v => {
  const device = new RawClient(front.port, v)
  await device.login('SN1', { keepalive: 1 })
  const from = performance.now()
  await until(() => device.ended)
  expect(performance.now() - from).toBeGreaterThan(1400)
  if (v === 5) expect((await device.next('disconnect')).reasonCode).toBe(0x8d)
  await until(() => gate.of('SN1').closed.length > 0)
  expect(gate.of('SN1').closed).toEqual(['keepAlive'])
})

test('a client that does not close its side is closed', async () => {
  const device = await online()
  device.socket.pause()
  gate.of('SN1').link.close('kicked')
  await until(() => gate.of('SN1').closed.length > 0)
  expect(gate.of('SN1').closed).toEqual(['kicked'])
  device.socket.destroy()
})

test('5: the client’s Receive Maximum holds commands back until it acknowledges', async () => {
  const device = new RawClient(front.port, 5)
  await device.login('SN1', { properties: { receiveMaximum: 1 } })
  const { link } = gate.of('SN1')
  const sent: string[] = []
  for (const commandId of ['1', '2'])
    void link
      .send({ kind: 'command', commandId, identifier: 'rise', params: {}, expiresAt: 1 })
      .then(() => sent.push(commandId))
  const first = await device.next('publish')
  await new Promise(resolve => setTimeout(resolve, 100))
  expect([sent, device.count('publish')]).toEqual([['1'], 0])
  device.send({ cmd: 'puback', messageId: first.messageId as number })
  await device.next('publish')
  expect(sent).toEqual(['1', '2'])
  device.socket.destroy()
})

test('the will of a device that vanished is its last event', async () => {
  const device = new RawClient(front.port)
  await device.login('SN1', {
    will: {
      topic: '/sys/pk/dn-SN1/thing/event/powerFall/post',
      payload: Buffer.from('{"id":"0","params":{"battery":3}}'),
      qos: 1,
      retain: true,
    },
  })
  device.socket.resetAndDestroy()
  await until(() => gate.of('SN1').closed.length > 0)
  await until(() => gate.stored.length > 0)
  expect(gate.stored).toMatchObject([{ kind: 'event', identifier: 'powerFall', params: { battery: 3 } }])
  expect(gate.of('SN1').closed).toEqual(['networkError'])
})
