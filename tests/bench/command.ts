/** Command round trip, API to device and back, at background load, against a bare MQTT echo measured in the same run. */
import { createServer } from 'node:net'
import mqttPacket from 'mqtt-packet'
import pg from 'pg'
import type { Bench } from './run.ts'
import { loadClient, percentile } from './load.ts'

const ROUNDS = 200
/** Before they count: code is compiled and plans are made. */
const WARM_UP = 30
const BACKGROUND_PER_S = 1000

async function echo(): Promise<number[]> {
  const server = createServer(socket => {
    socket.setNoDelay(true)
    const parser = mqttPacket.parser({ protocolVersion: 4 })
    parser.on('packet', packet => {
      if (packet.cmd === 'connect')
        socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      if (packet.cmd === 'publish') socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId! }))
    })
    socket.on('data', bytes => parser.parse(bytes))
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const client = await loadClient((server.address() as { port: number }).port, { sn: 'echo', secret: 'x' })
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    const started = performance.now()
    await client.publish('/echo', Buffer.alloc(200))
    times.push(performance.now() - started)
  }
  client.end()
  server.close()
  return times
}

export async function command(bench: Bench): Promise<void> {
  const [target, ...others] = bench.devices
  const device = await loadClient(bench.product.mqttPort, target!)
  const answered = new Map<string, () => void>()
  device.onPublish((topic, payload) => {
    if (!topic.endsWith('/service/syncTime')) return
    const { id } = JSON.parse(payload.toString()) as { id: string }
    void device
      .publish(`${topic}_reply`, Buffer.from(JSON.stringify({ id, code: 200, data: {} })))
      .then(() => answered.get(id)?.())
  })
  const background = await Promise.all(others.slice(0, 20).map(one => loadClient(bench.product.mqttPort, one)))
  let stopped = false
  const load = background.map(async (client, index) => {
    const sn = others[index]!.sn
    for (let n = 0; !stopped; n += 1) {
      const started = Date.now()
      await client.publish(
        `/sys/${bench.productKey}/${sn}/thing/event/property/post`,
        Buffer.from(
          JSON.stringify({ id: String(n), version: '1.0', params: { uptime: n }, method: 'thing.event.property.post' }),
        ),
      )
      await new Promise(resolve =>
        setTimeout(resolve, Math.max(0, (1000 * background.length) / BACKGROUND_PER_S - (Date.now() - started))),
      )
    }
  })
  const bare = await echo()
  const commits = await bareCommits(bench)
  const times: number[] = []
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const started = performance.now()
    const { id } = await bench.product.api.post<{ id: string }>(`/api/device/control/send?appId=${bench.appId}`, {
      deviceId: target!.id,
      identifier: 'syncTime',
    })
    // The reply may be back before the call answers.
    await Promise.race([
      new Promise<void>(resolve => {
        answered.set(id, resolve)
      }),
      settled(bench, id),
    ])
    if (n >= 0) times.push(performance.now() - started)
  }
  stopped = true
  await Promise.all(load)
  for (const client of [device, ...background]) client.end()
  bench.say(
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms at ${BACKGROUND_PER_S} msg/s; bare echo p50 ${percentile(bare, 0.5).toFixed(2)} ms, p99 ${percentile(bare, 0.99).toFixed(2)} ms; p99 ratio ${(percentile(times, 0.99) / percentile(bare, 0.99)).toFixed(1)} (bar ≤ 4)`,
  )
  bench.say(
    `for comparison, one bare commit at the same load: p50 ${percentile(commits, 0.5).toFixed(1)} ms, p99 ${percentile(commits, 0.99).toFixed(1)} ms; a command waits for three, one after the other`,
  )
}

/** One row, one commit, as the database gives them while the background goes on. */
async function bareCommits({ product }: Bench): Promise<number[]> {
  const client = new pg.Client(product.connection())
  await client.connect()
  await client.query('create table if not exists public.bench_commit (at timestamptz)')
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    const started = performance.now()
    await client.query('insert into public.bench_commit values (now())')
    times.push(performance.now() - started)
  }
  await client.end()
  return times
}

async function settled(bench: Bench, id: string): Promise<void> {
  for (;;) {
    const row = await bench.product.api.get<{ state: number }>(`/api/device/control/${id}?appId=${bench.appId}`)
    if (row.state >= 3) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
