/**
 * `npm run faults [kills]`: kill −9 of server, of PostgreSQL and of both under QoS 1 load, then the books:
 * everything acknowledged is stored once. Loopback only; it kills only processes that it started itself.
 */
import { makeDevices, startProduct, type Product } from './product.ts'
import { Publisher } from './publisher.ts'
import { malformedRequests } from './requests.ts'

const KILLS = Number(process.argv[2] ?? 5)
const DEVICES = 40
const KINDS = ['server', 'postmaster', 'both'] as const
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function answers(product: Product, ms = 30_000): Promise<number> {
  const started = Date.now()
  while (Date.now() - started < ms) {
    const ok = await product.api.get('/api/admin/user/info').then(
      () => true,
      () => false,
    )
    if (ok) return Date.now() - started
    await pause(100)
  }
  throw new Error('it did not come back in 30 s')
}

function kill(product: Product, kind: (typeof KINDS)[number]): void {
  const { server, postmaster } = product.pids()
  if (kind !== 'server' && postmaster) process.kill(postmaster, 'SIGKILL')
  if (kind !== 'postmaster' && server) process.kill(server, 'SIGKILL')
}

const product = await startProduct()
let failed = 0
let passed = 0
const check = (what: string, ok: boolean): void => {
  console.log(`${ok ? '✓' : '✗'} ${what}`)
  if (ok) passed += 1
  else failed += 1
}
try {
  const { appId, devices } = await makeDevices(product.api, DEVICES)
  const [key] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  const publishers = devices.map(device =>
    Object.assign(new Publisher(product.mqttPort, device), { productKey: key!.product_key }),
  )
  await pause(3000)
  const returns: number[] = []
  for (const kind of KINDS) {
    for (let n = 0; n < KILLS; n += 1) {
      const before = publishers.reduce((sum, publisher) => sum + publisher.acked.size, 0)
      kill(product, kind)
      await pause(300)
      returns.push(await answers(product))
      // Devices come back by themselves; the next blow falls while they publish again.
      for (
        let waited = 0;
        waited < 100 && publishers.reduce((sum, publisher) => sum + publisher.acked.size, 0) - before < DEVICES;
        waited += 1
      )
        await pause(100)
      await pause(500 + Math.random() * 700)
    }
    console.log(
      `  ${KILLS} × kill −9 ${kind}: ${publishers.reduce((sum, publisher) => sum + publisher.acked.size, 0)} acknowledged so far, slowest return ${Math.max(...returns)} ms`,
    )
  }
  for (const publisher of publishers) await publisher.stop()
  await pause(1000)
  const rows = await product.sql<{ guid: string; n: number }>(
    "select params->>'guid' as guid, count(*)::int as n from access.passage group by 1",
  )
  const stored = new Map(rows.map(row => [row.guid, row.n]))
  const acked = publishers.flatMap(publisher => [...publisher.acked])
  const sent = new Set(publishers.flatMap(publisher => [...publisher.sent]))
  check(
    `${KILLS * KINDS.length} kills, ${acked.length} acknowledged, 0 lost (lost: ${acked.filter(guid => !stored.has(guid)).length})`,
    acked.length > DEVICES * KINDS.length && acked.every(guid => stored.has(guid)),
  )
  check(
    `0 duplicated (duplicated: ${[...stored.values()].filter(n => n > 1).length})`,
    [...stored.values()].every(n => n === 1),
  )
  check(
    'nothing stored that nobody sent',
    [...stored.keys()].every(guid => sent.has(guid)),
  )
  const [books] = await product.sql<{ facts: number; tally: number }>(
    'select (select count(*)::int from access.passage) as facts, (select coalesce(sum(n), 0)::int from devices.tally where family = 1) as tally',
  )
  check(`the tally agrees with the facts (${books!.tally} = ${books!.facts})`, books!.tally === books!.facts)
  check(`every return ≤ 30 s (slowest ${Math.max(...returns)} ms)`, Math.max(...returns) <= 30_000)

  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { server } = product.pids()
  const outcome = await malformedRequests(
    product,
    product.api.bearer,
    appId,
    Number(process.env.REQUESTS ?? 20_000),
    seed,
  )
  console.log(
    `  seed ${seed}; answers ${[...outcome.statuses]
      .sort((a, b) => a[0] - b[0])
      .map(([status, n]) => `${status}×${n}`)
      .join(' ')}`,
  )
  for (const bad of outcome.worst.slice(0, 10)) console.log(`  ${bad.status} ${bad.what}`)
  check(`${outcome.sent} malformed requests: 0 answers ≥ 500 (${outcome.worst.length})`, outcome.worst.length === 0)
  check(`no SQL and no stack in an answer (${outcome.leaks.length})`, outcome.leaks.length === 0)
  check('the server is the same process', product.pids().server === server)
} finally {
  await product.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
