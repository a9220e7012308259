/**
 * The baseline of ingest as a separate process: parses, inserts received rows in one statement, acknowledges after its
 * commit. Prints its port; ends with its input.
 */
import { createServer } from 'node:net'
import mqttPacket from 'mqtt-packet'
import pg from 'pg'

const client = new pg.Client(JSON.parse(process.env.FLOOR_DATABASE!) as pg.ClientConfig)
await client.connect()
await client.query(
  'create table if not exists public.bench_floor (device text, body jsonb, at timestamptz not null, received_at timestamptz not null default now()); create index if not exists bench_floor_at on public.bench_floor (at desc)',
)
const queue: { device: string; body: string; done(): void }[] = []
let running = false
async function flush(): Promise<void> {
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
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
process.stdin.resume().on('end', () => process.exit(0))
