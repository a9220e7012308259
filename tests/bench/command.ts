/** Command round trip, API to device and back, with background load, compared with a bare MQTT echo in the same run. */
import { createServer } from 'node:net'
import mqttPacket from 'mqtt-packet'
import pg from 'pg'
import type { Bench } from './run.ts'
import { loadClient, percentile } from './load.ts'

const ROUNDS = 200
/** Warm-up runs are not measured: code is compiled and plans are made. */
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
  /** Resolved by the acknowledgement of the device's answer, which comes after it is stored; polling would add load to what is measured. */
  const answers = new Map<string, PromiseWithResolvers<void>>()
  const answerTo = (id: string): PromiseWithResolvers<void> => {
    const answer = answers.get(id) ?? Promise.withResolvers<void>()
    answers.set(id, answer)
    return answer
  }
  device.onPublish((topic, payload) => {
    if (!topic.endsWith('/service/syncTime')) return
    const { id } = JSON.parse(payload.toString()) as { id: string }
    void device
      .publish(`${topic}_reply`, Buffer.from(JSON.stringify({ id, code: 200, data: {} })))
      .then(() => answerTo(id).resolve())
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
  // Alternating in every round, so that other work on the machine affects both equally.
  const committer = await openCommitter(bench)
  const commits: number[] = []
  const times: number[] = []
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const commit = await committer.once()
    const started = performance.now()
    const { id } = await bench.product.api.post<{ id: string }>(`/api/device/control/send?appId=${bench.appId}`, {
      deviceId: target!.id,
      identifier: 'syncTime',
    })
    // The reply may arrive before the call returns.
    await answerTo(id).promise
    answers.delete(id)
    if (n < 0) continue
    times.push(performance.now() - started)
    commits.push(commit)
  }
  stopped = true
  await Promise.all(load)
  await committer.end()
  for (const client of [device, ...background]) client.end()
  bench.print(
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms at ${BACKGROUND_PER_S} msg/s; bare echo p50 ${percentile(bare, 0.5).toFixed(2)} ms, p99 ${percentile(bare, 0.99).toFixed(2)} ms; p99 ratio ${(percentile(times, 0.99) / percentile(bare, 0.99)).toFixed(1)} (bar ≤ 4)`,
  )
  bench.print(
    `one bare commit at the same load: p50 ${percentile(commits, 0.5).toFixed(2)} ms, p99 ${percentile(commits, 0.99).toFixed(2)} ms; ratios p50 ${ratio(times, commits, 0.5)} (bar ≤ 16), p99 ${ratio(times, commits, 0.99)} (bar ≤ 5)`,
  )
}

const ratio = (times: number[], of: number[], share: number): string =>
  (percentile(times, share) / percentile(of, share)).toFixed(1)

/** Time of one row and one commit in ms, while the background load continues. */
async function openCommitter({ product }: Bench): Promise<{ once(): Promise<number>; end(): Promise<void> }> {
  const client = new pg.Client(product.connection())
  await client.connect()
  await client.query('create table if not exists public.bench_commit (at timestamptz)')
  return {
    async once() {
      const started = performance.now()
      await client.query('insert into public.bench_commit values (now())')
      return performance.now() - started
    },
    end: () => client.end(),
  }
}
