/** Exports a list: a short one is fetched, a long one becomes a job. */
import { NO_FILE } from '#base/dialogTexts.ts'
import { dayOf } from '#base/time.ts'
import type { Lens, Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { fetchJobFile, jobsChanged, type Job } from '#console/data/jobs.ts'
import { download, post, RequestError } from '#console/data/request.ts'
import { translateNow } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

/** Longer lists are exported as a job; the server has the same limit. */
const atOnceRows = 5000

export type ListExport = {
  noun: Noun
  /** Its label is the beginning of the file name. */
  lens: Lens
  /** The address of the page; the file has all pages. */
  query: Readonly<Input>
  columns: readonly { key: string }[]
  total: number
  /** There are more rows than `total`. */
  more: boolean
  format: 'xlsx' | 'csv'
}

export const exportList = async ({ noun, lens, columns, total, more, format, ...list }: ListExport): Promise<void> => {
  const { current: _current, size: _size, ...filters } = list.query
  const query = { ...filters, columns: columns.map(column => column.key), format }
  if (total <= atOnceRows && !more) {
    const day = dayOf(Date.now())
    await download(`${noun.api}/export`, `${translateNow(lens.label)} ${day}.${format}`, { query })
    return
  }
  try {
    const job = await post<Job>(`${noun.api}/export`, query)
    await jobsChanged()
    const rows = job.total.toLocaleString('en-US')
    toast.info([
      `正在导出 ${rows} 行，完成后在右上角的任务列表中下载`,
      `Exporting ${rows} rows; download the file from the job list at the top right`,
    ])
  } catch (error) {
    if (!(error instanceof RequestError && error.shown)) toast.error()
  }
}

/** Saves the file of a finished job. */
export const saveJobFile = async (job: Job): Promise<void> => {
  try {
    await fetchJobFile(job)
  } catch (error) {
    if (!(error instanceof RequestError && error.shown)) toast.error(NO_FILE)
  }
}
