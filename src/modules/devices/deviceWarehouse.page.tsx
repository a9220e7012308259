/** The warehouse, with the label of each device. */
import { lazy, Suspense, useMemo, useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import type { Row } from '#console/crud/Row.ts'

const LabelDialog = lazy(async () => ({ default: (await import('./page/LabelDialog.tsx')).LabelDialog }))

export default function DeviceWarehouse(props: PageProps) {
  const [labelled, setLabelled] = useState<Row>()
  const pieces = useMemo(
    (): LensPieces => ({ acts: row => [{ id: 'label', label: ['标签', 'Label'], onPress: () => setLabelled(row) }] }),
    [],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {labelled && (
        <Suspense>
          <LabelDialog row={labelled} onClose={() => setLabelled(undefined)} />
        </Suspense>
      )}
    </>
  )
}
