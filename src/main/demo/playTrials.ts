/** Simulates the devices of trial customers, as soon and as long as they exist. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { openDeviceSecret } from '#modules/devices/api.ts'
import type { Ports } from '#server/ports.ts'
import { simulate, type SimClass, type Simulated } from '#simulators/simulate.ts'

const LOOK_MS = 2000
const MOST = 50

interface Row {
  id: string
  sn: string
  product_key: string
  device_class: string
  secret_sealed: Buffer
}

/** Runs until the signal is aborted. */
export async function playTrials(
  ports: Ports,
  mqtt: { host: string; port: number },
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const playing = new Map<string, Simulated>()
  while (!signal.aborted) {
    try {
      const rows = await ports.db.query<Row>(
        { role: 'engine' },
        sql`select id, sn, product_key, device_class, secret_sealed from devices.device
          where simulated and deleted_at is null and enabled order by id desc limit ${MOST}`,
      )
      for (const row of rows) {
        if (playing.has(row.id)) continue
        const secret = openDeviceSecret(ports.vault, row.id, row.secret_sealed)
        const player = simulate(row.device_class as SimClass, {
          ...mqtt,
          credentials: { productKey: row.product_key, deviceName: row.sn, secret },
          log,
        })
        playing.set(row.id, player)
        player.device.start()
      }
      for (const [id, player] of playing)
        if (!rows.some(row => row.id === id)) {
          playing.delete(id)
          await player.device.stop()
        }
    } catch (error) {
      log(`trials: ${(error as Error).message}`)
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
  }
  await Promise.all([...playing.values()].map(player => player.device.stop()))
}
