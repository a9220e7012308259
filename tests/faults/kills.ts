/** kill −9 of the server, of PostgreSQL and of both, `count` times each, under QoS 1 load. */
import { acknowledged, balance, startPublishers } from './books.ts'
import type { Product } from './product.ts'
import { answers, became, pause, type Stage } from './stage.ts'

const DEVICES = 40
const KINDS = ['server', 'PostgreSQL', 'both'] as const

function kill(product: Product, kind: (typeof KINDS)[number]): void {
  const { server, postmaster } = product.pids()
  if (kind !== 'server' && postmaster) process.kill(postmaster, 'SIGKILL')
  if (kind !== 'PostgreSQL' && server) process.kill(server, 'SIGKILL')
}

export async function kills(stage: Stage, count: number): Promise<void> {
  const { product } = stage
  const publishers = startPublishers(stage, DEVICES)
  try {
    await became(() => acknowledged(publishers) > DEVICES, 10_000)
    let slowestMs = 0
    for (const kind of KINDS) {
      const first = acknowledged(publishers)
      for (let n = 0; n < count; n += 1) {
        const before = acknowledged(publishers)
        kill(product, kind)
        await pause(300)
        slowestMs = Math.max(slowestMs, await answers(product))
        // Devices reconnect by themselves; the next kill comes while they publish again, at a random moment.
        if (!(await became(() => acknowledged(publishers) - before >= DEVICES, 20_000)))
          throw new Error(`after kill ${n + 1} of ${kind} the devices do not publish again`)
        await pause(300 + Math.random() * 900)
      }
      stage.print(`${count} × kill −9 ${kind}: ${acknowledged(publishers) - first} acknowledged meanwhile`)
    }
    await balance(stage, publishers, `${count * KINDS.length} kills`)
    stage.check(`every return ≤ 30 s (slowest ${(slowestMs / 1000).toFixed(1)} s)`, slowestMs <= 30_000)
  } finally {
    for (const publisher of publishers) await publisher.stop()
  }
}
