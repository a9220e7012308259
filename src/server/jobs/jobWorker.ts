/** Runs waiting jobs, one at a time per worker; a job whose process died is continued where it stopped. */
import { Refusal } from '#model/error.ts'
import type { Text } from '#base/text.ts'
import type { Principal } from '../ctx.ts'
import { runBulk } from '../bulk/runBulk.ts'
import { listedBy } from '../crud/listedBy.ts'
import { Operations } from '../crud/operations.ts'
import { runExport } from '../exports/runExport.ts'
import { runImport } from '../imports/runImport.ts'
import { worker, type ServerPart, type Worker } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { isLater } from '../sql/causeOf.ts'
import { claimJob, endJob, ENGINE, putBack, Superseded, sweepJobs, type Job } from './job.ts'

const IDLE_MS = 400
const SWEEP_MS = 600_000
/** A job claimed this often is given up, because it seems to kill its process each time. */
const MAX_CLAIMS = 8

export interface JobWorkerOptions {
  parts: readonly ServerPart[]
  /** The principal of a user with current rights; null when they may no longer act. */
  principalOf(ports: Ports, userId: string): Promise<Principal | null>
  name: string
}

export function jobWorker({ parts, principalOf, name }: JobWorkerOptions): Worker {
  const halves = parts.filter(part => part.part === 'half')
  const nouns = new Map(halves.map(half => [half.noun.key, half.noun]))
  const followings = parts.filter(part => part.part === 'following')
  let nextSweep = 0
  async function work(ports: Ports, job: Job): Promise<void> {
    if (job.claim - job.putBacks > MAX_CLAIMS)
      throw stopped(['多次中断，已停止', 'Stopped after too many interruptions'])
    const half = halves.find(one => one.noun.key === job.noun)
    const user = await principalOf(ports, job.userId)
    if (!half || !user) throw stopped(['发起人已无操作权限', 'The user who started it no longer has permission'])
    const operations = new Operations(half, nouns, followings)
    operations.listed = listedBy(parts, half.noun)
    if (job.kind === 'export') await runExport(ports, job, operations, user)
    else if (job.kind === 'bulk') await runBulk(ports, job, operations, user)
    else await runImport(ports, job, operations, nouns, user)
  }
  return worker({
    name,
    where: 'worker',
    async run(ports) {
      const job = await claimJob(ports)
      if (!job) {
        if (Date.now() > nextSweep) {
          nextSweep = Date.now() + SWEEP_MS
          await sweepJobs(ports)
        }
        return IDLE_MS
      }
      try {
        await work(ports, job)
      } catch (error) {
        if (error instanceof Superseded) return 0
        if (error instanceof Refusal)
          await ports.db.tx(ENGINE, query => endJob(query, job, 'failed', { reason: error.text }))
        else {
          // Not the fault of the job, such as a lost database connection: it is claimed again soon.
          await putBack(ports, job, isLater(error))
          throw error
        }
      }
      return 0
    },
  })
}

const stopped = (text: Text): Refusal => new Refusal('failed', { text })
