/** The jobs of the signed-in user, in the top bar of every page once there is one. */
import { useEffect, useRef, useState } from 'react'
import { ListChecks } from 'lucide-react'
import { isOpen, useJobs, watchedJobs, type Job } from '#console/data/jobs.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Counted } from '#console/kit/Counted.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'

const load = () => import('#console/app/shell/JobList.tsx')
const JobList = lazy(async () => (await load()).default)
const JobDialog = lazy(async () => (await import('#console/crud/job/JobDialog.tsx')).JobDialog)
const ImportDialog = lazy(async () => (await import('#console/crud/job/ImportDialog.tsx')).ImportDialog)

/** Shows a notice when a job ends that no dialog shows, and fetches its rows again. */
const useEndings = (jobs: readonly Job[], onView: (job: Job) => void): void => {
  const open = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs) {
      if (isOpen(job)) open.current.add(job.id)
      else if (open.current.delete(job.id)) {
        // Rows that no page has loaded cannot be outdated.
        const noun = nounOf(job.noun)
        if (noun && !job.dry && job.kind !== 'export') void invalidateRows(noun.api)
        if (watchedJobs.has(job.id)) continue
        // This code is loaded when a job ends, because few pages need it.
        void import('#console/app/shell/notifyJobEnd.ts').then(({ notifyJobEnd }) => notifyJobEnd(job, onView))
      }
    }
  }, [jobs])
}

export const JobTray = () => {
  const jobs = useJobs()
  const [viewed, setViewed] = useState<Job>()
  // Its noun may not have been needed by any page yet.
  const view = (job: Job): void =>
    void registry()
      .prepare(job.noun)
      .then(() => setViewed(job))
  useEndings(jobs, view)
  const running = jobs.filter(isOpen).length
  const noun = viewed && nounOf(viewed.noun)
  if (jobs.length === 0) return null
  const button = {
    icon: ListChecks,
    label: running ? ([`任务：${running} 个进行中`, `Jobs: ${running} running`] as const) : (['任务', 'Jobs'] as const),
  }
  return (
    <>
      <Counted count={running} tone="info">
        <Deferred
          load={load}
          placeholder={begin => <IconButton {...button} aria-haspopup="dialog" aria-expanded={false} onPress={begin} />}
        >
          <JobList jobs={jobs} trigger={<IconButton {...button} />} onView={view} />
        </Deferred>
      </Counted>
      {viewed &&
        (viewed.kind !== 'import' ? (
          <JobDialog key={viewed.id} jobId={viewed.id} onClose={() => setViewed(undefined)} />
        ) : (
          noun && <ImportDialog key={viewed.id} noun={noun} jobId={viewed.id} onClose={() => setViewed(undefined)} />
        ))}
    </>
  )
}
