/**
 * `npm run faults [name [count] | group] …`: the product under faults, each with its own checks; all of them at their
 * usual size when none is named. Loopback only; only processes started here are ended.
 */
import { MEASURES_TURNS } from './eventLoop.ts'
import { connects } from './connects.ts'
import { clockBack } from './clockBack.ts'
import { diskFull } from './diskFull.ts'
import { failover } from './failover.ts'
import { firstDay } from './firstDay.ts'
import { halfOpen } from './halfOpen.ts'
import { headings } from './headings.ts'
import { kills } from './kills.ts'
import { lockedTable } from './lockedTable.ts'
import { loopDelay } from './loopDelay.ts'
import { packets } from './packets.ts'
import { makeDevices, startProduct } from './product.ts'
import { requests } from './requests.ts'
import { pause, type Fault } from './stage.ts'
import { slowBodies } from './slowBodies.ts'
import { strangers } from './strangers.ts'
import { tls } from './tls.ts'
import { webhooks } from './webhooks.ts'

/**
 * `timed` measure delays, so nothing else may run on the machine meanwhile. The others mostly wait; each group has a
 * product of its own and takes as long as the other, so that they can run beside each other.
 */
type Group = 'timed' | 'clients' | 'database'

interface Entry {
  run: Fault
  /** The size in every CI run. */
  count: number
  /** Time limit in seconds, after which it counts as failed. */
  limitS(count: number): number
  group: Group
}
/** In this order, because later ones fill tables, which would slow down the others. */
const FAULTS: Record<string, Entry> = {
  halfOpen: { run: halfOpen, count: 5, limitS: () => 90, group: 'clients' },
  firstDay: { run: firstDay, count: 20, limitS: count => 60 + count, group: 'clients' },
  slowBodies: { run: slowBodies, count: 20, limitS: () => 90, group: 'clients' },
  webhooks: { run: webhooks, count: 200, limitS: count => 90 + count, group: 'timed' },
  diskFull: { run: diskFull, count: 1, limitS: count => 60 + count * 180, group: 'database' },
  packets: { run: packets, count: 20_000, limitS: count => 60 + count / 50, group: 'clients' },
  requests: { run: requests, count: 20_000, limitS: count => 60 + count / 50, group: 'clients' },
  connects: { run: connects, count: 1000, limitS: count => 90 + count / 20, group: 'timed' },
  strangers: { run: strangers, count: 60, limitS: count => 120 + count, group: 'timed' },
  headings: { run: headings, count: 1_200_000, limitS: () => 90, group: 'timed' },
  lockedTable: { run: lockedTable, count: 15, limitS: count => 30 + count, group: 'database' },
  clockBack: { run: clockBack, count: 1, limitS: count => 60 + count * 30, group: 'database' },
  tls: { run: tls, count: 1, limitS: count => 120 + count * 40, group: 'clients' },
  failover: { run: failover, count: 2, limitS: () => 90, group: 'database' },
  kills: { run: kills, count: 5, limitS: count => 60 + count * 60, group: 'database' },
  loopDelay: { run: loopDelay, count: 100_000, limitS: count => 120 + count / 500, group: 'timed' },
}
const DEVICES = 200

const GROUPS: readonly string[] = ['timed', 'clients', 'database'] satisfies Group[]

/** Names with their counts; a number belongs to the preceding name. */
function asked(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    if (GROUPS.includes(word))
      for (const [name, { group, count }] of Object.entries(FAULTS)) {
        if (group === word) found.set(name, count)
      }
    else if (word in FAULTS) found.set(word, FAULTS[word]!.count)
    else if (/^[1-9]\d*$/.test(word) && words[index - 1]! in FAULTS) found.set(words[index - 1]!, Number(word))
    else
      throw new Error(
        `${word}: give ${GROUPS.join(', ')}, or the names of faults (${Object.keys(FAULTS).join(', ')}), each with its count`,
      )
  }
  return found.size ? found : new Map(Object.entries(FAULTS).map(([name, { count }]) => [name, count]))
}

const plan = asked(process.argv.slice(2))
const product = await startProduct(MEASURES_TURNS)
const cleaning = [() => product.stop()]
async function clean(left: number): Promise<void> {
  while (cleaning.length > left) await cleaning.pop()!().catch((error: Error) => console.error(error.message))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean(0).finally(() => process.exit(1)))

const table: { fault: string; count: number; passed: number; failed: number; seconds: number }[] = []
try {
  const { appId, devices } = await makeDevices(product.api, DEVICES)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  for (const [name, { run, limitS }] of Object.entries(FAULTS)) {
    const count = plan.get(name)
    if (count === undefined) continue
    const row = { fault: name, count, passed: 0, failed: 0, seconds: 0 }
    table.push(row)
    const started = performance.now()
    const print = (line: string): void => console.log(`${name.padEnd(10)} ${line}`)
    const check = (what: string, ok: boolean): void => {
      print(`${ok ? '✓' : '✗'} ${what}`)
      if (ok) row.passed += 1
      else row.failed += 1
    }
    const late = new AbortController()
    await Promise.race([
      run(
        {
          product,
          appId,
          productKey: model!.product_key,
          devices,
          print,
          check,
          onEnd: end => void cleaning.push(end),
        },
        count,
      ),
      pause(limitS(count) * 1000, late.signal).then(() => {
        throw new Error(`not done within ${limitS(count)} s`)
      }),
    ])
      .catch((error: Error) => check(error.message, false))
      .finally(() => late.abort())
    await clean(1)
    row.seconds = Math.round((performance.now() - started) / 1000)
  }
} finally {
  await clean(0)
}
console.log(
  `\n${'fault'.padEnd(12)}${'count'.padStart(8)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'s'.padStart(6)}`,
)
for (const row of table)
  console.log(
    `${row.fault.padEnd(12)}${String(row.count).padStart(8)}${String(row.passed).padStart(8)}${String(row.failed).padStart(8)}${String(row.seconds).padStart(6)}`,
  )
const [passed, failed] = [
  table.reduce((sum, row) => sum + row.passed, 0),
  table.reduce((sum, row) => sum + row.failed, 0),
]
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed || !passed ? 1 : 0)
