/** The warehouse, with the labels of its devices. */
import { useMemo, useState } from 'react'
import { QrCode } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { failAct } from '#console/crud/act/failAct.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { translateNow } from '#console/kit/language.tsx'
import type { device } from './device.noun.ts'
import type { WarehouseRow } from '../page/DeviceRow.ts'

/** The devices that match the filters of the list, on all its pages; at most a thousand, and the dialog says how many. */
const readMatching = async (filters: Readonly<Record<string, string>>): Promise<readonly WarehouseRow[]> => {
  const { readAll } = await import('#console/crud/layouts/readAll.ts')
  return (await readAll('/api/device/warehouse', filters)).records as readonly WarehouseRow[]
}

const LabelDialog = lazy(async () => (await import('../page/list/LabelDialog.tsx')).LabelDialog)

export default function DeviceWarehouse(props: PageProps) {
  const [labelled, setLabelled] = useState<readonly WarehouseRow[]>()
  const pieces = useMemo(
    (): LensPieces<typeof device> => ({
      acts: row => [{ id: 'label', label: ['标签', 'Label'], onPress: () => setLabelled([row]) }],
      bulk: (rows, chosen) => (
        <Button
          size="small"
          icon={QrCode}
          onPress={() =>
            void ('filter' in chosen ? readMatching(chosen.filter).then(setLabelled, failAct) : setLabelled(rows))
          }
        >
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
