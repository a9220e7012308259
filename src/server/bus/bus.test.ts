import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HintRelay } from '#main/supervisor/HintRelay.ts'
import { type Child, keepChild } from '#main/supervisor/keepChild.ts'
import { freePort } from '../../../tests/harness/freePort.ts'
import { until } from '../../../tests/harness/platform.ts'
import { makeLocalBus } from './makeLocalBus.ts'
import { makeNatsBus } from './makeNatsBus.ts'
import { pause } from '../../../tests/harness/pause.ts'

const fixture = join(import.meta.dirname, '../../../tests/harness/fixtures/busProcess.ts')
const closing: (() => Promise<unknown> | unknown)[] = []
let port = 0
let nats: ChildProcess | undefined
const url = (): string => `nats://127.0.0.1:${port}`

/** Debian installs the server in /usr/sbin, which only root has in its path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
const installed = spawnSync('nats-server', ['--version'], { env }).status === 0

/** Starts a real NATS server. */
async function startNats(): Promise<void> {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (text: Buffer) => (output += text))
  await until(() => output.includes('Server is ready'), 'nats-server is ready')
  nats = child
}
async function killNats(): Promise<void> {
  const child = nats
  nats = undefined
  if (!child) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  port = await freePort()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(killNats)

interface Process {
  child: Child
  received: string[]
  logged: string[]
}
/** Topics of the hints that reached the supervisor. */
const relayed: string[] = []
/** Processes under one supervisor, as on one machine; over NATS the supervisor relays nothing. */
function startProcesses(count: number, busUrl: string): Process[] {
  const all: Process[] = []
  const relay = new HintRelay()
  for (let index = 0; index < count; index += 1) {
    const one: Process = { received: [], logged: [], child: undefined as never }
    one.child = keepChild({
      name: `process ${index}`,
      entry: fixture,
      env: { ...process.env, BUS_URL: busUrl },
      output: 'inherit',
      log: line => one.logged.push(line),
      notice: line => {
        const { received, logged } = JSON.parse(line) as { received?: string; logged?: string }
        if (received) one.received.push(received)
        if (logged) one.logged.push(logged)
      },
      onPid: () => {},
      tail: () => '',
      onHint: hint => {
        relayed.push(hint.bus)
        relay.relay(`process ${index}`, hint)
      },
      onTopics: topics => relay.subscribe(`process ${index}`, topics),
    })
    relay.join(`process ${index}`, one.child.hint)
    all.push(one)
    closing.push(() => one.child.stop(2000))
  }
  return all
}
/** Hints may be lost while processes connect, so counting begins when each process has received one from every other. */
async function connectAll(processes: readonly Process[], round = 'hello'): Promise<void> {
  for (const [index, speaker] of processes.entries())
    await until(
      async () => {
        speaker.child.hint({ publish: `${round} ${index}` })
        await sleep(50)
        return processes.every(process => process.received.includes(`${round} ${index}`))
      },
      `${round} of process ${index} is received by all`,
      12_000,
    )
  // Repeated greetings may still be on their way.
  await sleep(200)
}

/** What must be true of either bus. */
function contract(kind: 'local' | 'NATS'): void {
  test('brings a hint to every process once, to the sender too, in the order of each', async () => {
    const processes = startProcesses(3, kind === 'NATS' ? url() : '')
    await connectAll(processes)
    for (const one of processes) one.received.length = 0
    const texts = Array.from({ length: 50 }, (_, index) => String(index))
    for (const text of texts)
      for (const [index, one] of processes.entries()) one.child.hint({ publish: `${index}/${text}` })
    await until(() => processes.every(one => one.received.length >= 150), 'all are received')
    await sleep(200)
    for (const one of processes)
      for (const index of processes.keys())
        expect(one.received.filter(text => text.startsWith(`${index}/`))).toEqual(texts.map(text => `${index}/${text}`))
    expect(processes.flatMap(one => one.logged)).toEqual([])
  })

  test('delivers by topic, after the sender went on, and nothing to who left', async () => {
    const between = kind === 'NATS' ? makeNatsBus(url(), quiet([])) : undefined
    closing.push(() => between?.close())
    const bus = between ?? makeLocalBus()
    const received: unknown[] = []
    const leave = bus.subscribe('a', message => received.push(message))
    bus.publish('a', { n: 1 })
    bus.publish('b', { n: 2 })
    expect(received).toEqual([])
    await sleep(50)
    leave()
    bus.publish('a', { n: 3 })
    await sleep(50)
    expect(received).toEqual([{ n: 1 }])
  })
}

describe('the bus of one machine', () => {
  contract('local')
  test('what no other process subscribes to stays in its process', async () => {
    const processes = startProcesses(2, '')
    await connectAll(processes)
    relayed.length = 0
    processes[0]!.child.hint({ unwanted: 'a', publish: 'b' })
    await until(() => processes.every(one => one.received.includes('b')), 'the subscribed one is received')
    expect(relayed).toEqual(['test'])
  })
})

describe.skipIf(!installed)('the bus of several machines', () => {
  beforeAll(startNats)
  contract('NATS')

  test('without NATS a process continues, reports its loss once and its return once', async () => {
    await killNats()
    const processes = startProcesses(2, url())
    const [one, other] = processes as [Process, Process]
    await until(() => {
      one.child.hint({ publish: 'alone' })
      return one.received.includes('alone')
    }, 'it receives its own message')
    await pause(5000, 'long enough for some failed attempts, which nothing shows')
    expect(other.received).toEqual([])
    expect(one.logged).toEqual([expect.stringContaining('NATS is unavailable')])
    await startNats()
    await connectAll(processes)
    expect(one.logged).toEqual([expect.stringContaining('unavailable'), 'NATS is back'])
    await killNats()
    await until(() => one.logged.length > 2, 'it notices')
    await startNats()
    await connectAll(processes, 'again')
    expect(one.logged.map(line => line.split(';')[0])).toEqual([
      'NATS is unavailable',
      'NATS is back',
      'NATS is unavailable',
      'NATS is back',
    ])
  })

  test('what is no hint is dropped with a warning, either way', async () => {
    const [lines, received]: [string[], unknown[]] = [[], []]
    const bus = makeNatsBus(url(), quiet(lines))
    closing.push(bus.close)
    bus.subscribe('test', message => received.push(message))
    const stranger = await connect({ servers: `127.0.0.1:${port}` })
    closing.push(() => stranger.close())
    await until(async () => {
      stranger.publish('portico.test', '{"n":0}')
      await sleep(50)
      return received.length > 0
    }, 'it listens')
    await sleep(200)
    received.length = 0
    const seen: string[] = []
    stranger.subscribe('portico.>', { callback: (_, message) => void seen.push(message.string()) })
    for (const text of ['no json', '[1]', 'null', '', `{"n":"${'x'.repeat(70_000)}"}`, '{"n":1}'])
      stranger.publish('portico.test', text)
    await until(() => received.length > 0, 'the valid one is received')
    expect(received).toEqual([{ n: 1 }])
    expect(lines).toHaveLength(5)
    await stranger.flush()
    seen.length = 0
    const large = { n: 'x'.repeat(70_000) }
    bus.publish('test', large)
    bus.publish('test', { n: 1n })
    bus.publish('test', { n: 2 })
    await until(() => seen.length > 0, 'the good one goes out')
    expect(seen).toEqual(['{"n":2}'])
    expect(received).toEqual([{ n: 1 }, large, { n: 1n }, { n: 2 }])
    expect(lines).toHaveLength(7)
  })
})

const quiet = (lines: string[]): { info(): void; warn(_: unknown, line: string): void; error(): void } => ({
  info() {},
  warn: (_, line) => lines.push(line),
  error() {},
})
