/** The places of connections: by network, and with an end for strangers. */
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { until } from '../../../tests/harness/memoryGate.ts'
import { Places } from './Places.ts'

const socketFrom = (remoteAddress: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
const placesOf = (limits: Partial<ConstructorParameters<typeof Places>[0]>): Places =>
  new Places({ connections: 100, connectionsPerAddress: 100, strangerMs: 60_000, ...limits })

test('a network of IPv6 has the places of one address', () => {
  const places = placesOf({ connectionsPerAddress: 2 })
  const sockets = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:3::1', '2001:db8:1:2:3::1'].map(socketFrom)
  for (const socket of sockets) places.take(socket)
  expect(sockets.map(one => one.destroyed)).toEqual([true, false, false, false])
  sockets.forEach(one => one.destroy())
})

test('a stranger is not ended while it is judged, and has only the time of its answer after that', async () => {
  const places = placesOf({ strangerMs: 100 })
  const socket = socketFrom('10.0.0.1')
  const place = places.take(socket)!
  let release = (): void => {}
  const first = place.judged(new Promise<void>(resolve => (release = resolve)))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(socket.destroyed).toBe(false)
  release()
  await first
  expect(socket.destroyed).toBe(false)
  await until(() => socket.destroyed)
})

test('a stranger that is judged again and again is ended all the same', async () => {
  const socket = socketFrom('10.0.0.1')
  const place = placesOf({ strangerMs: 100 }).take(socket)!
  const judge = async (): Promise<void> => {
    while (!socket.destroyed) await place.judged(new Promise(resolve => setTimeout(resolve, 60)))
  }
  // Two that overlap: it is judged at every moment.
  void judge()
  setTimeout(() => void judge(), 30)
  await until(() => socket.destroyed)
})

test('a device that is admitted late stays, and so does one whose time was extended', async () => {
  const places = placesOf({ strangerMs: 100 })
  const [late, extended, plain] = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(socketFrom) as [Socket, Socket, Socket]
  const place = places.take(late)!
  places.take(extended)!.extend(60_000)
  await place.judged(new Promise(resolve => setTimeout(resolve, 200)))
  place.admitted('SN1')
  places.take(plain)
  await until(() => plain.destroyed)
  // Longer than it would have had for its answer.
  await new Promise(resolve => setTimeout(resolve, 950))
  expect([late.destroyed, extended.destroyed]).toEqual([false, false])
  ;[late, extended].forEach(one => one.destroy())
})
