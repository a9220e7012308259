/** What strangers may take from the HTTP listener for devices, and what they cannot take from known ones. */
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { dialHttp, KIB, ownCall, startEcho, type Dialled } from '../../../tests/harness/echoFront.ts'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import { defaultHttpLimits } from './limits.ts'

let front: Front
const sockets: Socket[] = []
const dial = async (head: string, localAddress?: string): Promise<Dialled> => {
  const dialled = await dialHttp(front.port, head, localAddress)
  sockets.push(dialled.socket)
  return dialled
}
/** A device that was admitted. */
const known = async (serial: string, localAddress?: string): Promise<Dialled> => {
  const device = await dial(ownCall(serial), localAddress)
  await until(() => device.text().includes('200 OK'))
  return device
}
const HEAD = `POST /echo/large HTTP/1.1\r\nhost: x\r\ncontent-length: ${1000 * KIB}\r\n\r\n`
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await front.close(0)
})

/** Calls are judged when the test says so. */
class SlowGate extends MemoryGate {
  readonly judged: string[] = []
  go!: () => void
  private readonly opened = new Promise<void>(resolve => (this.go = resolve))

  override async call(call: Parameters<MemoryGate['call']>[0]): ReturnType<MemoryGate['call']> {
    this.judged.push(call.serial ?? '')
    await this.opened
    return super.call(call)
  }
}
const countOf = (text: string, what: string): number => text.split(what).length - 1

test('calls that are sent at once are judged one after another, and no more than the budget', async () => {
  const gate = new SlowGate()
  front = await startEcho({ refusalsPerMin: 5 }, { gate })
  const one = await dial(ownCall('nobody').repeat(20))
  await until(() => gate.judged.length === 1)
  // From another address: what it waits for was sent later.
  const other = await dial(ownCall('nobody'), '127.0.0.2')
  await until(() => gate.judged.length === 2)
  gate.go()
  await until(() => countOf(one.text(), 'HTTP/1.1 ') === 20 && other.text().includes('401'))
  expect([countOf(one.text(), ' 401 '), countOf(one.text(), ' 429 '), gate.judged.length]).toEqual([5, 15, 6])
})

test('a device that is known has its calls judged at the same time', async () => {
  const gate = new SlowGate()
  gate.go()
  front = await startEcho({}, { gate })
  const device = await known('SN1')
  gate.holding = true
  device.socket.write(ownCall('SN1').repeat(3))
  await until(() => gate.judged.length === 4)
})

test('all devices of a site are in when they come back at once from its one address', async () => {
  const gate = new SlowGate()
  front = await startEcho({}, { gate })
  // A device whose connection was closed connects again; one that was told to wait a minute does not.
  const comeBack = async (serial: string): Promise<string> => {
    for (;;) {
      const device = await dial(ownCall(serial))
      await until(() => device.closed() || device.text().includes(serial) || device.text().includes(' 429 '))
      if (device.text()) return device.text().slice(9, 12)
    }
  }
  const answers = Promise.all(Array.from({ length: 200 }, (_, no) => comeBack(`SN${no}`)))
  await until(() => gate.judged.length === defaultHttpLimits.refusalsPerMin)
  // The calls beyond them arrive.
  await new Promise(resolve => setTimeout(resolve, 300))
  gate.go()
  expect(await answers).toEqual(Array(200).fill('200'))
})

describe('places', () => {
  test('beyond those of an address its oldest stranger ends, and none of another address', async () => {
    front = await startEcho({ connectionsPerAddress: 2, connections: 100 })
    const device = await known('SN1')
    const [other, first, second] = [await dial('', '127.0.0.2'), await dial(''), await dial('')]
    const third = await dial('')
    await until(() => first.closed())
    expect([device, other, second, third].map(one => one.closed())).toEqual([false, false, false, false])
  })

  test('beyond all of them the oldest stranger of any address ends, and never a known device', async () => {
    front = await startEcho({ connectionsPerAddress: 100, connections: 4 })
    const devices = [await known('SN1'), await known('SN2', '127.0.0.2')]
    const [first, second] = [await dial('', '127.0.0.2'), await dial('', '127.0.0.3')]
    devices.push(await known('SN3', '127.0.0.3'))
    await until(() => first.closed())
    devices.push(await known('SN4'))
    await until(() => second.closed())
    const late = await dial('', '127.0.0.2')
    await until(() => late.closed())
    expect(devices.map(one => one.closed())).toEqual([false, false, false, false])
  })
})

describe('bodies', () => {
  test('the body of a device that was admitted meanwhile makes no room for strangers, and counts for no address', async () => {
    const gate = new SlowGate()
    front = await startEcho({ bodiesBytes: 400 * KIB, bodiesOfAddressBytes: 250 * KIB }, { gate })
    const device = await dial(ownCall('SN1') + HEAD)
    await until(() => gate.judged.length === 1)
    gate.go()
    await until(() => device.text().includes('200 OK'))
    device.socket.write(Buffer.alloc(200 * KIB, 65))
    const stranger = await dial(HEAD, '127.0.0.2')
    stranger.socket.write(Buffer.alloc(150 * KIB, 65))
    const asks = async (): Promise<Dialled> => {
      const newest = await dial(HEAD, '127.0.0.3')
      newest.socket.write(Buffer.alloc(180 * KIB, 65))
      return newest
    }
    // The device came first; the stranger ends.
    await until(() => !stranger.socket.writableLength && !device.socket.writableLength)
    const third = await asks()
    await until(() => stranger.closed())
    expect([device.closed(), third.closed()]).toEqual([false, false])
    // With strangers gone, there is room for a device, and none for a stranger beside it.
    const fourth = await dial(HEAD)
    fourth.socket.write(Buffer.alloc(190 * KIB, 65))
    await until(() => third.closed())
    expect([device.closed(), fourth.closed()]).toEqual([false, false])
  })

  test('a large body has its time on a slow line, also that of a stranger; one that stops is cut', async () => {
    const limits = { requestMs: 300, bytesPerS: 2 * KIB, strangerMs: 500 }
    front = await startEcho(limits)
    const [slow, stopping] = [await dial(HEAD.replace(String(1000 * KIB), '30000')), await dial(HEAD)]
    stopping.socket.write(Buffer.alloc(20 * KIB, 65))
    for (let sent = 0; sent < 30_000; sent += 1000) {
      slow.socket.write(Buffer.alloc(1000, 65))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    await until(() => slow.text().includes('200 OK'))
    await until(() => stopping.closed())
  })
})
