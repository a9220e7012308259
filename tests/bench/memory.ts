/** Memory of the whole server process per idle connection: authenticated devices that have subscribed and send nothing. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import mqttPacket from 'mqtt-packet'
import type { Bench } from './run.ts'
import { loadClient, type LoadClient } from './load.ts'

const CONNECTIONS = 5000
const BAR_KB = 12
/** Below the admission rate of the server, so that none is refused. */
const AT_ONCE = 50
/** Time for presence, the outbox and its handlers to become idle. */
const SETTLE_MS = 10_000

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** The server's memory after two garbage collections, in bytes. See gauge.ts. */
async function gauge(bench: Bench): Promise<NodeJS.MemoryUsage> {
  const pid = bench.product.pids().server!
  const path = `${bench.gaugePath}.${pid}`
  rmSync(path, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(path)) await pause(50)
  return JSON.parse(readFileSync(path, 'utf8')) as NodeJS.MemoryUsage
}

async function connect(bench: Bench, count: number): Promise<LoadClient[]> {
  const clients: LoadClient[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = bench.devices.slice(from, from + AT_ONCE)
    clients.push(...(await Promise.all(some.map(device => loadClient(bench.product.mqttPort, device)))))
    some.forEach((device, index) =>
      clients[from + index]!.write(
        mqttPacket.generate({
          cmd: 'subscribe',
          messageId: 1,
          subscriptions: ['service/+', 'event/+/post_reply'].map(topic => ({
            topic: `/sys/${bench.productKey}/${device.sn}/thing/${topic}`,
            qos: 1,
          })),
        }),
      ),
    )
  }
  return clients
}

export async function memory(bench: Bench): Promise<void> {
  const drop = async (clients: readonly LoadClient[]): Promise<void> => {
    for (const client of clients) client.end()
    await pause(SETTLE_MS)
  }
  const come = async (count: number): Promise<LoadClient[]> => {
    const clients = await connect(bench, count)
    await pause(SETTLE_MS)
    return clients
  }
  const kb = (from: NodeJS.MemoryUsage, to: NodeJS.MemoryUsage, of: (usage: NodeJS.MemoryUsage) => number): string =>
    ((of(to) - of(from)) / 1024 / CONNECTIONS).toFixed(1)
  const live = (usage: NodeJS.MemoryUsage): number => usage.heapUsed + usage.external

  await drop(await come(AT_ONCE))
  const fresh = await gauge(bench)
  const first = await come(CONNECTIONS)
  const afterwards = await gauge(bench)
  bench.print(
    `${CONNECTIONS} connections to a server that had seen ${AT_ONCE}: ${kb(fresh, afterwards, usage => usage.rss)} KB of RSS each, growth of its pools included; it holds ${Math.round(afterwards.rss / 2 ** 20)} MB (bar ≤ ${BAR_KB} KB)`,
  )
  await drop(first)
  const before = await gauge(bench)
  const second = await come(CONNECTIONS)
  const after = await gauge(bench)
  const [{ n: online } = { n: 0 }] = await bench.product.sql<{ n: number }>(
    'select count(*)::int as n from devices.session where online',
  )
  bench.print(
    `the same ${online} again: ${kb(before, after, usage => usage.rss)} KB of RSS and ${kb(before, after, live)} KB of heap and buffers each (bar ≤ ${BAR_KB} KB)`,
  )
  await drop(second)
}
