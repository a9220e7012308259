/** The fields of a form on its grid of two columns. */
import { useEffect, useRef } from 'react'
import type { Mode } from '#model/facets.ts'
import type { Field, Fields } from '#model/field.ts'
import { FieldInput, isWide, type Values } from '#console/crud/form/FieldInput.tsx'
import type { Problems } from '#console/crud/form/useForm.ts'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import type { Words } from '#console/kit/language.tsx'

export type FormBodyProps = {
  fields: Fields
  values: Values
  problems: Problems
  onChange: (name: string, value: unknown) => void
  onBlur?: (name: string) => void
  /** The default is `add`. In `view` all fields are disabled. */
  mode?: Mode
  disabled?: boolean
  columns?: 1 | 2
}

/** All fields are read-only in a view, and some in other modes by their definition. */
const isLocked = (field: Field, mode: Mode): boolean =>
  mode === 'view' || (mode === 'edit' && field.frozen === true) || (field.disabledIn?.includes(mode) ?? false)

export const FormBody = ({
  fields,
  values,
  problems,
  onChange,
  onBlur,
  mode = 'add',
  disabled,
  columns = 2,
}: FormBodyProps) => {
  const box = useRef<HTMLDivElement>(null)
  const wrong = Object.keys(problems).join(' ')
  // The first invalid field is scrolled into view and focused.
  useEffect(() => {
    if (!wrong) return
    const field = box.current?.querySelector('.field[data-invalid]')
    if (!field || field.contains(document.activeElement) || box.current?.contains(document.activeElement)) return
    field.scrollIntoView({ block: 'nearest' })
    field.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [wrong])
  const names = Object.keys(fields)
  return (
    <div ref={box}>
      <Grid columns={columns} gap={20}>
        {names.map(name => {
          const field = fields[name]!
          const input = (
            <FieldInput
              key={name}
              field={field}
              name={name}
              values={values}
              onChange={onChange}
              error={problems[name] as Words | undefined}
              editing={mode === 'edit'}
              disabled={Boolean(disabled) || isLocked(field, mode)}
              {...(onBlur ? { onBlur } : {})}
            />
          )
          return isWide(field) ? <Wide key={name}>{input}</Wide> : input
        })}
      </Grid>
    </div>
  )
}
