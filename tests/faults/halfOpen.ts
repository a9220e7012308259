/** The network fails, without closing any connection, just when a door is commanded to open; `count` doors in each of three ways. */
import { doorDevice, type DoorDevice } from './doorDevice.ts'
import { startRelay, type Relay } from './relay.ts'
import { became, pause, type FaultDevice, type Stage } from './stage.ts'

const TTL_MS = 10_000
/** Time in which a command must be resolved (P05). */
const GRACE_MS = 5000
const [DONE, TIMED_OUT] = [3, 5]

interface Ended {
  state: number
  message: string | null
  tookMs: number
  /** The states of the command, as the API returned them. */
  seen: Set<number>
}

async function open(stage: Stage, device: FaultDevice): Promise<string> {
  const { id } = await stage.product.api.post<{ id: string }>(`/api/device/control/send?appId=${stage.appId}`, {
    deviceId: device.id,
    identifier: 'openDoor',
    component: 'door:1',
    reason: '演练',
  })
  return id
}

async function ended(stage: Stage, id: string): Promise<Ended> {
  const [started, seen] = [Date.now(), new Set<number>()]
  let row = { state: 0, message: null as string | null }
  await became(
    async () => {
      row = await stage.product.api.get(`/api/device/control/${id}?appId=${stage.appId}`)
      seen.add(row.state)
      return row.state >= DONE
    },
    TTL_MS + GRACE_MS,
    200,
  )
  return { state: row.state, message: row.message, tookMs: Date.now() - started, seen }
}

const times = (door: DoorDevice, id: string): number => door.opened.filter(one => one === id).length

/** One door through one outage. `back` is when the device reconnects on another socket, `dark` is the direction that is lost. */
async function outage(
  stage: Stage,
  relay: Relay,
  device: FaultDevice,
  back: 'afterDeadline' | 'atOnce',
  lit: { dark: Promise<void>; healed: Promise<void> },
): Promise<{ end: Ended; opened: number; next: Ended; nextOpened: number; disturbed: boolean }> {
  const { product, productKey } = stage
  const old = await doorDevice(relay.port, device, productKey)
  await lit.dark
  const id = await open(stage, device)
  const ending = ended(stage, id)
  let fresh: DoorDevice | undefined
  if (back === 'atOnce') {
    await pause(2000)
    fresh = await doorDevice(product.mqttPort, device, productKey)
  }
  const end = await ending
  await lit.healed
  await pause(1500)
  const disturbed = fresh !== undefined && !fresh.client.connected
  if (disturbed || !fresh) fresh = await doorDevice(product.mqttPort, device, productKey)
  // It executed the command, and answers again because no acknowledgement came.
  if (times(old, id)) await fresh.answer(id)
  await pause(1000)
  const opened = times(old, id) + times(fresh, id)
  const nextId = await open(stage, device)
  const next = await ended(stage, nextId)
  const nextOpened = times(old, nextId) + times(fresh, nextId)
  await old.end()
  await fresh.end()
  const row = await product.api.get<{ state: number }>(`/api/device/control/${id}?appId=${stage.appId}`)
  return { end: { ...end, state: row.state }, opened, next, nextOpened, disturbed }
}

export async function halfOpen(stage: Stage, count: number): Promise<void> {
  const ways = [
    { name: 'lost both ways, back after the deadline', what: 'both', back: 'afterDeadline', opens: 0 },
    { name: 'lost both ways, back at once on another socket', what: 'both', back: 'atOnce', opens: 0 },
    { name: 'only the answer is lost', what: 'up', back: 'afterDeadline', opens: 1 },
  ] as const
  await Promise.all(
    ways.map(async (way, index) => {
      const relay = await startRelay(stage.product.mqttPort)
      const [dark, healed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      try {
        const outages = stage.devices
          .slice(index * count, (index + 1) * count)
          .map(device => outage(stage, relay, device, way.back, { dark: dark.promise, healed: healed.promise }))
        await pause(2000)
        relay.darken(way.what)
        dark.resolve()
        await pause(TTL_MS + GRACE_MS)
        relay.heal()
        healed.resolve()
        const results = await Promise.all(outages)
        const of = (judge: (result: (typeof results)[number]) => boolean): string =>
          `${results.filter(judge).length} of ${count}`
        const inTime = (result: (typeof results)[number]): boolean =>
          result.end.state === TIMED_OUT &&
          result.end.tookMs <= TTL_MS + GRACE_MS &&
          /没有应答/.test(result.end.message ?? '') &&
          !result.end.seen.has(DONE)
        stage.check(`${way.name}: ${of(inTime)} timed out as unanswered, none ever done`, results.every(inTime))
        const openedRight = (result: (typeof results)[number]): boolean => result.opened === way.opens
        stage.check(
          `  ${of(openedRight)} doors opened ${way.opens} ×, also after it healed`,
          results.every(openedRight),
        )
        const worksAgain = (result: (typeof results)[number]): boolean =>
          result.next.state === DONE && result.nextOpened === 1 && !result.disturbed
        for (const { next, nextOpened, disturbed } of results.filter(result => !worksAgain(result)))
          stage.print(`state ${next.state} “${next.message}”, opened ${nextOpened} ×${disturbed ? ', disturbed' : ''}`)
        stage.check(`  ${of(worksAgain)} go on undisturbed: the next command opens once`, results.every(worksAgain))
      } finally {
        await relay.close()
      }
    }),
  )
}
