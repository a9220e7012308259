/** Personal data in full, for users who give a reason; the access is audited. */
import { useState } from 'react'
import { CLOSE } from '#base/texts.ts'
import { text, type Fields } from '#model/field.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import type { Act } from '#console/crud/act/actsOf.ts'
import { useForm } from '#console/crud/form/useForm.ts'
import { RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const ASKED: Fields = { reason: text(['原因', 'Reason'], { required: true, max: 100, lines: 3 }) }
const nothing = {}

export const RevealDialog = ({ act, fields, onClose }: { act: Act; fields: Fields; onClose: () => void }) => {
  const translate = useTranslate()
  const form = useForm(ASKED, nothing, undefined)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState<Readonly<Record<string, string | null>>>()
  const submit = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    setBusy(true)
    try {
      setSeen((await act.run(values)) as Record<string, string | null>)
    } catch (error) {
      if (!(error instanceof RequestError && error.shown))
        toast.error(error instanceof RequestError ? error.message || undefined : undefined)
    } finally {
      setBusy(false)
    }
  }
  const shared = { open: true, onClose, title: act.label, ...(act.subject ? { note: act.subject } : {}) } as const
  if (seen)
    return (
      <Dialog
        {...shared}
        foot={
          <Button variant="primary" onPress={onClose}>
            {translate(CLOSE)}
          </Button>
        }
      >
        <DetailView
          items={Object.entries(seen).map(([name, value]) => ({
            label: fields[name]?.label ?? name,
            value: value ? <Copyable>{value}</Copyable> : '—',
          }))}
        />
      </Dialog>
    )
  return (
    <Dialog {...shared} width="small" onSubmit={() => void submit()} submitLabel={['查看', 'Show']} busy={busy}>
      <FormBody
        fields={ASKED}
        values={form.values}
        problems={form.problems}
        onChange={form.set}
        onBlur={form.check}
        columns={1}
      />
    </Dialog>
  )
}
