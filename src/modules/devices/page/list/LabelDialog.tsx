/** Labels of devices for printing: scanning one opens the device's public page. */
import { Printer } from 'lucide-react'
import { PRINT } from '#base/listTexts.ts'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { printLabels, QrLabels } from '#console/kit/figure/QrLabels.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { WarehouseRow } from '../DeviceRow.ts'

type Labelled = Pick<WarehouseRow, 'id' | 'name' | 'sn' | 'labelCode'>
export type LabelDialogProps = { rows: readonly Labelled[]; onClose: () => void }

const addressOf = (row: Labelled): string => `${location.origin}/deviceQrcode/${row.labelCode}`

export const LabelDialog = ({ rows, onClose }: LabelDialogProps) => {
  const translate = useTranslate()
  const [only] = rows
  return (
    <Dialog
      open
      onClose={onClose}
      title={['设备标签', 'Labels']}
      note={rows.length === 1 ? only?.name : translate([`${rows.length} 张`, `${rows.length} labels`])}
      width={rows.length === 1 ? 'small' : 'medium'}
      foot={
        <Button variant="primary" icon={Printer} onPress={printLabels}>
          {translate(PRINT)}
        </Button>
      }
    >
      <Stack gap={12}>
        <QrLabels
          labels={rows.map(row => ({
            ...{ id: row.id, text: addressOf(row), label: ['设备页的二维码', 'The way to its page'] },
            ...{
              title: row.name,
              mono: row.sn,
              notes: [['扫码查看状态或报修', 'Scan to see its state or report a fault']],
            },
          }))}
        />
        {only && rows.length === 1 && <Copyable>{addressOf(only)}</Copyable>}
      </Stack>
    </Dialog>
  )
}
