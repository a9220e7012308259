/** A job as its owner reads it. */
import { translate, type Language } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import { EXPORT_KEPT_DAYS } from '../exports/exportFile.ts'
import { JOB_STATE, type Job } from './job.ts'

export interface ShownJob {
  id: string
  kind: string
  /** The key of the noun whose rows it works on, and what people call it. */
  noun: string
  nounName: string
  title: string
  appId: string | null
  /** Only a trial: nothing was written. */
  dry: boolean
  state: keyof typeof JOB_STATE
  total: number
  ok: number
  failed: number
  /** Why it stopped. */
  reason: string | null
  /** It answered what can be fetched once, and waits for that. */
  answers: boolean
  /** A trial whose file is still there can be imported. */
  startable: boolean
  /** The file that it made, and until when it is kept. */
  file: { bytes: number; until: string } | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** Only a job that is done offers its file: never half of one. */
export const hasFile = (job: Job): boolean =>
  job.state === JOB_STATE.done && job.fileBytes !== null && job.fileParts.length > 0

const keptUntil = (job: Job): string =>
  new Date(Date.parse(job.finishedAt!) + EXPORT_KEPT_DAYS * 86_400_000).toISOString()

export function presentJob(job: Job, noun: Noun | undefined, language: Language): ShownJob {
  const state = (Object.keys(JOB_STATE) as (keyof typeof JOB_STATE)[]).find(name => JOB_STATE[name] === job.state)!
  return {
    id: job.id,
    kind: job.kind,
    noun: job.noun,
    nounName: noun ? translate(noun.label, language) : job.noun,
    title: job.title,
    appId: job.appId,
    dry: job.dry,
    state,
    total: job.total,
    ok: job.ok,
    failed: job.failed,
    reason: job.result?.reason ? translate(job.result.reason, language) : null,
    answers: job.answers,
    startable: job.dry && state === 'done' && job.fileKey !== null && job.ok > 0,
    file: hasFile(job) ? { bytes: Number(job.fileBytes), until: keptUntil(job) } : null,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
  }
}
