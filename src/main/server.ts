/** The server process: API and console on HTTP, devices on MQTT. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Gate, endLeftovers, startDispatcher, startPresence } from '#modules/devices/api.ts'
import type { DeviceIdentity } from '#model/gate.ts'
import { makeAuthenticator } from '#modules/identity/api.ts'
import { startMqtt, type MqttFront } from '#protocols/mqtt/adapter.ts'
import { buildHttp } from '#server/http/serve.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { openDb } from '#server/sql/db.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { classes } from './registry.ts'
import { makePorts, parts, partsOf, seedAll } from './wire.ts'

const API_CONNECTIONS = 16
const GATEWAY_CONNECTIONS = 8
const root = join(import.meta.dirname, '../..')

await supervised(async ({ config, notice }) => {
  const log = makeLog('server')
  const stopping = new AbortController()
  const ports = await makePorts({
    connection: config.connection,
    secret: config.secret,
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    mqtt: { port: config.mqttPort, tlsPort: config.mqtts?.port ?? null },
    callbackAllow: config.callbackAllow,
    adminPassword: config.adminPassword ?? undefined,
    nodeNumber: config.node,
    natsUrl: config.natsUrl,
    sms: config.sms,
    social: config.social,
    s3Url: config.s3Url,
    captureDays: config.captureDays,
    fileQuotaMb: config.fileQuotaMb,
    log,
    notice,
    stopping: stopping.signal,
    poolSize: API_CONNECTIONS,
  })
  const waiting = { signal: stopping.signal, say: (line: string) => log.warn({}, line) }
  await whenAvailable(() => seedAll(ports), waiting)
  const has = (role: 'web' | 'gateway'): boolean => config.roles.includes(role)
  const closing: (() => Promise<void>)[] = []

  if (has('gateway')) {
    // Connections of its own: thousands of devices that come at once must not stand in line before a person's request.
    const own = { ...ports, db: openDb(config.connection, { max: GATEWAY_CONNECTIONS }) }
    await whenAvailable(() => endLeftovers(own), waiting)
    const gate = new Gate(own, partsOf('decider'))
    const asks = (identifier: string, identity: DeviceIdentity): boolean =>
      classes.get(identity.deviceClass)?.events[identifier]?.ask !== undefined
    const fronts: MqttFront[] = [await startMqtt({ host: config.mqttHost, port: config.mqttPort, gate, asks })]
    if (config.mqtts) {
      const { port, cert, key, ca } = config.mqtts
      fronts.push(
        await startMqtt({
          host: config.host,
          port,
          gate,
          asks,
          tls: { cert: await readFile(cert), key: await readFile(key), ...(ca ? { ca: await readFile(ca) } : {}) },
        }),
      )
    }
    const [dispatcher, presence] = [startDispatcher(own, gate.links), startPresence(own, gate.links)]
    closing.push(async () => {
      await Promise.all(fronts.map(front => front.close(5000)))
      await dispatcher.stop()
      await presence.stop()
      await gate.settled()
      await own.db.end()
    })
  }
  const workers = startWorkers(
    ports,
    partsOf('worker').filter(part => part.where !== 'worker'),
  )
  closing.push(() => workers.stop())

  if (has('web')) {
    const authenticator = makeAuthenticator(ports)
    const app = await buildHttp({
      ports,
      parts,
      authenticate: authenticator.authenticate,
      trustProxy: config.trustProxy,
      ...(process.env.PORTICO_CONSOLE === 'skip' ? {} : { consoleFolder: join(root, 'dist/console') }),
    })
    await app.listen({ host: config.host, port: config.httpPort })
    closing.unshift(async () => {
      authenticator.stop()
      await app.close()
    })
  }
  return {
    async drain() {
      stopping.abort()
      for (const close of closing) await close()
      await ports.db.end()
    },
  }
})
