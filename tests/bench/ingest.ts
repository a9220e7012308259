/** QoS 1 ingest of 200-byte events over 200 connections, acknowledged after COMMIT, against the floor: the same rows, a bare parser, a bare insert. */
import { createServer } from 'node:net'
import mqttPacket from 'mqtt-packet'
import pg from 'pg'
import type { Bench } from './run.ts'
import { loadClient, type LoadClient } from './load.ts'

const CONNECTIONS = 200
const WINDOW = 16
const SECONDS = 8

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

/** Nothing but parsing and one batched insert of the same columns, acknowledged after its commit. */
async function floor(bench: Bench): Promise<number> {
  const client = new pg.Client(bench.product.connection())
  await client.connect()
  await client.query(
    'create table if not exists public.bench_floor (device text, body jsonb, at timestamptz not null, received_at timestamptz not null default now()); create index if not exists bench_floor_at on public.bench_floor (at desc)',
  )
  let queue: { device: string; body: string; done(): void }[] = []
  let running = false
  const flush = async (): Promise<void> => {
    if (running) return
    running = true
    while (queue.length) {
      const batch = queue.splice(0, 500)
      await client.query(
        'insert into public.bench_floor (device, body, at) select device, body, now() from jsonb_to_recordset($1::jsonb) as r(device text, body jsonb)',
        [JSON.stringify(batch.map(({ device, body }) => ({ device, body: JSON.parse(body) as unknown })))],
      )
      for (const item of batch) item.done()
    }
    running = false
  }
  const server = createServer(socket => {
    socket.setNoDelay(true)
    const parser = mqttPacket.parser({ protocolVersion: 4 })
    let device = ''
    parser.on('packet', packet => {
      if (packet.cmd === 'connect') {
        device = packet.clientId
        socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      }
      if (packet.cmd === 'publish') {
        queue.push({
          device,
          body: packet.payload.toString(),
          done: () => void socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId! })),
        })
        setTimeout(() => void flush(), 5)
      }
    })
    socket.on('data', bytes => parser.parse(bytes))
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => loadClient(port, { sn: `floor-${n}`, secret: 'x' })),
  )
  const rate = await drive(clients, () => '/x')
  clients.forEach(one => one.end())
  server.close()
  await client.end()
  return rate
}

export async function ingest(bench: Bench): Promise<void> {
  const clients: LoadClient[] = []
  for (const device of bench.devices.slice(0, CONNECTIONS))
    clients.push(await loadClient(bench.product.mqttPort, device))
  const bare = await floor(bench)
  const ours = await drive(
    clients,
    index => `/sys/${bench.productKey}/${bench.devices[index]!.sn}/thing/event/pass/post`,
  )
  clients.forEach(client => client.end())
  bench.say(
    `${Math.round(ours).toLocaleString('en-US')} events/s stored and acknowledged; floor ${Math.round(bare).toLocaleString('en-US')}/s; ratio ${(ours / bare).toFixed(2)} (bar ≥ 0.5)`,
  )
}
