/** Asks for the reason for disabling a device. */
import { REASON_REQUIRED } from '#base/deviceTexts.ts'
import { REASON } from '#base/labelTexts.ts'
import { useState } from 'react'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import type { DeviceRow } from '../DeviceRow.ts'

export const DisableDialog = ({
  row,
  onClose,
  onDisable,
}: {
  row: DeviceRow
  onClose: () => void
  onDisable: (reason: string) => Promise<boolean>
}) => {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setAsked(true)
    if (!reason.trim()) return
    setBusy(true)
    if (await onDisable(reason.trim())) onClose()
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['禁用设备', 'Disable the device']}
      note={row.name}
      width="small"
      danger
      submitLabel={['禁用', 'Disable']}
      busy={busy}
      onSubmit={() => void submit()}
    >
      <Stack gap={16}>
        <Notice tone="warn">
          {translate([
            '设备将立即断开并拒绝接入，已有权限保留。',
            'It is disconnected at once and can no longer connect. Its rights are kept.',
          ])}
        </Notice>
        <TextArea
          label={REASON}
          required
          value={reason}
          onChange={setReason}
          maxLength={100}
          {...(asked && !reason.trim() ? { error: REASON_REQUIRED } : {})}
        />
      </Stack>
    </Dialog>
  )
}
