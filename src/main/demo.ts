/** The demo process: makes a place through the public API once, and plays its devices over MQTT for as long as it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicApi } from '#simulators/PublicApi.ts'
import { ensureAccount } from './demo/ensureAccount.ts'
import { readKeyring } from './demo/keyring.ts'
import { playPlace, type PlacePlay } from './demo/playPlace.ts'
import { readStage } from './demo/progress.ts'
import { playTrials } from './demo/playTrials.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { childPorts } from './wire.ts'

const LOOK_MS = 250
/** Where this machine reaches what listens on an address of it. */
const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

await supervised(async given => {
  const { config } = given
  const log = makeLog('demo')
  const say = (line: string): void => log.info({}, line)
  const stopping = new AbortController()
  const ports = await childPorts(given, { log, stopping: stopping.signal, poolSize: 2 })
  const host = reachable(config.host)
  const api = new PublicApi(`http://${host.includes(':') ? `[${host}]` : host}:${config.httpPort}`)
  while (!(await api.answers())) await sleep(LOOK_MS)
  const { username, password } = await ensureAccount(ports)
  // People may have changed its password or locked it: the devices live on, what needs the API is left out.
  const signedIn = await api.login(username, password).then(
    () => true,
    (error: Error) => (log.warn({ error: error.message }, 'the demo account cannot sign in'), false),
  )
  const mqtt = { host: reachable(config.mqttHost), port: config.mqttPort }
  const play: PlacePlay = {
    ...{ ports, api, signedIn, mqtt, log, say },
    dataDir: config.dataDir,
    stage: await readStage(ports),
    keys: await readKeyring(config.dataDir, ports.vault),
    players: [],
    signal: stopping.signal,
  }
  const working = playPlace(play).catch((error: Error) => {
    if (!stopping.signal.aborted) log.error({ error: error.message }, 'the demo could not be made')
    if (!stopping.signal.aborted) process.exit(1)
  })
  const trials = playTrials(ports, mqtt, stopping.signal, say)
  return {
    async drain() {
      stopping.abort()
      await Promise.race([Promise.all(play.players.map(player => player.device.stop())), sleep(1500)])
      await Promise.race([Promise.all([working, trials]), sleep(500)])
      await ports.db.end()
    },
  }
})
