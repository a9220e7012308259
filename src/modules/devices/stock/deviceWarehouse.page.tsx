/** The warehouse, with the labels of its devices. */
import { useMemo, useState } from 'react'
import { QrCode } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { translateNow } from '#console/kit/language.tsx'
import type { device } from './device.noun.ts'
import type { WarehouseRow } from '../page/DeviceRow.ts'

const LabelDialog = lazy(async () => (await import('../page/list/LabelDialog.tsx')).LabelDialog)

export default function DeviceWarehouse(props: PageProps) {
  const [labelled, setLabelled] = useState<readonly WarehouseRow[]>()
  const pieces = useMemo(
    (): LensPieces<typeof device> => ({
      acts: row => [{ id: 'label', label: ['标签', 'Label'], onPress: () => setLabelled([row]) }],
      bulk: rows => (
        <Button size="small" icon={QrCode} onPress={() => setLabelled(rows)}>
          {translateNow(['打印标签', 'Print labels'])}
        </Button>
      ),
    }),
    [],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {labelled && <LabelDialog rows={labelled} onClose={() => setLabelled(undefined)} />}
    </>
  )
}
