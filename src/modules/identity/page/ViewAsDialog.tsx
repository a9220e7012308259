/** Asks why, and opens the console as users of the role see it. */
import { useState } from 'react'
import { REASON } from '#base/labelTexts.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { VIEWED_ROLE } from '#console/data/session.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { RowOf } from '#model/row.ts'
import type { role } from '../role/role.noun.ts'

type ViewAsDialogProps = { act: Act<RowOf<typeof role>>; onClose: () => void }

export const ViewAsDialog = ({ act, onClose }: ViewAsDialogProps) => {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    setBusy(true)
    try {
      await act.run({ reason: reason.trim() })
      sessionStorage.setItem(VIEWED_ROLE, act.row!.id)
      // Everything in memory is that of the account itself.
      location.assign('/home')
    } catch {
      // The request has said why.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      {...(act.subject ? { note: act.subject } : {})}
      width="small"
      onSubmit={() => void begin()}
      submitLabel={['开始查看', 'Begin']}
      submitDisabled={!reason.trim()}
      busy={busy}
    >
      <Stack gap={20}>
        {act.confirm && <Notice>{translate(act.confirm)}</Notice>}
        <TextField label={REASON} required value={reason} onChange={setReason} maxLength={100} autoFocus />
      </Stack>
    </Dialog>
  )
}
