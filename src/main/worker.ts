/** The worker process: the outbox, callbacks, sync, linkage, housekeeping. */
import { startWorkers } from '#server/jobs/workers.ts'
import { startOutbox } from '#server/outbox/outbox.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { makePorts, partsOf } from './wire.ts'

await supervised(async ({ config, notice }) => {
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
    log: makeLog('worker'),
    notice,
    stopping: stopping.signal,
  })
  const outbox = startOutbox(ports, partsOf('handler'))
  const workers = startWorkers(
    ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  return {
    async drain() {
      // What can be left and taken up again is left.
      stopping.abort()
      await outbox.stop()
      await workers.stop()
      await ports.db.end()
    },
  }
})
