/** The demo process: makes a place through the public API once, and plays its devices over MQTT for as long as it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicApi } from '#simulators/PublicApi.ts'
import { buildOffice } from './demo/buildOffice.ts'
import { buildPlace, ensureDevice, findKey, type Place } from './demo/buildPlace.ts'
import { enrol } from './demo/enrol.ts'
import { ensureAccount } from './demo/ensureAccount.ts'
import { readKeyring, writeKeyring, type Key } from './demo/keyring.ts'
import { live } from './demo/life.ts'
import { makePlayer, type Player } from './demo/makePlayer.ts'
import { letHappen } from './demo/mishaps.ts'
import { DEVICES } from './demo/plan.ts'
import { backdateBindings, readStage, STAGE, writeStage } from './demo/progress.ts'
import { PAST_HOURS, sendHistory } from './demo/sendHistory.ts'
import { playTrials } from './demo/playTrials.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { makePorts } from './wire.ts'

const LOOK_MS = 250
/** Where this machine reaches what listens on an address of it. */
const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)
const SYNC_GRACE_MS = 3000

await supervised(async ({ config, notice }) => {
  const log = makeLog('demo')
  const say = (line: string): void => log.info({}, line)
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
  const api = new PublicApi(`http://${host.includes(':') ? `[${host}]` : host}:${config.httpPort}`)
  while (!(await api.answers())) await sleep(LOOK_MS)
  const { username, password } = await ensureAccount(ports)
  // People may have changed its password or locked it: the devices live on, what needs the API is left out.
  const signedIn = await api.login(username, password).then(
    () => true,
    (error: Error) => (log.warn({ error: error.message }, 'the demo account cannot sign in'), false),
  )
  const [stage, keys] = [await readStage(ports), await readKeyring(config.dataDir, ports.vault)]
  const players: Player[] = []
  const startPlayer = (plan: (typeof DEVICES)[number], key: Key): Player => {
    const player = makePlayer(plan, key, { host: reachable(config.mqttHost), port: config.mqttPort }, say)
    players.push(player)
    // What is gone connects only to tell its past.
    if (!plan.gone || stage < STAGE.past) player.device.start()
    return player
  }

  async function makeEverything(): Promise<void> {
    const place: Place = await buildPlace(api)
    for (const plan of DEVICES) {
      keys.set(plan.sn, await ensureDevice(api, place, plan))
      await writeKeyring(config.dataDir, ports.vault, keys)
      startPlayer(plan, keys.get(plan.sn)!)
    }
    await backdateBindings(
      ports,
      [...keys.values()].map(key => key.id),
      PAST_HOURS + 1,
    )
    await writeStage(ports, STAGE.place)
    const people = await enrol(api, place, keys)
    await writeStage(ports, STAGE.people)
    begin()
    // Before it is told: cut short it is told in part, which is better than twice.
    await writeStage(ports, STAGE.past)
    const count = await sendHistory(players, people)
    say(`${count} events of the last ${PAST_HOURS} hours are on their way`)
    while (players.some(player => player.device.link.waiting > 50) && !stopping.signal.aborted) await sleep(LOOK_MS)
    await sleep(SYNC_GRACE_MS)
    for (const player of players) if (player.plan.gone) player.device.link.drop(2 ** 30)
    say('the past is told')
  }

  async function wakeEverything(): Promise<void> {
    for (const plan of DEVICES) {
      const key = keys.get(plan.sn) ?? (signedIn ? await findKey(api, plan) : null)
      if (!key) continue
      keys.set(plan.sn, key)
      startPlayer(plan, key)
    }
    await writeKeyring(config.dataDir, ports.vault, keys)
    begin()
    // They forgot their people with the last process: the platform compares, and sends them again.
    await sleep(SYNC_GRACE_MS)
    for (const player of players)
      if ((player.faces ?? player.cards) && !player.plan.gone && signedIn)
        await readBack(player).catch((error: Error) =>
          log.warn({ device: player.plan.name, error: error.message }, 'it could not be compared'),
        )
  }

  async function readBack({ id }: Player): Promise<void> {
    const { appId } = await api.get<{ appId: string | null }>(`/api/device/warehouse/${id}`)
    if (appId) await api.post(`/api/person/auth/readBack?appId=${appId}`, { deviceId: id })
  }

  function begin(): void {
    const present = players.filter(player => !player.plan.gone)
    live(present, stopping.signal, say)
    letHappen(present, stopping.signal)
  }

  /** Demos of an older version get it too. */
  async function makeOffice(): Promise<void> {
    if (stage >= STAGE.office || !signedIn) return
    await buildOffice(api, keys).then(
      () => writeStage(ports, STAGE.office),
      (error: Error) => log.warn({ error: error.message }, 'the office could not be made'),
    )
  }

  const making = stage < STAGE.past && signedIn ? makeEverything : wakeEverything
  const working = making()
    .then(makeOffice)
    .catch((error: Error) => {
      if (!stopping.signal.aborted) log.error({ error: error.message }, 'the demo could not be made')
      if (!stopping.signal.aborted) process.exit(1)
    })
  const trials = playTrials(ports, { host: reachable(config.mqttHost), port: config.mqttPort }, stopping.signal, say)
  return {
    async drain() {
      stopping.abort()
      await Promise.race([Promise.all(players.map(player => player.device.stop())), sleep(1500)])
      await Promise.race([Promise.all([working, trials]), sleep(500)])
      await ports.db.end()
    },
  }
})
