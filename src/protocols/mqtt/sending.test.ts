/** Messages to a device, and what it may subscribe to. */
import { expect, test } from 'vitest'
import { playSession } from '../../../tests/harness/playSession.ts'
import { step } from './step.ts'
import type { State } from './state.ts'

test('downlinks keep within the Receive Maximum of the client and keep their order', () => {
  const game = playSession(5).online({ properties: { receiveMaximum: 2 } })
  expect(game.command(1)).toEqual(['> publish q1 #1 /sys/pk/dn/thing/service/rise', 'sent 1'])
  expect(game.command(2)).toEqual(['> publish q1 #2 /sys/pk/dn/thing/service/rise', 'sent 2'])
  expect(game.command(3)).toEqual([])
  expect(game.command(4)).toEqual([])
  expect(game.receive({ cmd: 'puback', messageId: 9, code: 0 })).toEqual([])
  expect(game.receive({ cmd: 'puback', messageId: 2, code: 0x87 })).toEqual([
    '> publish q1 #3 /sys/pk/dn/thing/service/rise',
    'sent 3',
  ])
  expect(game.at(10_000).feed({ kind: 'tick', held: false })).toEqual(['unsent 4 waited too long'])
  expect(game.command(5)).toEqual([])
  expect(game.feed({ kind: 'close', reason: 'commandTimeout', how: 'reset' })).toEqual([
    'unsent 5 commandTimeout',
    'end reset',
  ])
  expect(game.command(6)).toEqual(['unsent 6 not connected'])
})

test('the queue of downlinks is bounded', () => {
  const game = playSession(5, { queueMax: 1 }).online({ properties: { receiveMaximum: 1 } })
  game.command(1)
  game.command(2)
  expect(game.command(3)).toEqual(['unsent 3 the device acknowledges nothing'])
})

test('packet ids go round and skip those in flight', () => {
  const game = playSession(4).online()
  game.command(1)
  const wrapped: State = { ...game.state, lastPacketId: 65_535 }
  const [after] = step(
    wrapped,
    { kind: 'send', token: 9, downlink: { kind: 'set', commandId: '1', values: {}, expiresAt: 1 } },
    0,
  )
  expect(after.outflight).toEqual([1, 2])
  expect(after.lastPacketId).toBe(2)
})

test("5: nothing larger than the client's maximum is sent", () => {
  const game = playSession(5).online({ properties: { maximumPacketSize: 100 } })
  expect(game.command(1, '1'.repeat(19))).toEqual(['unsent 1 larger than the device takes'])
})

test('subscriptions reach own topics only; QoS 2 becomes 1', () => {
  const filters = [
    '/sys/pk/dn/thing/#',
    '/sys/pk/dn/thing/service/rise',
    '#',
    '$SYS/#',
    '/sys/+/+/thing/#',
    '$share/g/#',
  ]
  const subscriptions = filters.map(filter => ({ filter, qos: 2 as const }))
  expect(playSession(4).online().receive({ cmd: 'subscribe', messageId: 3, subscriptions, properties: {} })).toEqual([
    '> suback #3 1,1,128,128,128,128',
  ])
  expect(playSession(5).online().receive({ cmd: 'subscribe', messageId: 3, subscriptions, properties: {} })).toEqual([
    '> suback #3 1,1,135,135,135,158',
  ])
  expect(
    playSession(5)
      .online()
      .receive({ cmd: 'subscribe', messageId: 3, subscriptions, properties: { subscriptionIdentifier: 4 } }),
  ).toEqual(['> disconnect 161', 'end polite'])
})

test('a lower QoS chosen by the device is respected; unsubscribing does not end implicit subscriptions', () => {
  const game = playSession(5).online()
  game.receive({
    cmd: 'subscribe',
    messageId: 3,
    subscriptions: [{ filter: '/sys/pk/dn/thing/service/+', qos: 0 }],
    properties: {},
  })
  expect(game.command(1)).toEqual(['> publish q0 /sys/pk/dn/thing/service/rise', 'sent 1'])
  expect(game.receive({ cmd: 'unsubscribe', messageId: 4, filters: ['/sys/pk/dn/thing/service/+', 'x'] })).toEqual([
    '> unsuback #4 0,17',
  ])
  expect(game.command(2)).toEqual(['> publish q1 #1 /sys/pk/dn/thing/service/rise', 'sent 2'])
})
