/** Labels of devices for printing: scanning one opens the device's public page. */
import { Printer } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { QrCode } from '#console/kit/figure/QrCode.tsx'
import type { WarehouseRow } from '../DeviceRow.ts'
import './label.css'

type Labelled = Pick<WarehouseRow, 'id' | 'name' | 'sn' | 'labelCode'>
export type LabelDialogProps = { rows: readonly Labelled[]; onClose: () => void }

const addressOf = (row: Labelled): string => `${location.origin}/deviceQrcode/${row.labelCode}`

export const LabelDialog = ({ rows, onClose }: LabelDialogProps) => {
  const translate = useTranslate()
  const [only] = rows
  const done = (): void => {
    delete document.documentElement.dataset.label
  }
  const printLabels = (): void => {
    document.documentElement.dataset.label = ''
    addEventListener('afterprint', done, { once: true })
    print()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['设备标签', 'Labels']}
      note={rows.length === 1 ? only?.name : translate([`${rows.length} 张`, `${rows.length} labels`])}
      width={rows.length === 1 ? 'small' : 'medium'}
      foot={
        <Button variant="primary" icon={Printer} onPress={printLabels}>
          {translate(['打印', 'Print'])}
        </Button>
      }
    >
      <div className="device-labels" data-many={rows.length > 1 || undefined}>
        {rows.map(row => (
          <div key={row.id} className="device-label">
            <QrCode
              text={addressOf(row)}
              label={['设备页的二维码', 'The way to its page']}
              size={rows.length > 1 ? 132 : 220}
            />
            <b>{row.name}</b>
            <span className="mono">{row.sn}</span>
            <small>{translate(['扫码查看状态或报修', 'Scan to see its state or report a fault'])}</small>
          </div>
        ))}
      </div>
      {only && rows.length === 1 && (
        <p className="device-label-address">
          <Copyable>{addressOf(only)}</Copyable>
        </p>
      )}
    </Dialog>
  )
}
