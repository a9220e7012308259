/** Checks and saves the cells of a row that was edited in its list. */
import { SAVED } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { put, RequestError } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Fields } from '#model/field.ts'
import { judgeAll } from '#model/judge.ts'
import type { Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'

/** The first problem, or undefined. */
export function judgeInline(fields: Fields, changes: Input): Text | undefined {
  const judged = judgeAll(fields, changes, {}, { partial: true })
  return 'problems' in judged ? judged.problems[0]!.text : undefined
}

/** True when the row was saved; otherwise a message says why it was not. */
export async function saveInline(noun: Noun, row: Row, changes: Input): Promise<boolean> {
  try {
    await put(noun.api, { ...changes, id: row.id, ...(row.rev === undefined ? {} : { rev: row.rev }) }, { quiet: true })
    toast.ok(SAVED)
    await invalidateRows(noun.api)
    return true
  } catch (error) {
    // As with local checks, the first problem is shown as a warning.
    if (error instanceof RequestError && !error.shown) toast.warn(error.message)
    else if (!(error instanceof RequestError)) toast.error()
    return false
  }
}
