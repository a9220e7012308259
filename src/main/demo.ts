/** The demo process: creates sites through the public API once, and simulates their devices over MQTT while it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '#server/ports.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import { buildOffice } from './demo/office/buildOffice.ts'
import { ensureVisitor, lockMaker } from './demo/ensureAccount.ts'
import { readKeyring } from './demo/keyring.ts'
import { OWN_PROTOCOL, placesOf } from './demo/places/places.ts'
import { PlayedPlace, type DemoContext } from './demo/PlayedPlace.ts'
import { playTrials } from './demo/playTrials.ts'
import { ensureKey, useKey } from './demo/useKey.ts'
import { clearPercent, readStage, reportPercent, STAGE, writeStage } from './demo/progress.ts'
import { Receiver } from './demo/Receiver.ts'
import { frontOf, type FrontConfig } from './config.ts'
import { makeLog } from './makeLog.ts'
import type { Log } from '#server/ports.ts'
import { supervised } from './supervisor/supervised.ts'
import { childPorts } from './wire.ts'

const LOOK_MS = 250
const OFFICE = 'office'
/** The local address at which a listening address can be reached. */
const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** Null where the listener is closed. */
const addressOf = (front: FrontConfig | undefined): { host: string; port: number } | null =>
  front ? { host: reachable(front.host), port: front.port } : null

await supervised(async given => {
  const { config } = given
  const log = makeLog('demo')
  const stopping = new AbortController()
  const ports = await childPorts(given, { log, stopping: stopping.signal, poolSize: 2 })
  const host = reachable(config.host)
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.httpPort}`
  const mqtt = addressOf(frontOf(config, OWN_PROTOCOL))!
  const small = config.demo === 'small'
  const plans = placesOf(small)
  const api = new PublicApi(address)
  while (!(await api.answers())) await sleep(LOOK_MS)
  const account = await ensureVisitor(ports)
  await lockMaker(ports)
  const parts = [...plans.map(({ key }) => key), OFFICE]
  const stages = await Promise.all(parts.map(part => readStage(ports, part)))
  const complete = stages.every(stage => stage >= STAGE.past)
  await clearPercent(ports)
  const signedIn = await signIn(api, account, log)
  const reported = complete ? () => {} : reportPercent(ports, parts)
  const receiver = new Receiver(config.dataDir)
  const context: DemoContext = {
    ...{ receiver, receiverPort: await receiver.listen() },
    ...{ ports, mqtt, dataDir: config.dataDir, wholePast: !small, signal: stopping.signal },
    addressOf: protocol => addressOf(frontOf(config, protocol)),
    api: signedIn ? api : null,
    keys: await readKeyring(config.dataDir, ports.vault),
    print: line => log.info({}, line),
    warn: (error, what) => log.warn({ error: error.message }, what),
    progress: reported,
  }
  const places = plans.map(plan => new PlayedPlace(plan, context))

  const making = { ports, api, address, context, places, signedIn, notice: complete ? null : given.notice }
  const working = makeAll(making).catch((error: Error) => {
    if (stopping.signal.aborted) return
    log.error({ error: error.message }, 'the demo could not be made')
    given.notice(`The demo could not be made: ${error.message}`)
    // The line has to leave this process first.
    setTimeout(() => process.exit(1), LOOK_MS)
  })
  const trials = playTrials(ports, { addressOf: context.addressOf, log: context.print }, stopping.signal)
  return {
    async drain() {
      stopping.abort()
      await Promise.race([Promise.all(places.map(place => place.stop())), sleep(1500)])
      await receiver.close()
      await Promise.race([Promise.all([working, trials]), sleep(500)])
      await Promise.all([lockMaker(ports), clearPercent(ports)])
      await ports.db.end()
    },
  }
})

// A function, because it is called above by what is awaited there.
async function signIn(api: PublicApi, account: { username: string; password: string }, log: Log): Promise<boolean> {
  try {
    await api.login(account.username, account.password)
    return true
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'the demo account cannot sign in')
    return false
  }
}

interface Making {
  ports: Ports
  api: PublicApi
  /** The address of the API. */
  address: string
  context: DemoContext
  places: readonly PlayedPlace[]
  signedIn: boolean
  /** Null when everything existed already. */
  notice: ((line: string) => void) | null
}

async function makeAll(making: Making): Promise<void> {
  const { ports, context, places } = making
  const began = Date.now()
  const histories: Promise<void>[] = []
  for (const place of places) {
    if (context.signal.aborted) return
    const makeHistory = await place.begin()
    // Stored while the next customer is created: one waits for the database, the other for the API.
    const history = makeHistory()
    history.catch(() => {})
    histories.push(history)
  }
  if (making.signedIn) await makeOffice(making)
  context.progress(OFFICE, 1)
  await Promise.all(histories)
  await clearPercent(ports)
  making.notice?.(`The demo is complete: ${places.length} applications, ${Math.round((Date.now() - began) / 1000)} s`)
}

async function makeOffice({ ports, api, address, context, places }: Making): Promise<void> {
  const made = (await readStage(ports, OFFICE)) >= STAGE.past
  const { appId } = places[0]!
  if (appId) {
    const key = await ensureKey(api, { appId, make: !made, dataDir: context.dataDir, vault: ports.vault })
    if (key) void useKey(address, key, appId, context.signal)
  }
  if (made) return
  await buildOffice({ ports, api, address, keys: context.keys }).then(
    () => writeStage(ports, OFFICE, STAGE.past),
    (error: Error) => context.warn(error, 'the office could not be made'),
  )
}
