/**
 * A database of two servers under QoS 1 load, the standby synchronous: the primary freezes with open connections and continues;
 * it freezes again and its standby is promoted; then it comes back and still considers itself the primary. `count` is the
 * number of seconds within which acknowledgements must continue once a database is available.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import pg from 'pg'
import { startPair } from '../harness/pair.ts'
import { acknowledged, balance, startPublishers } from './books.ts'
import { makeDevices, startProduct } from './product.ts'
import { startRelay } from './relay.ts'
import { became, pause, type Stage } from './stage.ts'

const DEVICES = 40
const FROZEN_MS = 4500
const OUTAGE_MS = 3500
const LIMIT_MS = 10_000

export async function failover({ print, check, onEnd }: Stage, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pair-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const pair = await startPair(folder)
  onEnd(() => pair.stop())
  await pair.synchronous()
  const relays = await Promise.all(
    [pair.first, pair.second].map(cluster => startRelay(join(cluster.connection.host, '.s.PGSQL.5432'))),
  )
  for (const relay of relays) onEnd(() => relay.close())
  const hosts = relays.map(relay => `127.0.0.1:${relay.port}`).join(',')
  let now = pair.first
  const started = await startProduct({ DATABASE_URL: `postgresql://portico@${hosts}/portico` })
  onEnd(() => started.stop())
  const product = {
    ...started,
    connection: () => now.connection,
    async sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
      const client = new pg.Client(now.connection)
      await client.connect()
      try {
        return (await client.query(text, values)).rows as Row[]
      } finally {
        await client.end()
      }
    },
  }
  const { appId, devices } = await makeDevices(product.api, DEVICES + 1)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  const stage: Stage = { product, appId, devices, productKey: model!.product_key, print, check, onEnd }
  const publishers = startPublishers(stage, DEVICES, 20)
  onEnd(async () => void (await Promise.all(publishers.map(publisher => publisher.stop()))))
  const connections = (): number => publishers.reduce((sum, publisher) => sum + publisher.connections, 0)
  /** Milliseconds until every device has received an acknowledgement again. */
  const again = async (): Promise<number> => {
    const begun = performance.now()
    const before = publishers.map(publisher => publisher.acked.size)
    const all = (): boolean => publishers.every((publisher, index) => publisher.acked.size > before[index]!)
    return (await became(all, LIMIT_MS, 20)) ? performance.now() - begun : Infinity
  }
  if (!(await became(() => acknowledged(publishers) > DEVICES * 2, 15_000))) throw new Error('nothing is acknowledged')
  const came = connections()

  const first = pair.freeze()
  await pause(1500)
  const atFreeze = acknowledged(publishers)
  await pause(FROZEN_MS - 1500)
  check('while the primary is frozen nothing is acknowledged', acknowledged(publishers) === atFreeze)
  first()
  const back = await again()
  check(`frozen for ${FROZEN_MS / 1000} s: acknowledging after ${(back / 1000).toFixed(2)} s`, back <= count * 1000)

  const thaw = pair.freeze()
  await pause(OUTAGE_MS)
  const answer = await fetch(`http://127.0.0.1:${product.httpPort}/api/admin/user/info`, {
    headers: { authorization: `Bearer ${product.api.bearer}` },
  }).then(response => response.status)
  check(`the API says 503 meanwhile (${answer})`, answer === 503)
  // A client with default settings: a refusal in CONNACK would be final for it.
  const late = devices[DEVICES]!
  const plain = mqtt.connect(`mqtt://127.0.0.1:${product.mqttPort}`, {
    clientId: late.sn,
    username: late.sn,
    password: late.secret,
  })
  onEnd(async () => void (await plain.endAsync(true)))
  plain.on('error', () => {})
  await pause(1000)
  await pair.promote()
  now = pair.second
  const over = await again()
  check(`promoted: acknowledging after ${(over / 1000).toFixed(2)} s`, over <= count * 1000)
  check('a client that came in the outage is in', await became(() => plain.connected, LIMIT_MS))
  check(`no device was dropped (${connections() - came} came anew)`, connections() === came)

  // It still considers itself the primary, and is behind.
  thaw()
  const before = acknowledged(publishers)
  await pause(1500)
  check('with both servers there it goes on', acknowledged(publishers) > before)
  await balance(stage, publishers, 'freeze, freeze and promotion')
}
