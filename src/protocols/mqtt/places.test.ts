/** The places of connections that have not said who they are, on the MQTT server. */
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import { RawClient } from '../../../tests/harness/RawClient.ts'
import { startMqtt, type MqttFront } from './adapter.ts'

const gate = new MemoryGate()
let front: MqttFront
afterEach(() => front.close(200))

test('an address with many silent connections loses its oldest, and none that sent its CONNECT', async () => {
  front = await startMqtt({ host: '127.0.0.1', port: 0, gate, limits: { connectionsPerAddress: 2 } })
  const known = new RawClient(front.port)
  await known.login('SN1')
  gate.openMs = 300
  const judged = new RawClient(front.port)
  judged.send(judged.connectPacket('SN2'))
  await until(() => front.stats().connections === 2)
  const elsewhere = connect({ host: '127.0.0.1', port: front.port, localAddress: '127.0.0.2' }).resume()
  await until(() => front.stats().connections === 3)
  const silent: RawClient[] = []
  for (let no = 0; no < 3; no += 1) {
    silent.push(new RawClient(front.port))
    await until(() => front.stats().accepted === 4 + no)
  }
  await until(() => silent[0]!.closed)
  await until(() => gate.sessions.length === 2)
  gate.openMs = 0
  expect([known, judged, ...silent].map(one => one.closed)).toEqual([false, false, true, false, false])
  expect(elsewhere.destroyed).toBe(false)
  elsewhere.destroy()
})
