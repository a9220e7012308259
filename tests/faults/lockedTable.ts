/**
 * A table for incoming messages is locked for `count` seconds under QoS 1 load, like a plain CREATE INDEX does: nothing
 * is acknowledged meanwhile, nothing is set aside, no device is disconnected.
 */
import pg from 'pg'
import { acknowledged, balance, startPublishers } from './books.ts'
import { became, pause, type Stage } from './stage.ts'

const DEVICES = 40

export async function lockedTable(stage: Stage, count: number): Promise<void> {
  const { product } = stage
  const aside = async (): Promise<number> =>
    (await product.sql<{ n: number }>('select count(*)::int as n from devices.dead_message'))[0]!.n
  const before = await aside()
  const publishers = startPublishers(stage, DEVICES)
  const client = new pg.Client(product.connection())
  client.on('error', () => {})
  await client.connect()
  try {
    await became(() => acknowledged(publishers) > DEVICES * 5, 10_000)
    const connections = publishers.reduce((sum, publisher) => sum + publisher.connections, 0)
    await client.query('begin; lock table devices.frame in share mode')
    const locked = acknowledged(publishers)
    await pause(count * 1000)
    const meanwhile = acknowledged(publishers) - locked
    await client.query('commit')
    const back = performance.now()
    const went = await became(() => acknowledged(publishers) > locked + meanwhile + DEVICES * 5, 10_000)
    stage.check(
      `locked for ${count} s: ${meanwhile} acknowledged meanwhile, on again after ${((performance.now() - back) / 1000).toFixed(1)} s`,
      // What was committed just before the lock may be acknowledged after it.
      went && meanwhile <= DEVICES,
    )
    const cut = publishers.reduce((sum, publisher) => sum + publisher.connections, 0) - connections
    stage.check(`${cut} devices had to connect again`, cut === 0)
    const put = (await aside()) - before
    stage.check(`${put} messages put aside`, put === 0)
    await balance(stage, publishers, 'a locked table')
  } finally {
    await client.end()
    for (const publisher of publishers) await publisher.stop()
  }
}
