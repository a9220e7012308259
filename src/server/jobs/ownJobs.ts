/** The jobs of the calling user: found only by their account, shown in their language, changed with an audit row. */
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { beforeLimits } from '../auth/places.ts'
import { undoOf } from '../bulk/againBulk.ts'
import type { Ctx, Principal } from '../ctx.ts'
import type { Half } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { jobsOf, type Job } from './job.ts'
import { mayOpen, requireProofFor } from './mayOpen.ts'
import { presentJob, type ShownJob } from './presentJob.ts'

export interface OwnJobs {
  halfOf(job: Job): Half
  shown(ctx: Ctx, job: Job): ShownJob
  /** Throws `not_found` for a job of another user, and for one from before the user was limited to places. */
  find(ports: Ports, user: Principal, id: unknown): Promise<Job>
  /** The caller's job whose contents are read or repeated: refused when they may no longer read them. */
  open(ports: Ports, user: Principal, id: unknown): Promise<Job>
  /** Changes the caller's job when it is in one of the states that `set` requires; audited. */
  move(ctx: Ctx, input: Input, action: string, set: (job: Job) => Promise<unknown[]>): Promise<ShownJob>
}

export function ownJobs(halves: readonly Half[]): OwnJobs {
  const own: OwnJobs = {
    halfOf: job => halves.find(half => half.noun.key === job.noun)!,
    shown(ctx, job) {
      const noun = own.halfOf(job)?.noun
      return presentJob(job, noun, ctx.language, noun && undoOf(job, noun, ctx.user, ctx.now) !== undefined)
    },
    async find(ports, user, id) {
      const [job] = isId(id) ? await jobsOf(ports, user.userId, { id, limit: 1 }) : []
      if (!job || beforeLimits(user, job)) throw new Refusal('not_found')
      return job
    },
    async open(ports, user, id) {
      const job = await own.find(ports, user, id)
      await mayOpen(ports, user, job, own.halfOf(job))
      await requireProofFor(ports, user, job, own.halfOf(job))
      return job
    },
    async move(ctx, input, action, set) {
      const job = await own.find(ctx.ports, ctx.user, input.id)
      const moved = await set(job)
      if (moved.length === 0) throw new Refusal('wrong_state')
      await ctx.audit({ action, object: 'job', objectId: job.id, objectName: job.title })
      return own.shown(ctx, { ...job, ...(moved[0] as Partial<Job>) })
    },
  }
  return own
}
