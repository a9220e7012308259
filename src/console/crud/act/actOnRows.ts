/** Runs an action on a few rows, one after another, and reports the outcome; more rows run as a job. */
import type { Input } from '#model/row.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'

/** Throws the refusal when no row succeeded; otherwise reports how many succeeded and why the others failed. */
export const actOnRows = async (
  api: string,
  act: string,
  ids: readonly string[],
  values: Readonly<Input>,
): Promise<void> => {
  let refused: unknown
  let done = 0
  for (const id of ids)
    try {
      await post(`${api}/${id}/${act}`, values, { quiet: true })
      done += 1
    } catch (error) {
      refused = error
    }
  void invalidateRows(api)
  if (done === 0) throw refused
  if (!refused) return
  const reason = refused instanceof Error ? refused.message : ''
  const left = ids.length - done
  toast.warn([`${done} 项已完成，${left} 项未完成：${reason}`, `${done} done, ${left} not done: ${reason}`])
}
