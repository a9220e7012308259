/** How real devices deviate from the standard, on real sockets: accepted as far as possible. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MqttFront, startMqtt } from './adapter.ts'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import type { Version } from './packet.ts'
import { RawClient } from '../../../tests/harness/RawClient.ts'

const gate = new MemoryGate()
let front: MqttFront
beforeAll(async () => {
  front = await startMqtt({ host: '127.0.0.1', port: 0, gate })
})
afterAll(() => front.close(200))
beforeEach(() => {
  gate.stored.length = 0
})

const online = async (v: Version): Promise<RawClient> => {
  const device = new RawClient(front.port, v)
  await device.login('SN1')
  return device
}

test('5: more than 64 unacknowledged publishes wait in the socket, and all are stored', async () => {
  const device = await online(5)
  gate.holding = true
  device.send(...Array.from({ length: 300 }, (_, i) => device.post(i + 1)))
  await until(() => gate.held === 64)
  await new Promise(resolve => setTimeout(resolve, 100))
  expect([gate.held, device.received, device.ended]).toEqual([64, [], false])
  gate.holding = false
  gate.release()
  await until(() => device.count('puback') === 300)
  expect(gate.stored).toHaveLength(300)
  device.socket.destroy()
})

test('5: a client that accepts no answer gets none, and no session', async () => {
  const before = gate.sessions.length
  const device = new RawClient(front.port, 5)
  device.send(device.connectPacket('SN1', { properties: { maximumPacketSize: 23 } }))
  await until(() => device.closed)
  expect([device.received, gate.sessions.length]).toEqual([[], before])
})

test.each([4, 5] as const)(
  '%i: what the platform has no use for is acknowledged, counted, and ends nothing',
  async v => {
    const before = front.stats().unused
    const device = await online(v)
    const topics = [
      '/pk/dn-SN1/user/update',
      '/sys/pk/dn-SN1/thing/x',
      '/sys/pk/dn-SN1/thing/service/rise',
      '__proto__',
    ]
    for (const [at, topic] of topics.entries()) device.send(device.post(at + 1, 1, { topic }))
    device.send(device.post(9))
    await until(() => device.count('puback') === 5)
    expect(device.received.map(packet => packet.reasonCode ?? 0)).toEqual(
      v === 5 ? [16, 16, 16, 16, 0] : [0, 0, 0, 0, 0],
    )
    expect([gate.unused.splice(0), front.stats().unused - before]).toEqual([topics, 4])
    expect(gate.stored).toHaveLength(1)
    device.socket.destroy()
  },
)
