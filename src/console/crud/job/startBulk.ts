/** Runs an action on many rows as a job, which continues without the page and reports the outcome of each row. */
import type { Input } from '#model/row.ts'
import { jobsChanged, type Job } from '#console/data/jobs.ts'
import { post } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'

/** Rows by their ids, or every row that the filters of a list let through, with how many the list showed. */
export type BulkRows = { ids: readonly string[] } | { filter: Readonly<Record<string, string>>; count: number }

export const startBulk = async (
  api: string,
  act: string,
  rows: BulkRows,
  values: Readonly<Input> = {},
): Promise<Job> => {
  const job = await post<Job>(`${api}/${act}/bulk`, { ...values, ...rows }, { quiet: true })
  await jobsChanged()
  const count = job.total.toLocaleString('en-US')
  toast.info([
    `正在处理 ${count} 项，可在右上角的任务列表中查看`,
    `Processing ${count}; see the job list at the top right for progress`,
  ])
  return job
}
