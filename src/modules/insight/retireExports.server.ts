/** Removes the files of expired exports; the job itself stays as a record of what was exported. */
import sql, { type Sql } from 'sql-template-tag'
import { EXPORT_KEPT_DAYS } from '#server/exports/exportFile.ts'
import { JOB_STATE } from '#server/jobs/job.ts'
import { auditSystem } from '#server/audit/auditSystem.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 20

/** A condition over `engine.job`. */
export const exportsDue = (ports: Ports): Sql =>
  sql`file_parts <> '{}' and state = ${JOB_STATE.done} and finished_at < ${new Date(ports.now().getTime() - EXPORT_KEPT_DAYS * 86_400_000)}`

/** The pieces are removed first: a job without its file is found again, a file without its job is not. */
export async function retireExports(ports: Ports, signal: AbortSignal): Promise<void> {
  for (;;) {
    const jobs = await ports.db.query<{ id: string; title: string | null; file_parts: string[] }>(
      ENGINE,
      sql`select id, title, file_parts from engine.job where ${exportsDue(ports)} order by finished_at limit ${AT_ONCE}`,
    )
    for (const job of jobs) {
      for (const key of job.file_parts) await ports.files.remove(key)
      await ports.db.tx(ENGINE, async query => {
        await query(sql`update engine.job set file_parts = '{}' where id = ${job.id}`)
        await auditSystem(ports, query, {
          action: 'retire',
          object: 'exportFile',
          objectId: job.id,
          objectName: job.title,
          changes: { keptDays: EXPORT_KEPT_DAYS },
        })
      })
      if (signal.aborted) return
    }
    if (jobs.length < AT_ONCE) return
  }
}
