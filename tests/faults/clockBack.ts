/**
 * The product is killed and restarted `count` times, each time with a clock one hour further back: no message is set
 * aside or lost, and ids keep increasing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { acknowledged, balance, startPublishers } from './books.ts'
import { makeDevices, startProduct, type Product } from './product.ts'
import { became, type Stage } from './stage.ts'

const DEVICES = 10
const STEP_MS = 3_600_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'clockShift.mjs')).href

export async function clockBack({ print, check, onEnd }: Stage, count: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-clock-'))
  onEnd(async () => rmSync(dataDir, { recursive: true, force: true }))
  let product: Product | undefined
  onEnd(async () => product && (await product.stop()))
  const start = async (steps: number): Promise<Product> =>
    startProduct({
      PORTICO_DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${PRELOAD}`,
      FAULT_CLOCK_SHIFT_MS: String(-steps * STEP_MS),
    })
  product = await start(0)
  const { appId, devices } = await makeDevices(product.api, DEVICES)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  // With a callback, each fact has an id in the outbox as well.
  await product.api.post(`/api/device/callback?appId=${appId}`, {
    name: 'nobody',
    deviceClass: 'accessControlDevice',
    url: 'http://127.0.0.1:9/hook',
    events: ['passage'],
  })
  let largest = 0n
  for (let steps = 0; steps <= count; steps += 1) {
    if (steps > 0) {
      await product.kill()
      product = await start(steps)
    }
    const stage: Stage = { product, appId, productKey: model!.product_key, devices, print, check, onEnd }
    const publishers = startPublishers(stage, DEVICES)
    await became(() => acknowledged(publishers) > DEVICES * 30, 15_000)
    await balance(stage, publishers, steps ? `${steps} h behind` : 'before')
    const [fresh] = await product.sql<{ smallest: string | null; largest: string }>(
      "select min(id)::text as smallest, max(id)::text as largest from devices.passage where params->>'guid' like $1",
      [`${publishers[0]!.series}-%`],
    )
    const upwards = BigInt(fresh?.smallest ?? 0) > largest
    check(`  every id is above those of before`, upwards)
    largest = BigInt(fresh?.largest ?? 0)
    const [put] = await product.sql<{ aside: number; failed: number }>(
      'select (select count(*)::int from devices.dead_message) as aside, (select count(*)::int from engine.outbox where error is not null) as failed',
    )
    check(
      `  ${put!.aside} messages put aside, ${put!.failed} events that failed`,
      put!.aside === 0 && put!.failed === 0,
    )
  }
}
