/** Removes rows after a confirmation that names the consequences: some at once, many as a job. */
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { atOnceItems, startBulkJob, type MatchingRows } from '#console/crud/act/actsOf.ts'
import { askMatchingRemoval, askRemoval, removeAtOnce } from '#console/crud/act/removing.tsx'
import { failAct } from '#console/crud/act/failAct.ts'
import { nameOf } from '#console/crud/nameOf.ts'

type OnRemoved = (ids: readonly string[]) => void

export async function removeRows(noun: Noun, rows: readonly Row[], onRemoved: OnRemoved): Promise<void> {
  const asked = rows.map(row => ({ id: row.id, name: nameOf(noun, row) }))
  if (!(await askRemoval(noun, asked))) return
  if (rows.length <= atOnceItems) {
    onRemoved(await removeAtOnce(noun, asked))
    return
  }
  const ids = rows.map(row => row.id)
  await startBulkJob(noun.api, 'remove', { ids }).then(() => onRemoved(ids), failAct)
}

export async function removeMatching(noun: Noun, matching: MatchingRows, onRemoved: OnRemoved): Promise<void> {
  if (await askMatchingRemoval(noun, matching))
    await startBulkJob(noun.api, 'remove', matching).then(() => onRemoved([]), failAct)
}
