/** The fields of a form on its grid of two columns; those that are rarely filled in are under 更多. */
import { useEffect, useId, useRef, useState } from 'react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Mode } from '#model/facets.ts'
import type { Field, Fields } from '#model/field.ts'
import { meaningful } from '#model/meaningful.ts'
import { isEmpty } from '#model/verdict.ts'
import { FieldInput, isWide, type Values } from '#console/crud/form/FieldInput.tsx'
import type { Problems } from '#console/crud/form/useForm.ts'
import { Button } from '#console/kit/Button.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

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

/** Rare fields are shown on demand; each new error, and values of their own, show them too. */
const useRare = ({ fields, values, problems, mode = 'add' }: FormBodyProps) => {
  const all = Object.keys(meaningful(fields, values))
  const rare = mode === 'view' ? [] : all.filter(name => fields[name]!.rare && !fields[name]!.required)
  const need = rare
    .filter(name => problems[name] || (!isEmpty(values[name]) && values[name] !== fields[name]!.initial))
    .map(name => (problems[name] ? `!${name}` : name))
    .join(' ')
  const [open, setOpen] = useState(need !== '')
  const [seen, setSeen] = useState(need)
  if (need !== seen) {
    setSeen(need)
    if (need !== '') setOpen(true)
  }
  return { usual: all.filter(name => !rare.includes(name)), rare, open, setOpen }
}

export const FormBody = (props: FormBodyProps) => {
  const { fields, values, problems, onChange, onBlur, mode = 'add', disabled, columns = 2 } = props
  const translate = useTranslate()
  const moreId = useId()
  const { usual, rare, open, setOpen } = useRare(props)
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
  const inputOf = (name: string) => {
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
  }
  return (
    <div ref={box}>
      <Stack gap={20}>
        <Grid columns={columns} gap={20}>
          {usual.map(inputOf)}
        </Grid>
        {rare.length > 0 && (
          <Row>
            <Button
              variant="quiet"
              size="small"
              icon={open ? ChevronDown : ChevronRight}
              data-more
              aria-expanded={open}
              aria-controls={moreId}
              onPress={() => setOpen(!open)}
            >
              {translate([`更多（${rare.length}）`, `More (${rare.length})`])}
            </Button>
          </Row>
        )}
        {open && rare.length > 0 && (
          <div id={moreId}>
            <Grid columns={columns} gap={20}>
              {rare.map(inputOf)}
            </Grid>
          </div>
        )}
      </Stack>
    </div>
  )
}
