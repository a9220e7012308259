/** A job as shown to its owner. */
import { translate, type Language } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import { EXPORT_KEPT_DAYS } from '../exports/exportFile.ts'
import { JOB_STATE, type Job } from './job.ts'

export interface ShownJob {
  id: string
  kind: string
  /** The key and the label of the noun whose rows it processes. */
  noun: string
  nounName: string
  title: string
  appId: string | null
  /** A trial run, which writes nothing. */
  dry: boolean
  state: keyof typeof JOB_STATE
  total: number
  ok: number
  failed: number
  /** Headings of the file that are not imported. */
  leftOut: string[]
  /** Headings that are imported as the user chose. */
  chosen: string[]
  /** Why it stopped. */
  reason: string | null
  /** It has answers that can be fetched once, and have not been fetched. */
  answers: boolean
  /** Whether it is a trial run whose file is still there, so that it can be imported. */
  startable: boolean
  /** The file it made, and when it expires. */
  file: { bytes: number; until: string } | null
  /** What its act changed can be undone by the user, for ten minutes. */
  undoable: boolean
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** Only a finished job offers its file, so that no half of one is downloaded. */
export const hasFile = (job: Job): boolean =>
  job.state === JOB_STATE.done && job.fileBytes !== null && job.fileParts.length > 0

const keptUntil = (job: Job): string =>
  new Date(Date.parse(job.finishedAt!) + EXPORT_KEPT_DAYS * 86_400_000).toISOString()

export function presentJob(job: Job, noun: Noun | undefined, language: Language, undoable = false): ShownJob {
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
    leftOut: job.payload.leftOut ?? [],
    chosen: job.payload.chosen ?? [],
    reason: job.result?.reason ? translate(job.result.reason, language) : null,
    answers: job.answers,
    startable: job.dry && state === 'done' && job.fileKey !== null && job.ok > 0,
    file: hasFile(job) ? { bytes: Number(job.fileBytes), until: keptUntil(job) } : null,
    undoable,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
  }
}
