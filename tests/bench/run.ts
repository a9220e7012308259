/**
 * `npm run bench [name …]`: ratios measured side by side in one run. Loopback only, bounded.
 * ingest: QoS 1 acknowledged after COMMIT against a bare parser with a bare insert · command: console to device and back
 * against a bare MQTT echo · memory: per idle connection · lists: pages over a million facts · storm: everybody at once.
 */
import { cpus } from 'node:os'
import { makeDevices, startProduct } from '../faults/product.ts'
import { command } from './command.ts'
import { ingest } from './ingest.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { storm } from './storm.ts'

const BENCHES = { ingest, command, memory, lists, storm }
export interface Bench {
  product: Awaited<ReturnType<typeof startProduct>>
  appId: string
  productKey: string
  devices: { id: string; sn: string; secret: string }[]
  say(line: string): void
}

const asked = process.argv.slice(2).filter((name): name is keyof typeof BENCHES => name in BENCHES)
const names = asked.length ? asked : (Object.keys(BENCHES) as (keyof typeof BENCHES)[])
console.log(`${cpus().length} × ${cpus()[0]?.model.trim() ?? 'cpu'}, Node ${process.version}`)
const product = await startProduct()
try {
  const { appId, devices } = await makeDevices(product.api, names.includes('storm') ? 2000 : 200)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  for (const name of names)
    await BENCHES[name]({
      product,
      appId,
      productKey: model!.product_key,
      devices,
      say: line => console.log(`${name.padEnd(8)} ${line}`),
    })
} finally {
  await product.stop()
}
process.exit(0)
