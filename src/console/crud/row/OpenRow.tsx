/** The drawer of a list, whose code comes with the first row opened. */
import { lazy, Suspense } from 'react'
import type { RowDrawerProps } from '#console/crud/row/RowDrawer.tsx'

const RowDrawer = lazy(() => import('#console/crud/row/RowDrawer.tsx'))

export const OpenRow = (props: RowDrawerProps) =>
  props.id === undefined ? null : (
    <Suspense>
      <RowDrawer {...props} />
    </Suspense>
  )
