/** A form on a page, generated from fields, with 提交 and 清空 and optionally a button for sample data. */
import { useState } from 'react'
import { CANCEL, CLEAR, DISCARD_CHANGES } from '#base/texts.ts'
import type { Fields } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { SampleButton } from '#console/crud/form/SampleButton.tsx'
import { useForm } from '#console/crud/form/useForm.ts'
import { Button } from '#console/kit/Button.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { submitByKey } from '#console/kit/submitByKey.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

export type DefinedFormProps = {
  fields: Fields
  start?: Readonly<Input>
  /** Saves; rejects with RequestError, whose messages are shown at the fields. */
  onSubmit: (values: Input) => void | Promise<unknown>
  submitLabel?: Words
  /** Offers to fill the form with sample values. */
  sample?: boolean
  disabled?: boolean
  /** The name under which its draft is stored when the session ends. */
  draft?: string
  columns?: 1 | 2
  /** Leaves the page without saving. */
  onCancel?: () => void
}

export const DefinedForm = ({
  fields,
  start = {},
  onSubmit,
  submitLabel = ['提交', 'Submit'],
  sample,
  disabled,
  draft,
  columns,
  onCancel,
}: DefinedFormProps) => {
  const translate = useTranslate()
  const [first] = useState(() => ({ ...start }))
  const form = useForm(fields, first, undefined, draft)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    setBusy(true)
    try {
      await onSubmit(values)
    } catch (error) {
      form.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const cancel = async (): Promise<void> => {
    if (!form.dirty || (await confirm({ message: DISCARD_CHANGES, danger: true }))) onCancel?.()
  }
  return (
    <form
      noValidate
      onKeyDownCapture={submitByKey}
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <Stack gap={20}>
        <FormBody
          fields={fields}
          values={form.values}
          problems={form.problems}
          onChange={form.set}
          onBlur={form.check}
          {...(disabled ? { disabled } : {})}
          {...(columns ? { columns } : {})}
        />
        {!disabled && (
          <Row gap={8}>
            <Button variant="primary" type="submit" busy={busy}>
              {translate(submitLabel)}
            </Button>
            {onCancel && (
              <Button onPress={() => void cancel()} disabled={busy}>
                {translate(CANCEL)}
              </Button>
            )}
            <Button variant={onCancel ? 'quiet' : 'secondary'} onPress={form.clear} disabled={busy}>
              {translate(CLEAR)}
            </Button>
            {sample && <SampleButton fields={fields} onFill={form.fill} />}
          </Row>
        )}
      </Stack>
    </form>
  )
}
