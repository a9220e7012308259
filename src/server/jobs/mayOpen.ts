/** Whether its owner may still read what a job contains: judged by their rights when it is opened, not by those when it was made. */
import { Refusal } from '#model/error.ts'
import { hasPersonalData, type Noun } from '#model/noun.ts'
import { beforeLimits } from '../auth/places.ts'
import { requireProof } from '../auth/requireProof.ts'
import { bulkAct, bulkActsOf } from '../bulk/bulkActs.ts'
import { isPlatform, type Principal } from '../ctx.ts'
import { actorFor, checkApp, seesSource, touchedBy } from '../http/scope.ts'
import type { Half } from '../parts.ts'
import type { Ports } from '../ports.ts'
import type { Actor } from '../sql/db.ts'
import type { Job } from './job.ts'

const verbOf = ({ kind, payload }: Job): string => (kind === 'bulk' ? (payload.act ?? '') : kind)

/** The organisations whose rows a role reads. */
const sourcesOf = (actor: Actor): readonly string[] | 'all' => {
  if (actor.role === 'platform') return 'all'
  if (actor.role === 'scope') return actor.sourceIds
  return 'sourceId' in actor && actor.sourceId ? [actor.sourceId] : []
}

/** Whether the role of today reads all that a file contains, which another role wrote. */
function covers(now: Actor, then: Actor): boolean {
  const reads = sourcesOf(now)
  if (reads === 'all') return true
  if (then.role === 'apps') return now.role === 'apps' && then.appIds.every(id => now.appIds.includes(id))
  const wrote = sourcesOf(then)
  return wrote !== 'all' && wrote.length > 0 && wrote.every(id => reads.includes(id))
}

/**
 * Refuses what its owner may no longer read: without the point of the act, without the application or the organisation
 * to which its rows belong, or from before they were limited to places.
 */
export async function mayOpen(ports: Ports, user: Principal, job: Job, half: Half): Promise<void> {
  const point = `${job.noun}:${verbOf(job)}`
  if (!user.permissions.has(point)) throw new Refusal('forbidden', { point })
  if (beforeLimits(user, job)) throw new Refusal('forbidden')
  if (job.appId) {
    // After a transfer the application belongs to another organisation, and the file holds what the former one had.
    const { sourceId } = await checkApp(ports, user, job.appId)
    if (sourceId !== job.sourceId && !isPlatform(user)) throw new Refusal('app_forbidden')
    return
  }
  const { reach } = job.payload
  const may = reach
    ? covers(actorFor(user, touchedBy(half, user, false), null, false), reach)
    : seesSource(user, job.sourceId)
  if (!may) throw new Refusal('forbidden')
}

/** Whether making it required a proof of identity: then opening it requires one too. */
function needsProof(noun: Noun, job: Job): boolean {
  const verb = verbOf(job)
  if (job.kind === 'export') return hasPersonalData(noun)
  if (job.kind === 'bulk') return bulkActsOf(noun).includes(verb) && bulkAct(noun, verb).proof
  return noun.proof?.some(one => one === verb) ?? false
}

/** Refuses with 428 where the job required a proof of identity and the last one is more than five minutes old. */
export async function requireProofFor(ports: Ports, user: Principal, job: Job, { noun }: Half): Promise<void> {
  if (needsProof(noun, job)) await requireProof(ports, user)
}
