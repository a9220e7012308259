/** The label of a device, to print and stick on: whoever scans it gets the device's public page. */
import { Printer } from 'lucide-react'
import type { Row } from '#console/crud/Row.ts'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { Dialog } from '#console/kit/Dialog.tsx'
import { useSay } from '#console/kit/language.tsx'
import { QrCode } from '#console/kit/QrCode.tsx'
import './label.css'

export const LabelDialog = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const say = useSay()
  const address = `${location.origin}/deviceQrcode/${String(row.labelCode)}`
  const done = (): void => {
    delete document.documentElement.dataset.label
  }
  const printLabel = (): void => {
    document.documentElement.dataset.label = ''
    addEventListener('afterprint', done, { once: true })
    print()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['设备标签', 'Label']}
      note={String(row.name)}
      width="small"
      foot={
        <Button variant="primary" icon={Printer} onPress={printLabel}>
          {say(['打印', 'Print'])}
        </Button>
      }
    >
      <div className="device-label">
        <QrCode text={address} label={['设备页的二维码', 'The way to its page']} size={220} />
        <b>{String(row.name)}</b>
        <span className="mono">{String(row.sn)}</span>
        <small>{say(['扫码查看状态或报修', 'Scan to see its state or report a fault'])}</small>
      </div>
      <p className="device-label-address">
        <Copyable>{address}</Copyable>
      </p>
    </Dialog>
  )
}
