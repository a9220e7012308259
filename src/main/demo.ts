/** The demo process: makes places through the public API once, and plays their devices over MQTT for as long as it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicApi } from '#simulators/PublicApi.ts'
import { buildOffice } from './demo/office/buildOffice.ts'
import { closeMaker, ensureVisitor, openMaker } from './demo/ensureAccount.ts'
import { readKeyring } from './demo/keyring.ts'
import { placesOf } from './demo/places/places.ts'
import { PlayedPlace, type DemoContext } from './demo/PlayedPlace.ts'
import { playTrials } from './demo/playTrials.ts'
import { ensureKey, useKey } from './demo/useKey.ts'
import { readStage, STAGE, writePercent, writeStage } from './demo/progress.ts'
import { Receiver } from './demo/Receiver.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { makePorts } from './wire.ts'

const LOOK_MS = 250
const OFFICE = 'office'
/** Where this machine reaches what listens on an address of it. */
const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

await supervised(async ({ config, notice }) => {
  const log = makeLog('demo')
  const stopping = new AbortController()
  const ports = await makePorts({
    connection: config.connection,
    secret: config.secret,
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    callbackAllow: config.callbackAllow,
    nodeNumber: config.node,
    natsUrl: config.natsUrl,
    sms: config.sms,
    social: config.social,
    s3Url: config.s3Url,
    captureDays: config.captureDays,
    log,
    notice,
    stopping: stopping.signal,
    poolSize: 2,
  })
  const host = reachable(config.host)
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.httpPort}`
  const mqtt = { host: reachable(config.mqttHost), port: config.mqttPort }
  const small = config.demo === 'small'
  const plans = placesOf(small)
  const api = new PublicApi(address)
  while (!(await api.answers())) await sleep(LOOK_MS)
  await ensureVisitor(ports)
  const parts = [...plans.map(({ key }) => key), OFFICE]
  const stages = await Promise.all(parts.map(part => readStage(ports, part)))
  const making = stages.some(stage => stage < STAGE.past)
  // The maker is open only while something is made or compared.
  const account = await openMaker(ports)
  const signedIn = await api.login(account.username, account.password).then(
    () => true,
    (error: Error) => (log.warn({ error: error.message }, 'the maker of the demo cannot sign in'), false),
  )
  const shares = new Map<string, number>()
  let percent = -1
  /** The office is little work beside the places. */
  async function report(part: string, share: number): Promise<void> {
    shares.set(part, share)
    const sum = plans.reduce((all, { key }) => all + (shares.get(key) ?? 0), 0)
    const now = Math.floor((sum / plans.length) * 98) + (shares.get(OFFICE) ?? 0) * 2
    if (now === percent || !making) return
    percent = now
    await writePercent(ports, now).catch((error: Error) => context.warn(error, 'progress could not be written'))
  }
  const receiver = new Receiver(config.dataDir)
  const context: DemoContext = {
    ...{ receiver, receiverPort: await receiver.listen() },
    ...{ ports, mqtt, dataDir: config.dataDir, wholePast: !small, signal: stopping.signal },
    api: signedIn ? api : null,
    keys: await readKeyring(config.dataDir, ports.vault),
    say: line => log.info({}, line),
    warn: (error, what) => log.warn({ error: error.message }, what),
    progress: (part, share) => void report(part, share),
  }
  const places = plans.map(plan => new PlayedPlace(plan, context))

  async function makeAll(): Promise<void> {
    const began = Date.now()
    for (const place of places) {
      if (stopping.signal.aborted) return
      await place.begin()
    }
    if (signedIn) await makeOffice()
    await report(OFFICE, 1)
    await closeMaker(ports)
    if (making)
      notice(`The demo is complete: ${plans.length} applications, ${Math.round((Date.now() - began) / 1000)} s`)
  }

  async function makeOffice(): Promise<void> {
    const made = (await readStage(ports, OFFICE)) >= STAGE.past
    const { appId } = places[0]!
    if (appId) {
      const key = await ensureKey(api, { appId, make: !made, dataDir: config.dataDir, vault: ports.vault })
      if (key) void useKey(address, key, appId, stopping.signal)
    }
    if (made) return
    await buildOffice(ports, api, context.keys).then(
      () => writeStage(ports, OFFICE, STAGE.past),
      (error: Error) => context.warn(error, 'the office could not be made'),
    )
  }

  const working = makeAll().catch((error: Error) => {
    if (!stopping.signal.aborted) log.error({ error: error.message }, 'the demo could not be made')
    if (!stopping.signal.aborted) process.exit(1)
  })
  const trials = playTrials(ports, mqtt, stopping.signal, context.say)
  return {
    async drain() {
      stopping.abort()
      await Promise.race([Promise.all(places.map(place => place.stop())), sleep(1500)])
      await receiver.close()
      await Promise.race([Promise.all([working, trials]), sleep(500)])
      await ports.db.end()
    },
  }
})
