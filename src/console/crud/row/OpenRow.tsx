/** The drawer of a list; its code is loaded when the first row is opened. */
import { lazy, Suspense } from 'react'
import type { LiveState } from '#console/data/live.ts'
import type { RowDrawerProps } from '#console/crud/row/RowDrawer.tsx'

const RowDrawer = lazy(() => import('#console/crud/row/RowDrawer.tsx'))

export const OpenRow = ({ live, ...props }: RowDrawerProps & { live: LiveState }) => {
  const { id, rows, pieces, onRow, onEdit } = props
  if (id === undefined) return null
  const at = rows.findIndex(row => row.id === id)
  const step = (by: 1 | -1): (() => void) | undefined => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => onRow(next.id))
  }
  return (
    <Suspense>
      {pieces.beside?.({
        ...{ id, live, onEdit },
        listed: rows[at],
        onClose: () => onRow(undefined),
        onPrevious: step(-1),
        onNext: step(1),
      }) ?? <RowDrawer {...props} onPrevious={step(-1)} onNext={step(1)} />}
    </Suspense>
  )
}
