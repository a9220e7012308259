/** The dialog of an action or a move: asks for its input and its reason, then runs it. */
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import { text, type Fields } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { initialValues } from '#console/crud/form/formValues.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { ActedRow } from '#console/crud/act/ActedRow.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { isReported, secretsIn } from '#console/crud/act/secretsIn.ts'
import { ShownOnce } from '#console/crud/act/ShownOnce.tsx'
import { useForm } from '#console/crud/form/useForm.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const reasonField = text(['原因', 'Reason'], { required: true, max: 100, lines: 3 })
const done: Text = ['操作成功', 'Done']

export type ActDialogProps = {
  act: Act
  onClose: () => void
  /** Initial values, before those of the fields. */
  start?: Readonly<Input>
  /** Takes the answer, in place of closing. */
  onAnswer?: (answer: unknown) => void
}

export const ActDialog = ({ act, onClose, start, onAnswer }: ActDialogProps) => {
  const translate = useTranslate()
  const [fields] = useState((): Fields => ({ ...act.input, ...(act.reason ? { reason: reasonField } : {}) }))
  const [first] = useState((): Input => ({ ...initialValues(fields), ...start }))
  const form = useForm(fields, first, undefined)
  const [busy, setBusy] = useState(false)
  const [once, setOnce] = useState(act.shownOnce)
  const submit = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    setBusy(true)
    try {
      const answer = await act.run(values)
      if (!isReported(answer)) toast.ok(done)
      const shown = secretsIn(answer)
      if (shown) setOnce(shown)
      else if (onAnswer) onAnswer(answer)
      else onClose()
    } catch (error) {
      form.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  if (once) return <ShownOnce values={once} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={act.label}
      {...(act.subject ? { note: act.subject } : {})}
      width={Object.keys(fields).length > 3 ? 'medium' : 'small'}
      onSubmit={() => void submit()}
      submitLabel={act.label}
      danger={act.danger ?? false}
      busy={busy}
      dirty={form.dirty}
    >
      <Stack gap={20}>
        {act.confirm && <Notice tone={act.danger ? 'warn' : 'info'}>{translate(act.confirm)}</Notice>}
        <ActedRow value={act.row?.id}>
          <FormBody
            fields={fields}
            values={form.values}
            problems={form.problems}
            onChange={form.set}
            onBlur={form.check}
            columns={Object.keys(fields).length > 3 ? 2 : 1}
          />
        </ActedRow>
      </Stack>
    </Dialog>
  )
}
