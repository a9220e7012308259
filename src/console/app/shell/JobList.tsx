/** The list that the tray opens: each job with its progress or outcome, and what can be done with it. */
import { VIEW } from '#base/listTexts.ts'
import type { ReactElement } from 'react'
import type { Text } from '#base/text.ts'
import { DOWNLOAD, NO_FILE, STOP } from '#base/dialogTexts.ts'
import { showInstant } from '#base/time.ts'
import { saveJobFile } from '#console/crud/list/exportList.ts'
import { jobName, jobOutcome, jobTone } from '#console/crud/job/jobWords.ts'
import { cancelJob, isOpen, type Job } from '#console/data/jobs.ts'
import { download } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Popover, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import './JobList.css'

const failuresOf = async (job: Job, name: string): Promise<void> => {
  if (!(await download(`/api/job/${job.id}/failures.xlsx`, name))) toast.error(NO_FILE)
}

const wrongOf = (job: Job): Text =>
  job.kind === 'import' ? ['有误的行', 'rows with errors'] : ['未完成的行', 'rows not completed']

type JobListProps = { jobs: readonly Job[]; trigger: ReactElement<TriggerProps>; onView: (job: Job) => void }

const JobList = ({ jobs, trigger, onView }: JobListProps) => {
  const translate = useTranslate()
  return (
    <Popover label={['任务', 'Jobs']} trigger={trigger} placement="bottom end" flush>
      {close => (
        <div className="job-list">
          <h2>{translate(['最近的任务', 'Recent jobs'])}</h2>
          <ul>
            {jobs.map(job => (
              <li key={job.id} className="job">
                <div className="job-head">
                  <b>{translate(jobName(job))}</b>
                  <span className="ellipsis" title={job.kind === 'bulk' ? undefined : job.title}>
                    {job.kind === 'import' && job.title}
                  </span>
                  <time dateTime={job.createdAt}>{showInstant(job.createdAt).slice(5, 16)}</time>
                </div>
                {isOpen(job) ? (
                  <Progress
                    label={jobOutcome(job)}
                    value={job.state === 'queued' ? undefined : (job.ok + job.failed) / Math.max(1, job.total)}
                  />
                ) : (
                  <Pill tone={jobTone(job)} variant="plain">
                    {jobOutcome(job)}
                  </Pill>
                )}
                <div className="job-acts">
                  <Link
                    onPress={() => {
                      close()
                      onView(job)
                    }}
                  >
                    {translate(VIEW)}
                  </Link>
                  {job.file && <Link onPress={() => void saveJobFile(job)}>{translate(DOWNLOAD)}</Link>}
                  {!isOpen(job) && job.failed > 0 && (
                    <Link
                      onPress={() => void failuresOf(job, `${translate(jobName(job))} ${translate(wrongOf(job))}.xlsx`)}
                    >
                      {translate([`下载${wrongOf(job)[0]}`, `Download ${wrongOf(job)[1]}`])}
                    </Link>
                  )}
                  {isOpen(job) && (
                    <Link tone="bad" onPress={() => void cancelJob(job).catch(() => {})}>
                      {translate(STOP)}
                    </Link>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  )
}
export default JobList
