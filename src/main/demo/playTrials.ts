/** Simulates the devices of trial customers, as soon and as long as they exist. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { openDeviceSecret } from '#modules/devices/api.ts'
import type { Ports } from '#server/ports.ts'
import type { DemoContext } from './PlayedPlace.ts'
import type { Credentials } from '#simulators/Link.ts'
import { classes, simulate } from '#simulators/simulate.ts'
import { wires } from '#simulators/wires.ts'
import { OWN_PROTOCOL } from './places/places.ts'

const LOOK_MS = 2000
const MOST = 50

interface Row {
  id: string
  sn: string
  product_key: string
  device_class: string
  secret_sealed: Buffer
}

type Around = Pick<DemoContext, 'addressOf'> & { log(line: string): void }
interface Playing {
  start(): void
  stop(): Promise<void>
}

/** Runs until the signal is aborted. */
export async function playTrials(ports: Ports, { addressOf, log }: Around, signal: AbortSignal): Promise<void> {
  const playing = new Map<string, Playing>()
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
        const credentials = { productKey: row.product_key, deviceName: row.sn, secret }
        const player = playerOf(row.device_class, credentials, { addressOf, log })
        if (!player) continue
        playing.set(row.id, player)
        player.start()
      }
      for (const [id, player] of playing)
        if (!rows.some(row => row.id === id)) {
          playing.delete(id)
          await player.stop()
        }
    } catch (error) {
      log(`trials: ${(error as Error).message}`)
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
  }
  await Promise.all([...playing.values()].map(player => player.stop()))
}

/** In the platform's own protocol where its class speaks that; null where the listener of the other one is closed. */
function playerOf(deviceClass: string, credentials: Credentials, { addressOf, log }: Around): Playing | null {
  const spoken = classes.get(deviceClass)!
  const protocol = spoken.protocols.includes(OWN_PROTOCOL) ? OWN_PROTOCOL : spoken.protocols[0]!
  const address = addressOf(protocol)
  const given = address && { ...address, credentials, switches: {}, log }
  return given && (wires.get(protocol)?.make(given) ?? simulate(spoken, given).device)
}
