/** A new secret for an API key; the old one stays valid while its programs are changed over. */
import { useState } from 'react'
import type { RowOf } from '#model/row.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { RequestError } from '#console/data/request.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { KeyOnce, type MadeKey } from './KeyOnce.tsx'
import type { apiKey } from '../apiKey/apiKey.noun.ts'

const HOURS = [
  { id: 24, label: ['24 小时', '24 hours'] as const },
  { id: 168, label: ['7 天', '7 days'] as const },
  { id: 0, label: ['立即失效（密钥已泄露）', 'Not at all: it has leaked'] as const },
]

export function KeyRotate({ act, onClose }: { act: Act<RowOf<typeof apiKey>>; onClose: () => void }) {
  const [hours, setHours] = useState<number | undefined>(24)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  if (made) return <KeyOnce made={made} onClose={onClose} />
  const submit = async (): Promise<void> => {
    setBusy(true)
    try {
      setMade((await act.run({ overlapHours: hours })) as MadeKey)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (!error.shown) toast.error(error.message || undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['更换密钥', 'New secret']}
      {...(act.subject ? { note: act.subject } : {})}
      width="small"
      onSubmit={() => void submit()}
      submitLabel={['更换', 'Change']}
      busy={busy}
    >
      <Radio label={['旧密钥继续有效', 'The old secret works on']} options={HOURS} value={hours} onChange={setHours} />
    </Dialog>
  )
}
