/** The file of an export: sealed pieces in the store, each named in the job before it is stored, and read one at a time. */
import sql from 'sql-template-tag'
import { newFileKey } from '../files/fileKey.ts'
import { ENGINE, JOB_STATE, Superseded, type Job } from '../jobs/job.ts'
import type { Ports } from '../ports.ts'

/** How long a finished file is available; then retention removes it. */
export const EXPORT_KEPT_DAYS = 7
const PART_BYTES = 1024 * 1024

const placeOf = (jobId: string, no: number): string => `engine.job|export|${jobId}:${no}`

/** Collects bytes and stores them piece by piece; never more than one piece is in memory. */
export class ExportFile {
  bytes = 0
  private readonly keys: string[] = []
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private readonly ports: Ports
  private readonly job: Job

  constructor(ports: Ports, job: Job) {
    this.ports = ports
    this.job = job
  }

  async write(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes)
    this.waitingBytes += bytes.length
    if (this.waitingBytes >= PART_BYTES) await this.flush()
  }

  /** Throws Superseded when the job no longer belongs to this worker. */
  async flush(): Promise<void> {
    if (this.waitingBytes === 0) return
    const piece = Buffer.concat(this.waiting)
    const key = newFileKey()
    const no = this.keys.push(key) - 1
    const named = await this.ports.db.query(
      ENGINE,
      sql`update engine.job set file_parts = file_parts || ${key}::text
      where id = ${this.job.id} and claim = ${this.job.claim} and state = ${JOB_STATE.running} returning 1`,
    )
    if (named.length === 0) throw new Superseded()
    await this.ports.files.put(this.ports.vault.seal(piece, placeOf(this.job.id, no)), key)
    this.bytes += piece.length
    this.waiting = []
    this.waitingBytes = 0
  }

  /** Removes what was stored. */
  async discard(): Promise<void> {
    await Promise.all(this.keys.map(key => this.ports.files.remove(key)))
  }
}

/** Removes the pieces of a job, then their keys in the job: a piece without a key could never be found again. */
export async function removeParts(ports: Ports, jobId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) await ports.files.remove(key)
  await ports.db.query(
    ENGINE,
    sql`update engine.job set file_parts = '{}' where id = ${jobId} and file_parts = ${keys}::text[]`,
  )
}

/** The pieces in order. Throws when one is missing: the answer breaks off, so that no reader takes half a file for the whole. */
export async function* exportBytes(ports: Ports, job: Pick<Job, 'id' | 'fileParts'>): AsyncGenerator<Buffer> {
  for (const [no, key] of job.fileParts.entries()) {
    const sealed = await ports.files.get(key)
    if (!sealed) throw new Error(`piece ${no} of an export is gone`)
    yield ports.vault.open(sealed, placeOf(job.id, no))
  }
}
