/** What the receiver for alarm hosts keeps in memory is bounded. */
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'
import { defaultTcpLimits } from '#protocols/tcp/limits.ts'
import { crc16 } from './frame.ts'
import { Receiver } from './Receiver.ts'
import { startDc09 } from './startDc09.ts'

function report(account: string, sequence: string): Buffer {
  const body = Buffer.from(`"ADM-CID"${sequence}L0#${account}[#${account}|1130 01 001]`)
  const [crc, length] = [crc16(body), body.length].map(value => value.toString(16).padStart(4, '0'))
  return Buffer.concat([Buffer.from(`\n${crc}${length}`), body, Buffer.from('\r')])
}

test('datagrams beyond number are not taken', async () => {
  const gate = new MemoryGate()
  let judged = 0
  let release = (): void => {}
  const held = new Promise<void>(resolve => (release = resolve))
  gate.call = async () => {
    judged += 1
    await held
    return { refused: 'unknownDevice' }
  }
  const front = await startDc09({ host: '127.0.0.1', port: 0, gate, limits: { datagrams: 2 } })
  const socket = createSocket('udp4')
  let answers = 0
  socket.on('message', () => (answers += 1))
  const send = (bytes: Buffer): Promise<unknown> =>
    new Promise(resolve => socket.send(bytes, front.port, '127.0.0.1', resolve))
  for (let no = 1; no <= 5; no += 1) await send(report(`A1${no}`, `000${no}`))
  // What came after them was read.
  await new Promise(resolve => connect(front.port, '127.0.0.1').once('close', resolve).resume().write('x'))
  expect(judged).toBe(2)
  release()
  await until(() => answers === 2)
  await send(report('A16', '0006'))
  await until(() => answers === 3)
  expect(judged).toBe(3)
  socket.close()
  await front.close(100)
})

test('answers beyond number are forgotten, the oldest first, and such a frame is judged again', async () => {
  const gate = new MemoryGate()
  let judged = 0
  const secret = MemoryGate.secretOf('SN1')
  gate.call = claim => {
    judged += 1
    return MemoryGate.prototype.call.call(gate, { ...claim, serial: 'SN1', proves: one => one === secret })
  }
  const receiver = new Receiver(gate, { refusalsPerMin: 10, keptAnswers: 3 })
  const take = async (no: number): Promise<number> => {
    await receiver.take(report('A11', `000${no}`).subarray(1, -1), '127.0.0.1')
    return judged
  }
  expect([await take(1), await take(1), await take(2), await take(2)]).toEqual([1, 1, 2, 2])
  expect([await take(3), await take(4), await take(1)]).toEqual([3, 4, 5])
})

test('datagrams of an address that are sent at once are no way around its budget', async () => {
  const gate = new MemoryGate()
  let judged = 0
  gate.call = async () => {
    judged += 1
    await new Promise(resolve => setTimeout(resolve, 10))
    return { refused: 'unknownDevice' }
  }
  const receiver = new Receiver(gate, { refusalsPerMin: 3, keptAnswers: 100 })
  const frames = Array.from({ length: 20 }, (_, no) => report(`A1${no}`, '0001').subarray(1, -1))
  await Promise.all(frames.map(frame => receiver.take(frame, '127.0.0.1')))
  expect(judged).toBe(3)
})

test('all hosts of a site are answered when they come back at once from its one address', async () => {
  const gate = new MemoryGate()
  const secret = MemoryGate.secretOf('SN1')
  let judged = 0
  let go!: () => void
  const opened = new Promise<void>(resolve => (go = resolve))
  gate.call = async claim => {
    judged += 1
    await opened
    return MemoryGate.prototype.call.call(gate, { ...claim, serial: 'SN1', proves: one => one === secret })
  }
  // One that is not answered waits longer than this test.
  const front = await startDc09({ host: '127.0.0.1', port: 0, gate, limits: { strangerMs: 120_000 } })
  const accounts = Array.from({ length: 200 }, (_, no) => String(1000 + no))
  // A host whose connection ended comes again.
  const byTcp = async (account: string): Promise<string> => {
    for (;;) {
      let [text, closed] = ['', false]
      const socket = connect(front.port, '127.0.0.1').on('error', () => {})
      socket.on('data', bytes => (text += bytes.toString('latin1'))).on('close', () => (closed = true))
      socket.write(report(account, '0001'))
      await until(() => closed || text !== '')
      socket.destroy()
      if (text) return /"(\w+)"/.exec(text)![1]!
    }
  }
  const replies = Promise.all(accounts.map(byTcp))
  await until(() => judged === defaultTcpLimits.refusalsPerMin)
  // The frames beyond them arrive.
  await new Promise(resolve => setTimeout(resolve, 300))
  go()
  expect(await replies).toEqual(Array(200).fill('ACK'))
  await front.close(100)
})
