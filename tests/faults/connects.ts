/**
 * `count` false CONNECTs that name one device, and as many that name none, beside a healthy device: counted in few
 * rows, and the real device is not locked out.
 */
import { connect } from 'node:net'
import mqttPacket from 'mqtt-packet'
import { balance, startPublishers } from './books.ts'
import { doorDevice } from './doorDevice.ts'
import { judgeLoop } from './eventLoop.ts'
import { answers, became, percentile, type Stage } from './stage.ts'

const AT_ONCE = 32
/** One line at once, and one per minute with the number of the rest. */
const LINES_A_MINUTE = 2
/** Number of different identities recorded per address and minute. */
const ROWS_A_MINUTE = 61
/** Time in which the named device must be able to connect. */
const COMES_IN_MS = 5000

function refused(port: number, username: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let code = -1
    const limit = setTimeout(() => socket.destroy(), 20_000)
    socket.on('error', () => {})
    socket.on('data', bytes => (code = bytes[3] ?? -1))
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(code === 4 || code === 3)
    })
    const packet = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'c',
      clean: true,
      keepalive: 60,
    } as const
    socket.write(mqttPacket.generate({ ...packet, username, password: Buffer.from('a guess') }))
  })
}

export async function connects(stage: Stage, count: number): Promise<void> {
  const { product, check, productKey } = stage
  const { server } = product.pids()
  // No other fault uses the last device, whose counters must start at zero.
  const victim = stage.devices.at(-1)!
  const counted = async (): Promise<number> =>
    (
      await product.sql<{ n: number }>(
        'select coalesce(sum(tries), 0)::int as n from devices.refusal where identity = $1',
        [victim.sn],
      )
    )[0]!.n
  const healthy = startPublishers(stage, 1, 50)
  let [sent, open] = [0, 0]
  const began = Date.now()
  try {
    await became(() => healthy[0]!.acked.size > 5, 10_000)
    await judgeLoop(stage, 'false CONNECTs', async () => {
      const until = sent + count * 2
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (sent < until) {
            const no = (sent += 1)
            if (!(await refused(product.mqttPort, no % 2 ? victim.sn : `NONE-${no}`))) open += 1
          }
        }),
      )
      return `${sent} of them`
    })
    const named = Math.ceil(sent / 2)
    // The device itself connects meanwhile.
    const more = Promise.all(Array.from({ length: 500 }, () => refused(product.mqttPort, victim.sn)))
    const started = Date.now()
    const door = await doorDevice(product.mqttPort, victim, productKey)
    const took = Date.now() - started
    await more
    await door.end()
    check(`the device that they name came in within ${took} ms`, took <= COMES_IN_MS)
    check(`${open} of ${sent} were not refused`, open === 0)
    const minutes = Math.ceil((Date.now() - began) / 60_000) + 1
    const [lines] = await product.sql<{ n: number }>(
      'select count(*)::int as n from devices.frame where device_id = $1 and kind = 10',
      [victim.id],
    )
    check(`${lines!.n} lines in its log`, lines!.n >= 1 && lines!.n <= LINES_A_MINUTE * minutes)
    await became(async () => (await counted()) >= named + 500, 5000)
    const tries = await counted()
    check(`${tries} of ${named + 500} counted for it`, tries === named + 500)
    const [rows] = await product.sql<{ n: number }>(
      "select count(*)::int as n from devices.refusal where identity like 'NONE-%' or identity = '*'",
    )
    check(`${rows!.n} rows of invented identities`, rows!.n <= ROWS_A_MINUTE * minutes)
    check('the server is the same process', server !== undefined && product.pids().server === server)
    const { waits, connections } = healthy[0]!
    check(
      `the healthy device kept its one connection; PUBACK p99 ${percentile(waits, 0.99)} ms of ${waits.length}`,
      connections === 1,
    )
    await balance(stage, healthy, 'beside them')
    check('the API answers', (await answers(product)) < 5000)
  } finally {
    for (const publisher of healthy) await publisher.stop()
  }
}
