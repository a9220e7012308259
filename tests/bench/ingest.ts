/**
 * QoS 1 ingest of 200-byte events over 200 connections, acknowledged after COMMIT, compared with a baseline: the same
 * rows, a bare parser, a bare insert.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bench } from './run.ts'
import { loadClient, type LoadClient } from './load.ts'
import { perMessage, processorTime } from './processorTime.ts'

const CONNECTIONS = 200
const WINDOW = 16
const SECONDS = 8
const CPU_BAR_US = 110

const payloadOf = (guid: string): Buffer => {
  const body = JSON.stringify({
    id: '1',
    version: '1.0',
    params: { value: { guid, doorNo: 1, method: 2, cardNo: '12345678', ok: true, pad: '' }, time: Date.now() },
    method: 'thing.event.pass.post',
  })
  return Buffer.from(body.replace('"pad":""', `"pad":"${'x'.repeat(Math.max(0, 200 - body.length))}"`))
}

async function drive(clients: readonly LoadClient[], topicOf: (index: number) => string): Promise<number> {
  let acked = 0
  const end = Date.now() + SECONDS * 1000
  await Promise.all(
    clients.flatMap((client, index) =>
      Array.from({ length: WINDOW }, async (_, lane) => {
        for (let n = 0; Date.now() < end; n += 1) {
          await client.publish(topicOf(index), payloadOf(`${index}-${lane}-${n}-${Date.now()}`))
          acked += 1
        }
      }),
    ),
  )
  return acked / SECONDS
}

/** Only parsing and one batched insert of the same columns, acknowledged after its commit; in a separate process, like the product. */
async function floor(bench: Bench): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floorServer.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, FLOOR_DATABASE: JSON.stringify(bench.product.connection()) },
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => loadClient(Number(port), { sn: `floor-${n}`, secret: 'x' })),
  )
  const rate = await drive(clients, () => '/x')
  clients.forEach(one => one.end())
  child.stdin.end()
  await once(child, 'exit')
  return rate
}

export async function ingest(bench: Bench): Promise<void> {
  const clients: LoadClient[] = []
  for (const device of bench.devices.slice(0, CONNECTIONS))
    clients.push(await loadClient(bench.product.mqttPort, device))
  const bare = await floor(bench)
  const before = processorTime(bench)
  const ours = await drive(
    clients,
    index => `/sys/${bench.productKey}/${bench.devices[index]!.sn}/thing/event/pass/post`,
  )
  const used = perMessage(before, processorTime(bench), ours * SECONDS)
  clients.forEach(client => client.end())
  const total = used.server + used.worker + used.supervisor + used.database
  bench.print(
    `processor time a message: ${total.toFixed(0)} µs (bar ≤ ${CPU_BAR_US}): server ${used.server.toFixed(1)}, database ${used.database.toFixed(1)}, worker ${used.worker.toFixed(1)}, supervisor ${used.supervisor.toFixed(1)}`,
  )
  bench.print(
    `${Math.round(ours).toLocaleString('en-US')} events/s stored and acknowledged; floor ${Math.round(bare).toLocaleString('en-US')}/s; ratio ${(ours / bare).toFixed(2)} (bar ≥ 0.5)`,
  )
}
