/** An import from file to outcome: choose a file, check it, confirm, see the progress. It can be closed at any time and opened again from the list of jobs. */
import { useEffect, useState } from 'react'
import { KeyRound } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { FINISH, NO_FILE, STOP } from '#base/dialogTexts.ts'
import type { Noun } from '#model/noun.ts'
import { ImportFailures } from '#console/crud/job/ImportFailures.tsx'
import { ImportStart, type BegunImport } from '#console/crud/job/ImportStart.tsx'
import { missingIn } from '#console/crud/job/createMissing.ts'
import { jobOutcome, jobStep, jobTone, noticeTones } from '#console/crud/job/jobWords.ts'
import {
  cancelJob,
  isOpen,
  jobsChanged,
  startChecked,
  useCauses,
  useJob,
  watchedJobs,
  type Job,
} from '#console/data/jobs.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { download } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const saveFile = async (job: Job, file: 'failures' | 'answers', name: string): Promise<void> => {
  if (!(await download(`/api/job/${job.id}/${file}.xlsx`, name))) toast.error(NO_FILE)
  await jobsChanged()
}

/** What became of the columns that are not known by themselves. */
const columnWords = ({ leftOut, chosen }: Job): readonly Text[] => [
  ...(leftOut.length
    ? [[`未导入的列：${leftOut.join('、')}`, `Columns that are left out: ${leftOut.join(', ')}`] as const]
    : []),
  ...(chosen.length
    ? [[`按所选字段导入的列：${chosen.join('、')}`, `Columns imported as chosen: ${chosen.join(', ')}`] as const]
    : []),
]

export type ImportDialogProps = {
  noun: Noun
  /** A running or finished job to show. */
  jobId?: string
  onClose: () => void
}

export const ImportDialog = ({ noun, jobId: given, onClose }: ImportDialogProps) => {
  const translate = useTranslate()
  const [jobId, setJobId] = useState(given)
  const [begun, setBegun] = useState<BegunImport>()
  const [busy, setBusy] = useState(false)
  const job = useJob(jobId)
  const running = job !== undefined && isOpen(job)

  useEffect(() => {
    if (jobId === undefined) return
    watchedJobs.add(jobId)
    return () => void watchedJobs.delete(jobId)
  }, [jobId])
  useEffect(() => {
    if (job && !running && !job.dry) void invalidateRows(noun.api)
  }, [job?.state])

  const act = async (what: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await what().catch(() => {})
    setBusy(false)
  }
  const leave = (): void => {
    if (running)
      toast.info([
        '任务在后台继续，可在右上角的任务列表中查看',
        'The job continues in the background; see the job list at the top right',
      ])
    onClose()
  }
  const fileName = (what: Text): string => `${translate(noun.label)} ${translate(what)}.xlsx`

  return (
    <Dialog
      open
      onClose={leave}
      title={[`导入${noun.label[0]}`, `${noun.label[1]} import`]}
      {...(job ? { note: job.title } : {})}
      width={job && job.failed > 0 && !running ? 'large' : 'medium'}
      {...(job
        ? {
            foot: running ? (
              <>
                <Button busy={busy} onPress={() => void act(() => cancelJob(job))}>
                  {translate(STOP)}
                </Button>
                <Button variant="primary" onPress={leave}>
                  {translate(['后台运行', 'Run in the background'])}
                </Button>
              </>
            ) : (
              <Outcome
                job={job}
                busy={busy}
                onStart={() => void act(() => startChecked(job))}
                onAgain={() => {
                  setBegun(undefined)
                  setJobId(undefined)
                }}
                onAnswers={() => void saveFile(job, 'answers', fileName(['凭据', 'credentials']))}
                onClose={onClose}
              />
            ),
          }
        : {})}
    >
      {jobId === undefined ? (
        <ImportStart
          noun={noun}
          begun={begun}
          onJob={(id, file) => {
            setBegun(file)
            setJobId(id)
          }}
        />
      ) : (
        job && (
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
                  job.failed > 0 && (
                    <Link onPress={() => void saveFile(job, 'failures', fileName(['有误的行', 'rows with errors']))}>
                      {translate(['下载有误的行', 'Download these rows'])}
                    </Link>
                  )
                }
              >
                {translate(jobOutcome(job))}
                {job.answers &&
                  translate([
                    '。凭据只能下载一次，请妥善保存。',
                    '. Their credentials can be downloaded only once; keep them safe.',
                  ])}
              </Notice>
            )}
            {!running && job.leftOut.length + job.chosen.length > 0 && (
              <Notice
                tone={job.leftOut.length ? 'warn' : 'info'}
                action={
                  job.dry &&
                  begun && (
                    <Link onPress={() => setJobId(undefined)}>
                      {translate(['选择对应字段', 'Choose their fields'])}
                    </Link>
                  )
                }
              >
                {columnWords(job)
                  .map(translate)
                  .join(translate(['；', '; ']))}
              </Notice>
            )}
            {!running && job.failed > 0 && <ImportFailures job={job} />}
          </Stack>
        )
      )}
    </Dialog>
  )
}

type OutcomeProps = {
  job: Job
  busy: boolean
  onStart: () => void
  onAgain: () => void
  onAnswers: () => void
  onClose: () => void
}

/** The primary button is the next step: import the checked file, fetch the result, create what is missing, correct the file, or close. */
const Outcome = ({ job, busy, onStart, onAgain, onAnswers, onClose }: OutcomeProps) => {
  const translate = useTranslate()
  const causes = useCauses(job)
  const next = job.startable || job.answers || (causes !== null && missingIn(job, causes).length > 0)
  const count = job.ok.toLocaleString('en-US')
  return (
    <>
      {(job.failed > 0 || job.state !== 'done') && (
        <Button variant={next || job.ok > 0 ? 'secondary' : 'primary'} onPress={onAgain}>
          {translate(['换一个文件', 'Choose another file'])}
        </Button>
      )}
      {job.startable && (
        <Button variant="primary" busy={busy} onPress={onStart}>
          {translate([`导入 ${count} 行`, `Import ${count} ${job.ok === 1 ? 'row' : 'rows'}`])}
        </Button>
      )}
      {job.answers && (
        <Button variant="primary" icon={KeyRound} onPress={onAnswers}>
          {translate(['下载凭据', 'Download the credentials'])}
        </Button>
      )}
      {!job.dry && (
        <Button variant={job.answers ? 'secondary' : 'primary'} onPress={onClose}>
          {translate(FINISH)}
        </Button>
      )}
    </>
  )
}
