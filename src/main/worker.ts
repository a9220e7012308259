/** The worker process: the outbox, callbacks, sync, linkage, housekeeping. */
import { startWorkers } from '#server/jobs/workers.ts'
import { startOutbox } from '#server/outbox/outbox.ts'
import { makeLog } from './makeLog.ts'
import { supervised } from './supervisor/supervised.ts'
import { childPorts, partsOf } from './wire.ts'

await supervised(async given => {
  const stopping = new AbortController()
  const ports = await childPorts(given, { log: makeLog('worker'), stopping: stopping.signal })
  const outbox = startOutbox(ports, partsOf('handler'))
  const workers = startWorkers(
    ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  return {
    async drain() {
      // Work that can be continued later is interrupted.
      stopping.abort()
      await outbox.stop()
      await workers.stop()
      await ports.db.end()
    },
  }
})
