/** The server process: API and console on HTTP, and a listener of each protocol for devices. */
import { join } from 'node:path'
import { Gate, endLeftovers, startDispatcher, startPresence } from '#modules/devices/api.ts'
import type { DeviceIdentity } from '#model/gate.ts'
import { makeAuthenticator } from '#modules/identity/api.ts'
import type { Front } from '#model/protocol.ts'
import { buildHttp } from '#server/http/serve.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import type { Ports } from '#server/ports.ts'
import { openDb } from '#server/sql/db.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { clearPercent } from './demo/progress.ts'
import { listeners } from './listeners.ts'
import { makeLog } from './makeLog.ts'
import { supervised, type ChildConfig } from './supervisor/supervised.ts'
import { classes } from './registry.ts'
import { watchPem } from './watchPem.ts'
import { childPorts, parts, partsOf, seedAll } from './wire.ts'

const API_CONNECTIONS = 16
const GATEWAY_CONNECTIONS = 8
const root = join(import.meta.dirname, '../..')

await supervised(async given => {
  const { config } = given
  const log = makeLog('server')
  const stopping = new AbortController()
  const ports = await childPorts(given, {
    adminPassword: config.adminPassword ?? undefined,
    log,
    stopping: stopping.signal,
    poolSize: API_CONNECTIONS,
  })
  const waiting: Waiting = { signal: stopping.signal, print: line => log.warn({}, line) }
  await whenAvailable(() => seedAll(ports), waiting)
  if (config.demo === 'off') await whenAvailable(() => clearPercent(ports), waiting)
  const closing: Close[] = []
  if (config.roles.includes('gateway')) closing.push(await startGateway(ports, config, waiting))
  const workers = startWorkers(
    ports,
    partsOf('worker').filter(part => part.where !== 'worker'),
  )
  closing.push(() => workers.stop())
  if (config.roles.includes('web')) closing.unshift(await startWeb(ports, config))
  return {
    async drain() {
      stopping.abort()
      for (const close of closing) await close()
      await ports.db.end()
    },
  }
})

type Waiting = Parameters<typeof whenAvailable>[1]
type Close = () => Promise<void>

async function startGateway(ports: Ports, config: ChildConfig, waiting: Waiting): Promise<Close> {
  // A separate pool: thousands of devices that connect at once must not delay a person's request.
  const own = { ...ports, db: openDb(config.connection, { max: GATEWAY_CONNECTIONS }) }
  await whenAvailable(() => endLeftovers(own), waiting)
  const gate = new Gate(own, partsOf('decider'))
  const asks = (identifier: string, identity: DeviceIdentity): boolean =>
    classes.get(identity.deviceClass)?.events[identifier]?.ask !== undefined
  const fronts: Front[] = []
  for (const { listener, host, port, tls } of config.fronts)
    fronts.push(
      await listeners
        .get(listener)!
        .start({
          ...{ host, port, gate, asks, log: ports.log },
          ...(tls ? { tls: await watchPem(tls, { log: ports.log, signal: ports.stopping }) } : {}),
        }),
    )
  const [dispatcher, presence] = [startDispatcher(own, gate.links), startPresence(own, gate.links)]
  return async () => {
    await Promise.all(fronts.map(front => front.close(5000)))
    await dispatcher.stop()
    await presence.stop()
    gate.endCallers()
    await gate.settled()
    await own.db.end()
  }
}

async function startWeb(ports: Ports, config: ChildConfig): Promise<Close> {
  const authenticator = makeAuthenticator(ports)
  const app = await buildHttp({
    ports,
    parts,
    authenticate: authenticator.authenticate,
    trustProxy: config.trustProxy,
    ...(process.env.PORTICO_CONSOLE === 'skip' ? {} : { consoleFolder: join(root, 'dist/console') }),
  })
  await app.listen({ host: config.host, port: config.httpPort })
  return async () => {
    authenticator.stop()
    await app.close()
  }
}
