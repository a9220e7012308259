/** Repeats the failed rows of a job on many rows, or undoes what it changed; returns the new job. */
import { jobsChanged, type Job } from '#console/data/jobs.ts'
import { post } from '#console/data/request.ts'

export const continueBulk = async (job: Pick<Job, 'id'>, how: 'again' | 'undo'): Promise<Job> => {
  const next = await post<Job>(`/api/job/${job.id}/${how}`)
  await jobsChanged()
  return next
}
