/** Removing rows: confirmed with the consequences, run one by one or as a job, and reported with a button to undo. */
import { UNDO } from '#base/dialogTexts.ts'
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import { RemovalDetail } from '#console/crud/act/RemovalDetail.tsx'
import { undoAndNotify } from '#console/crud/act/undoAndNotify.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { del, RequestError, routeAppId } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { confirmNode } from '#console/kit/table/confirmNode.ts'
import type { Words } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export type Removing = Pick<Noun, 'api' | 'final' | 'tree'> & { label: Text }
export type Named = { id: string; name: string }

const named = 3

/** Asks whether to remove the rows; resolves with the answer. */
export const askRemoval = (of: Removing, rows: readonly Named[]): Promise<boolean> => {
  const [only] = rows
  const detail = <RemovalDetail api={of.api} rows={{ ids: rows.map(row => row.id) }} />
  if (of.tree && only && rows.length === 1) return confirmNode(only.name, detail)
  const message: Words =
    rows.length === 1 && only
      ? [`确定删除“${only.name}”吗？`, `Delete ${only.name}?`]
      : [`确定删除选中的 ${rows.length} 项吗？`, `Delete the ${rows.length} selected?`]
  return confirm({ message, danger: true, detail })
}

/** Asks whether to remove every row that matches the filters of a list; resolves with the answer. */
export const askMatchingRemoval = (
  of: Removing,
  whole: { filter: Readonly<Record<string, string>>; count: number },
): Promise<boolean> => {
  const count = whole.count.toLocaleString('en-US')
  return confirm({
    message: [`确定删除符合条件的全部 ${count} 项吗？`, `Delete all ${count} that match?`],
    danger: true,
    detail: <RemovalDetail api={of.api} rows={whole} />,
  })
}

const list = (rows: readonly Named[]): Words => {
  const shown = rows.slice(0, named).map(row => row.name)
  return rows.length > named
    ? [`${shown.join('、')}等`, `${shown.join(', ')} and ${rows.length - named} more`]
    : [shown.join('、'), shown.join(', ')]
}

/** The notice after a removal: the name or number of rows, and the button to undo. */
const announceRemoved = (of: Removing, gone: readonly Named[], appId: string | null): void => {
  const [zh, en] = list(gone) as Text
  const words: Words =
    gone.length === 1
      ? [`删除成功：${of.label[0]}“${zh}”`, `Deleted: ${zh}`]
      : [`删除成功，共 ${gone.length} 项：${zh}`, `${gone.length} deleted: ${en}`]
  const ids = gone.map(row => row.id)
  toast.ok(
    words,
    of.final ? undefined : { label: UNDO, onPress: () => void undoAndNotify({ api: of.api, ids, appId }) },
  )
}

/** Removes a few confirmed rows and reports the outcome; returns the removed rows. */
export const removeAtOnce = async (of: Removing, rows: readonly Named[]): Promise<readonly string[]> => {
  const gone: Named[] = []
  const appId = routeAppId() ?? null
  // The rows are removed as one operation, so that one undo restores them all.
  const together = [...crypto.getRandomValues(new Uint8Array(12))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  let refused: unknown
  for (const row of rows) {
    try {
      await del(`${of.api}/${row.id}`, { quiet: true, query: { together } })
      gone.push(row)
    } catch (error) {
      refused = error
    }
  }
  void invalidateRows(of.api)
  if (gone.length) announceRemoved(of, gone, appId)
  if (refused && rows.length === 1) {
    if (!(refused instanceof RequestError && refused.shown))
      toast.error(refused instanceof RequestError ? refused.message || undefined : undefined)
  } else if (refused) {
    const reason = refused instanceof Error ? refused.message : ''
    toast.warn([
      `${rows.length - gone.length} 项未删除：${reason}`,
      `${rows.length - gone.length} not deleted: ${reason}`,
    ])
  }
  return gone.map(row => row.id)
}
