/** The demo's place: made once with its people and its past, and woken with its devices each time the demo starts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Ports } from '#server/ports.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import { buildOffice } from './buildOffice.ts'
import { buildPlace, ensureDevice, findKey, type Place } from './buildPlace.ts'
import { enrol } from './enrol.ts'
import { writeKeyring, type Key, type Keyring } from './keyring.ts'
import { live } from './live.ts'
import { makePlayer, type Player } from './makePlayer.ts'
import { letHappen } from './mishaps.ts'
import { DEVICES } from './plan.ts'
import { backdateBindings, STAGE, writeStage } from './progress.ts'
import { PAST_HOURS, sendHistory } from './sendHistory.ts'

const LOOK_MS = 250
const SYNC_GRACE_MS = 3000

export interface PlacePlay {
  ports: Ports
  api: PublicApi
  /** Whether the demo account could sign in to the API. */
  signedIn: boolean
  mqtt: { host: string; port: number }
  dataDir: string
  /** How far an earlier run came. */
  stage: number
  keys: Keyring
  /** Filled as devices are started. */
  players: Player[]
  signal: AbortSignal
  log: Log
  say: (line: string) => void
}

/** Resolves when all devices are played and what was missing of the place is made. Throws where the place cannot be made. */
export async function playPlace(play: PlacePlay): Promise<void> {
  if (play.stage < STAGE.past && play.signedIn) await makeEverything(play)
  else await wakeEverything(play)
  await makeOffice(play)
}

async function makeEverything(play: PlacePlay): Promise<void> {
  const { ports, api, keys, players, say } = play
  const place: Place = await buildPlace(api)
  for (const plan of DEVICES) {
    keys.set(plan.sn, await ensureDevice(api, place, plan))
    await writeKeyring(play.dataDir, ports.vault, keys)
    startPlayer(play, plan, keys.get(plan.sn)!)
  }
  await backdateBindings(
    ports,
    [...keys.values()].map(key => key.id),
    PAST_HOURS + 1,
  )
  await writeStage(ports, STAGE.place)
  const people = await enrol(api, place, keys)
  await writeStage(ports, STAGE.people)
  begin(play)
  // Before the past is sent: cut short it is sent in part, which is better than twice.
  await writeStage(ports, STAGE.past)
  const count = await sendHistory(players, people)
  say(`${count} events of the last ${PAST_HOURS} hours are being sent`)
  while (players.some(player => player.device.link.waiting > 50) && !play.signal.aborted) await sleep(LOOK_MS)
  await sleep(SYNC_GRACE_MS)
  for (const player of players) if (player.plan.gone) player.device.link.drop(2 ** 30)
  say('the past events were sent')
}

async function wakeEverything(play: PlacePlay): Promise<void> {
  const { api, keys, players, signedIn, log } = play
  for (const plan of DEVICES) {
    const key = keys.get(plan.sn) ?? (signedIn ? await findKey(api, plan) : null)
    if (!key) continue
    keys.set(plan.sn, key)
    startPlayer(play, plan, key)
  }
  await writeKeyring(play.dataDir, play.ports.vault, keys)
  begin(play)
  // They forgot their people with the last process: the platform compares, and sends them again.
  await sleep(SYNC_GRACE_MS)
  for (const player of players)
    if ((player.faces ?? player.cards) && !player.plan.gone && signedIn)
      await readBack(api, player).catch((error: Error) =>
        log.warn({ device: player.plan.name, error: error.message }, 'it could not be compared'),
      )
}

function startPlayer({ mqtt, players, stage, say }: PlacePlay, plan: (typeof DEVICES)[number], key: Key): void {
  const player = makePlayer(plan, key, mqtt, say)
  players.push(player)
  // A device that is gone connects only to send its past.
  if (!plan.gone || stage < STAGE.past) player.device.start()
}

async function readBack(api: PublicApi, { id }: Player): Promise<void> {
  const { appId } = await api.get<{ appId: string | null }>(`/api/device/warehouse/${id}`)
  if (appId) await api.post(`/api/person/auth/readBack?appId=${appId}`, { deviceId: id })
}

function begin({ players, signal, say }: PlacePlay): void {
  const present = players.filter(player => !player.plan.gone)
  live(present, signal, say)
  letHappen(present, signal)
}

/** Demos of an older version get it too. */
async function makeOffice({ ports, api, keys, stage, signedIn, log }: PlacePlay): Promise<void> {
  if (stage >= STAGE.office || !signedIn) return
  await buildOffice(api, keys).then(
    () => writeStage(ports, STAGE.office),
    (error: Error) => log.warn({ error: error.message }, 'the office could not be made'),
  )
}
