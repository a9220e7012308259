/** `count` malformed MQTT packets over real sockets, from unauthenticated and authenticated clients, beside a healthy device. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { balance, startPublishers } from './books.ts'
import { connectOf, hostilePacket, strangePacket, type Version } from './mutatedPackets.ts'
import { random, seedOf } from './random.ts'
import { answers, became, percentile, type FaultDevice, type Stage } from './stage.ts'

const AT_ONCE = 32
/** A device that connects more often per minute is refused as flapping. */
const COMES_PER_MINUTE = 25
/** P08: a connection without a valid CONNECT is closed within this time. */
const CLOSED_WITHIN_MS = 12_000

interface Attacked {
  letIn: boolean
  /** Whether the server closed the connection in time. */
  closed: boolean
}

/** Connects with `first` if given, sends the rest and disconnects. */
function attack(port: number, first: Buffer | null, rest: readonly Buffer[], slow: boolean): Promise<Attacked> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let letIn = false
    const limit = setTimeout(() => {
      socket.destroy()
      resolve({ letIn, closed: false })
    }, CLOSED_WITHIN_MS)
    const send = (): void => {
      for (const part of rest) {
        // Sometimes byte by byte, because packets need not arrive as they were sent.
        if (slow) for (const byte of part.subarray(0, 64)) socket.write(Buffer.from([byte]))
        socket.write(slow ? part.subarray(64) : part)
      }
      socket.end()
    }
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(limit)
      resolve({ letIn, closed: true })
    })
    socket.resume()
    if (!first) return send()
    socket.write(first)
    socket.once('data', connack => {
      letIn = connack[0] === 0x20 && connack[3] === 0
      send()
    })
  })
}

export async function packets(stage: Stage, count: number): Promise<void> {
  const { product, productKey, print, check } = stage
  const seed = seedOf()
  const next = random(seed)
  const { server } = product.pids()
  const [attackers, healthy] = [stage.devices.slice(1, -1), startPublishers(stage, 1, 50)]
  const comes = new Map<string, number[]>()
  /** The next device that may still connect within this minute. */
  let turn = 0
  const rested = (): FaultDevice | undefined => {
    const since = Date.now() - 65_000
    for (let n = 0; n < attackers.length; n += 1) {
      const device = attackers[(turn += 1) % attackers.length]!
      const times = (comes.get(device.sn) ?? []).filter(time => time > since)
      if (times.length >= COMES_PER_MINUTE) continue
      comes.set(device.sn, [...times, Date.now()])
      return device
    }
    return undefined
  }
  let [sent, known, stuck] = [0, 0, 0]
  const attacker = async (): Promise<void> => {
    while (sent < count) {
      const version: Version = next() < 0.5 ? 4 : 5
      const device = next() < 0.6 ? rested() : undefined
      const script = device
        ? Array.from({ length: 3 }, () => hostilePacket(next, device, productKey, version))
        : Array.from({ length: 2 }, () => strangePacket(next, attackers[0]!, version))
      sent += script.length
      const first = device ? connectOf(device, version) : null
      const { letIn, closed } = await attack(product.mqttPort, first, script, next() < 0.1)
      if (letIn) known += 1
      if (!closed) stuck += 1
    }
  }
  try {
    await became(() => healthy[0]!.acked.size > 5, 10_000)
    const started = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, attacker))
    const seconds = Math.round((performance.now() - started) / 1000)
    print(`seed ${seed}; ${known} connections were let in before they misbehaved; ${seconds} s`)
    check(`${sent} malformed packets, ${stuck} connections left open`, stuck === 0)
    const log = readFileSync(join(product.dataDir, 'log/server.log'), 'utf8').split('\n')
    const faults = log.filter(line => line.includes('a connection failed'))
    for (const line of faults.slice(0, 5)) print(line)
    check(`${faults.length} unexpected errors in the log`, faults.length === 0)
    check('the server is the same process', server !== undefined && product.pids().server === server)
    const waits = healthy[0]!.waits
    check(
      `the healthy device kept its one connection; PUBACK p99 ${percentile(waits, 0.99)} ms of ${waits.length}`,
      healthy[0]!.connections === 1,
    )
    // They are stored and shown, not lost; but the codec should have removed what the database refuses.
    const dead = await product.sql<{ error: string; payload: string }>(
      'select error, left(payload::text, 300) as payload from devices.dead_message',
    )
    for (const { error, payload } of dead.slice(0, 3)) print(`${error}: ${payload}`)
    check(`${dead.length} messages had to be put aside`, dead.length === 0)
    await balance(stage, healthy, 'beside them')
    check('the API answers', (await answers(product)) < 5000)
  } finally {
    for (const publisher of healthy) await publisher.stop()
  }
}
