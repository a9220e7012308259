/** A job other than an import, opened from the list of jobs: its progress, its outcome, its file, and the failed rows. */
import { useState } from 'react'
import { Download, RotateCw, Undo2 } from 'lucide-react'
import { DOWNLOAD, NO_FILE, STOP } from '#base/dialogTexts.ts'
import { CLOSE } from '#base/texts.ts'
import { showInstant } from '#base/time.ts'
import { saveJobFile } from '#console/crud/list/exportList.ts'
import { ImportFailures } from '#console/crud/job/ImportFailures.tsx'
import { continueBulk } from '#console/crud/job/continueBulk.ts'
import { jobName, jobOutcome, jobStep, jobTone, noticeTones } from '#console/crud/job/jobWords.ts'
import { cancelJob, isOpen, useJob } from '#console/data/jobs.ts'
import { download } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const fetchFailures = async (id: string, name: string): Promise<void> => {
  if (!(await download(`/api/job/${id}/failures.xlsx`, name))) toast.error(NO_FILE)
}

export type JobDialogProps = { jobId: string; onClose: () => void }

export const JobDialog = ({ jobId: first, onClose }: JobDialogProps) => {
  const translate = useTranslate()
  const [jobId, setJobId] = useState(first)
  const job = useJob(jobId)
  if (!job) return null
  const running = isOpen(job)
  const name = jobName(job)
  const failed = !running && job.failed > 0
  const follow = (how: 'again' | 'undo'): void =>
    void continueBulk(job, how).then(
      next => setJobId(next.id),
      () => {},
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      {...(job.kind === 'export' ? { note: job.title } : {})}
      width={failed ? 'large' : 'medium'}
      foot={
        <>
          {running && <Button onPress={() => void cancelJob(job).catch(() => {})}>{translate(STOP)}</Button>}
          {job.undoable && (
            <Button icon={Undo2} onPress={() => follow('undo')}>
              {translate([`撤销已完成的 ${job.ok} 项`, `Undo the ${job.ok} done`])}
            </Button>
          )}
          {failed && job.kind === 'bulk' && (
            <Button icon={RotateCw} onPress={() => follow('again')}>
              {translate([`重试未完成的 ${job.failed} 项`, `Retry the ${job.failed} not completed`])}
            </Button>
          )}
          <Button variant={job.file ? 'secondary' : 'primary'} onPress={onClose}>
            {translate(running ? ['后台运行', 'Run in the background'] : CLOSE)}
          </Button>
          {job.file && (
            <Button variant="primary" icon={Download} onPress={() => void saveJobFile(job)}>
              {translate(DOWNLOAD)}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={16}>
        {running ? (
          <Progress
            label={jobStep(job)}
            value={job.state === 'queued' ? undefined : (job.ok + job.failed) / Math.max(1, job.total)}
            note={jobOutcome(job)}
          />
        ) : (
          <Notice
            tone={noticeTones[jobTone(job)]}
            action={
              failed && (
                <Link
                  onPress={() =>
                    void fetchFailures(job.id, `${translate(name)} ${translate(['未完成', 'not completed'])}.xlsx`)
                  }
                >
                  {translate(['下载未完成的行', 'Download the rows not completed'])}
                </Link>
              )
            }
          >
            {translate(jobOutcome(job))}
          </Notice>
        )}
        {job.kind === 'export' && job.state === 'done' && (
          <span className="second">
            {job.file
              ? translate([
                  `文件保留到 ${showInstant(job.file.until).slice(0, 16)}`,
                  `The file is kept until ${showInstant(job.file.until).slice(0, 16)}`,
                ])
              : translate(['文件已过保留期，请重新导出', 'The file has expired; please export again'])}
          </span>
        )}
        {failed && <ImportFailures job={job} />}
      </Stack>
    </Dialog>
  )
}
