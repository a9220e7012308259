/** Shows a notice that a job has ended, with a link to its file or its result. */
import { VIEW } from '#base/listTexts.ts'
import { DOWNLOAD, UNDO } from '#base/dialogTexts.ts'
import { saveJobFile } from '#console/crud/list/exportList.ts'
import { continueBulk } from '#console/crud/job/continueBulk.ts'
import { jobName, jobOutcome, jobTone } from '#console/crud/job/jobWords.ts'
import type { Job } from '#console/data/jobs.ts'
import { toast } from '#console/kit/overlay/toast.ts'

export const notifyJobEnd = (job: Job, onView: (job: Job) => void): void => {
  const [name, outcome] = [jobName(job), jobOutcome(job)]
  const translate = jobTone(job) === 'ok' ? toast.ok : toast.warn
  translate(
    [`${name[0]}：${outcome[0]}`, `${name[1]}: ${outcome[1]}`],
    job.file
      ? { label: DOWNLOAD, onPress: () => void saveJobFile(job) }
      : job.undoable && job.failed === 0
        ? { label: UNDO, onPress: () => void continueBulk(job, 'undo').catch(() => {}) }
        : { label: VIEW, onPress: () => onView(job) },
  )
}
