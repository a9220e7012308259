/** Slow and malicious receivers of callbacks beside a healthy one, which must not be affected; each of their calls ends with its reason. */
import { readFileSync } from 'node:fs'
import { startPublishers } from './books.ts'
import { evilReceivers, goodReceiver } from './evilReceivers.ts'
import { became, pause, percentile, type Stage } from './stage.ts'

const PER_SECOND = 20
/** The maximum additional delay caused by others (P09). */
const ADDED_MS = 1000
const CALL_LIMIT_MS = 15_000
/** Far below the size of one answer of 300 MB, far above usual uncollected garbage. */
const MEMORY_MB = 250

/** The expected stored result of each: a status, or a message in Chinese. */
const STORED: Record<string, RegExp> = {
  'never answers': /15 秒内没有完整的应答/,
  'drips its body': /15 秒内没有完整的应答/,
  'drips its header': /15 秒内没有完整的应答/,
  'answers 300 MB': /^200$/,
  'redirects inwards': /^302$/,
  'closes in the middle': /断开了连接/,
  'answers 500': /^500$/,
  'endless header': /应答头过大/,
}

const residentMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** `count` passages with the healthy receiver alone, and as many with the others. */
export async function webhooks(stage: Stage, count: number): Promise<void> {
  const { product, appId } = stage
  const delays = new Map<string, number>()
  const good = await goodReceiver((id, tookMs) => void (delays.has(id) || delays.set(id, tookMs)))
  const receivers = await evilReceivers()
  const ids = new Map<string, string>()
  const subscribe = async (name: string, url: string): Promise<void> => {
    const callback = await product.api.post<{ id: string }>(`/api/device/callback?appId=${appId}`, {
      name,
      url,
      deviceClass: 'accessControlDevice',
      events: ['passage'],
    })
    ids.set(callback.id, name)
  }
  /** Publishes, and returns the delay of each message at the healthy receiver. */
  const phase = async (): Promise<number[]> => {
    delays.clear()
    const devices = 4
    const publishers = startPublishers(stage, devices, (1000 * devices) / PER_SECOND)
    const acked = (): number => publishers.reduce((sum, publisher) => sum + publisher.acked.size, 0)
    await became(() => acked() >= count, (count / PER_SECOND) * 3000 + 10_000, 20)
    for (const publisher of publishers) await publisher.stop()
    await became(() => delays.size >= acked(), 10_000)
    stage.check(
      `${acked()} passages, ${delays.size} at the healthy receiver`,
      delays.size >= acked() && acked() >= count,
    )
    return [...delays.values()]
  }
  try {
    await product.api
      .post(`/api/device/callback?appId=${appId}`, {
        name: 'inwards',
        url: 'http://169.254.169.254/latest/meta-data/',
        deviceClass: 'accessControlDevice',
        events: ['passage'],
      })
      .then(
        () => stage.check('an address of the cloud is refused when it is saved', false),
        (error: { status?: number }) =>
          stage.check('an address of the cloud is refused when it is saved', error.status === 400),
      )
    await subscribe('healthy', good.url)
    // The gateway reloads callbacks every half second.
    await pause(1000)
    const alone = await phase()
    const { server, worker } = product.pids()
    const before = residentMb(server) + residentMb(worker)
    for (const [name, receiver] of receivers) await subscribe(name, receiver.url)
    await pause(1000)
    const among = await phase()
    const [p99Alone, p99] = [percentile(alone, 0.99), percentile(among, 0.99)]
    stage.check(
      `healthy receiver's delay p99 ${p99} ms beside ${receivers.size} evil ones, ${p99Alone} ms alone; at most ${ADDED_MS} ms more`,
      p99 <= p99Alone + ADDED_MS,
    )
    let attempts: { id: string; status: number | null; error: string | null }[] = []
    // The slowest calls take 15 s; they began with the first passages.
    await became(
      async () => {
        attempts = await product.sql(
          `select callback_id as id, (a->>'status')::int as status, a->>'error' as error
           from callbacks.delivery, jsonb_array_elements(attempts) a where callback_id = any($1::bigint[])`,
          [[...ids.keys()]],
        )
        const ended = new Set(attempts.map(attempt => ids.get(attempt.id)))
        return Object.keys(STORED).every(name => ended.has(name))
      },
      CALL_LIMIT_MS + 1500,
      500,
    )
    const growthMb = Math.round(residentMb(server) + residentMb(worker) - before)
    stage.check(`memory of server and worker grew by ${growthMb} MB, at most ${MEMORY_MB}`, growthMb <= MEMORY_MB)
    for (const [name, expected] of Object.entries(STORED)) {
      const calls = attempts.filter(attempt => ids.get(attempt.id) === name)
      const right = calls.filter(({ status, error }) => expected.test(String(error ?? status))).length
      const first = calls[0]
      stage.check(
        `${name}: ${calls.length} calls ended, ${right} as “${first?.error ?? first?.status ?? 'never'}”`,
        calls.length > 0 && right === calls.length,
      )
    }
    stage.check(
      'server and worker are the same processes',
      product.pids().server === server && product.pids().worker === worker,
    )
  } finally {
    for (const id of ids.keys())
      await product.api.call('DELETE', `/api/device/callback/${id}?appId=${appId}`).catch(() => {})
    for (const receiver of [good, ...receivers.values()]) receiver.close()
  }
}
