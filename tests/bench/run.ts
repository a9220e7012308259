/**
 * `npm run bench [name …]`: ratios measured side by side in one run, each with its limit. Loopback only, bounded.
 * ingest: QoS 1 acknowledged after COMMIT against a bare parser with a bare insert · command: console to device and back
 * against a bare MQTT echo · memory: per idle connection · lists: pages over a million facts (lists10m: over ten; dataCentre10m: the data centre over as many) · storm:
 * all devices reconnecting at once · fanout: one person on a hundred terminals · sets: 100,000 people on 1,000 devices · inp: selecting and scrolling in a live list ·
 * scan: codes at QR readers, from the call to the answer · documents: one document to a thousand devices until all confirmed it ·
 * alarm: from the datagram of an alarm host to an open page · poll: empty polls of terminals against those of QR readers.
 */
import { globSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeDevices, startProduct } from '../faults/product.ts'
import { alarm } from './alarm.ts'
import { command } from './command.ts'
import { documents } from './documents.ts'
import { fanout } from './fanout.ts'
import { inp } from './inp.ts'
import { ingest } from './ingest.ts'
import { dataCentre10m, lists, lists10m } from './lists.ts'
import { memory } from './memory.ts'
import { poll } from './poll.ts'
import { scan } from './scan.ts'
import { sets } from './sets.ts'
import { storm } from './storm.ts'

const BENCHES = {
  ingest,
  command,
  memory,
  lists,
  lists10m,
  dataCentre10m,
  storm,
  fanout,
  sets,
  inp,
  scan,
  documents,
  alarm,
  poll,
}
type Name = keyof typeof BENCHES
/** These take minutes and run only when named. */
const LONG: readonly Name[] = ['lists10m', 'dataCentre10m']
const DEVICES: Partial<Record<Name, number>> = { memory: 5000, storm: 2000 }

export interface Bench {
  /** Where measured processes write their memory usage; the pid is appended. */
  gaugePath: string
  product: Awaited<ReturnType<typeof startProduct>>
  appId: string
  productKey: string
  devices: { id: string; sn: string; secret: string }[]
  print(line: string): void
}

const known = Object.keys(BENCHES) as Name[]
const unknown = process.argv.slice(2).filter(name => !(name in BENCHES))
if (unknown.length) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}
const asked = process.argv.slice(2) as Name[]
const names = asked.length ? asked : known.filter(name => !LONG.includes(name))
console.log(`${cpus().length} × ${cpus()[0]?.model.trim() ?? 'cpu'}, Node ${process.version}`)
const gaugePath = join(tmpdir(), `portico-gauge-${process.pid}`)
const product = await startProduct({
  // Only this one needs the console, which is built first.
  ...(names.includes('inp') ? { PORTICO_CONSOLE: '' } : {}),
  ...(names.includes('memory')
    ? { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'gauge.ts'))}`, PORTICO_GAUGE: gaugePath }
    : {}),
})
try {
  const { appId, devices } = await makeDevices(product.api, Math.max(...names.map(name => DEVICES[name] ?? 200)))
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  for (const name of names)
    await BENCHES[name]({
      gaugePath,
      product,
      appId,
      productKey: model!.product_key,
      devices,
      print: line => console.log(`${name.padEnd(8)} ${line}`),
    })
} finally {
  await product.stop()
  for (const left of globSync(`${gaugePath}.*`)) rmSync(left)
}
// What is left open does not keep the process; a limit that was exceeded is in its exit code.
process.exit()
