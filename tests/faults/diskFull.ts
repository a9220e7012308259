/**
 * The disk of the data folder fills up under load: nothing is acknowledged that is not stored, the API reports it, and
 * freeing space is enough.
 */
import { join } from 'node:path'
import { acknowledged, balance, startPublishers } from './books.ts'
import { makeDevices, startProduct } from './product.ts'
import { smallDisk } from './smallDisk.ts'
import { answers, became, pause, type Stage } from './stage.ts'

const DISK_MB = 400
const DEVICES = 20
const PROBES = 8
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Fills and frees the disk `count` times, with a separate product. */
export async function diskFull({ print, check, onEnd }: Stage, count: number): Promise<void> {
  const disk = smallDisk(DISK_MB)
  if (!disk) return print('left out: only root on Linux may mount a small disk')
  onEnd(async () => disk.unmount())
  const product = await startProduct({ PORTICO_DATA_DIR: join(disk.folder, 'data') })
  onEnd(() => product.stop())
  const { appId, devices } = await makeDevices(product.api, DEVICES)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  const stage: Stage = { product, appId, productKey: model!.product_key, devices, print, check, onEnd }
  const before = product.pids()
  const publishers = startPublishers(stage, DEVICES)

  /** The API's statuses for writing a row, writing a file and reading a list. */
  const probe = async (statuses: Map<string, number[]>): Promise<void> => {
    const headers = { authorization: `Bearer ${product.api.bearer}` }
    const form = new FormData()
    form.set('file', new Blob([PICTURE], { type: 'image/png' }), 'dot.png')
    const ask: Record<string, [string, RequestInit]> = {
      row: [
        `/api/person/organization?appId=${appId}`,
        {
          method: 'POST',
          body: JSON.stringify({ name: `满 ${Date.now()}`.padEnd(50, '盘') }),
          headers: { ...headers, 'content-type': 'application/json' },
        },
      ],
      file: ['/api/admin/sys-file/upload', { method: 'POST', body: form, headers }],
      list: [`/api/device/bind/page?appId=${appId}`, { headers }],
    }
    for (const [name, [path, init]] of Object.entries(ask)) {
      const status = await fetch(`${product.api.base}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }).then(
        async answer => (await answer.arrayBuffer(), answer.status),
        () => 0,
      )
      statuses.set(name, [...(statuses.get(name) ?? []), status])
    }
  }
  const show = (statuses: readonly number[]): string =>
    [...Map.groupBy(statuses, status => status)].map(([status, list]) => `${status}×${list.length}`).join(' ')

  /** Whether PostgreSQL is running: its log may have run out of space before the tables did. */
  const available = (): Promise<boolean> =>
    product.sql('select 1').then(
      () => true,
      () => false,
    )
  const judge = async (what: string): Promise<void> => {
    const statuses = new Map<string, number[]>()
    const wasAvailable = await available()
    for (let n = 0; n < PROBES; n += 1) {
      await probe(statuses)
      await pause(300)
    }
    const reads = wasAvailable && (await available())
    for (const [name, list] of statuses)
      check(
        `${what}: a ${name} is answered ${show(list)}`,
        list.every(status => status === 200 || status === 503) &&
          (name === 'list' ? !reads || list.includes(200) : list.includes(503)),
      )
  }

  try {
    for (let round = 0; round < count; round += 1) {
      await became(() => acknowledged(publishers) > DEVICES * 20 * (round + 1), 10_000)
      const freeMb = disk.freeMb()
      disk.fill()
      // Already reserved space is still written to; after that nothing is acknowledged.
      let last = -1
      const stalled = await became(async () => {
        disk.fill()
        const now = acknowledged(publishers)
        const same = now === last
        last = now
        if (!same) await pause(2000)
        return same
      }, 60_000)
      check(`${freeMb} MB filled: acknowledging stops by itself after ${last}`, stalled)
      await judge('the tables find no room')
      // Now the write-ahead log needs a new file as well, and PostgreSQL itself stops until it gets one.
      for (let n = 0; n < 3; n += 1) await product.sql('select pg_switch_wal()').catch(() => {})
      disk.fill()
      await judge('its log finds no room')
      disk.free()
      const started = Date.now()
      const until = acknowledged(publishers)
      await answers(product, 60_000)
      const back = await became(() => acknowledged(publishers) > until + DEVICES * 5, 60_000)
      check(
        `  space again: the API and the devices go on by themselves after ${((Date.now() - started) / 1000).toFixed(1)} s`,
        back,
      )
      const after = new Map<string, number[]>()
      await probe(after)
      check(
        `  a row, a file and a list answer 200 again`,
        [...after.values()].flat().every(status => status === 200),
      )
    }
    const now = product.pids()
    check('server and worker are the same processes', now.server === before.server && now.worker === before.worker)
    await balance(stage, publishers, `${count} × full`)
  } finally {
    for (const publisher of publishers) await publisher.stop()
  }
}
