/** A list within a row: items with their own fields can be added, removed and moved. */
import { Fragment, type ReactNode } from 'react'
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { REMOVE } from '#base/texts.ts'
import type { Field as Definition, ListField } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { isEmpty } from '#model/verdict.ts'
import { repeated } from '#console/crud/form/repeated.ts'
import { initialValues } from '#console/crud/form/formValues.ts'
import { Button } from '#console/kit/Button.tsx'
import { Field } from '#console/kit/input/Field.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import './ListEditor.css'

type Item = Readonly<Params>
export type ListEditorProps = {
  field: ListField
  value: readonly Item[]
  onChange: (value: readonly Item[]) => void
  /** Renders the control of one field of one item. */ input: (given: {
    field: Definition
    name: string
    values: Item
    onChange: (name: string, value: unknown) => void
  }) => ReactNode
  error?: Words | undefined
  disabled?: boolean
}

/** Needs little width: a time of day, or one of many values. */
const isShort = (of: Definition): boolean =>
  ['clock', 'day', 'flag'].includes(of.kind) || (of.kind === 'choice' && Object.keys(of.values).length > 4)

const columnsFor = (count: number): 2 | 3 | 4 => (count >= 4 ? 4 : count === 3 ? 3 : 2)

export const ListEditor = ({ field, value, onChange, input, error, disabled }: ListEditorProps) => {
  const translate = useTranslate()
  const move = (at: number, step: 1 | -1): void => {
    const next = [...value]
    const [item] = next.splice(at, 1)
    if (item) next.splice(at + step, 0, item)
    onChange(next)
  }
  return (
    <Field
      label={field.label}
      group
      {...(error ? { error } : {})}
      {...(field.help ? { hint: field.help } : {})}
      {...(field.required ? { required: true } : {})}
      aside={`${value.length} / ${field.max}`}
    >
      {({ labelId }) => (
        <div className="crud-list" role="group" aria-labelledby={labelId}>
          {value.map((item, at) => (
            <div
              key={at}
              className="crud-list-row"
              role="group"
              aria-label={translate([`第 ${at + 1} 项`, `Item ${at + 1}`])}
            >
              <span className="crud-list-no" aria-hidden="true">
                {at + 1}
              </span>
              <div className="crud-list-fields" data-short={Object.values(field.of).every(isShort) || undefined}>
                <Grid columns={columnsFor(Object.keys(field.of).length)} gap={12}>
                  {Object.entries(field.of).map(([name, of]) => (
                    <Fragment key={name}>
                      {input({
                        field: of,
                        name,
                        values: item,
                        onChange: (part, next) =>
                          onChange(value.map((one, other) => (other === at ? { ...one, [part]: next } : one))),
                      })}
                    </Fragment>
                  ))}
                </Grid>
              </div>
              {!disabled && (
                <Row gap={0}>
                  <IconButton
                    icon={ChevronUp}
                    size="small"
                    label={['上移', 'Move up']}
                    disabled={at === 0}
                    onPress={() => move(at, -1)}
                  />
                  <IconButton
                    icon={ChevronDown}
                    size="small"
                    label={['下移', 'Move down']}
                    disabled={at === value.length - 1}
                    onPress={() => move(at, 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="small"
                    variant="danger"
                    label={REMOVE}
                    onPress={() => onChange(value.filter((_, other) => other !== at))}
                  />
                </Row>
              )}
            </div>
          ))}
          {!disabled && value.length < field.max && (
            <Row wrap>
              <Button icon={Plus} size="small" onPress={() => onChange([...value, initialValues(field.of)])}>
                {translate(['添加一项', 'Add an item'])}
              </Button>
              {field.repeat && value.length > 0 && <Repeats field={field} value={value} onChange={onChange} />}
            </Row>
          )}
        </div>
      )}
    </Field>
  )
}

/** Repeats the last item for several values at once; what else it holds is filled in first. */
const Repeats = ({ field, value, onChange }: Pick<ListEditorProps, 'field' | 'value' | 'onChange'>) => {
  const translate = useTranslate()
  const { over, sets } = field.repeat!
  const last = value.at(-1)!
  const missing = Object.entries(field.of).filter(
    ([name, { required }]) => name !== over && required && isEmpty(last[name]),
  )
  return (
    <Row wrap gap={8}>
      <span className="second">{translate(['最后一项用于', 'Use the last item for'])}</span>
      {sets.map(([values, ...words]) => {
        const next = repeated(value, over, values)
        return (
          <Button
            key={words[0]}
            size="small"
            disabled={missing.length > 0 || next.length > field.max}
            {...(missing.length ? { 'data-tip': translate(fillFirst(missing.map(([, { label }]) => label))) } : {})}
            onPress={() => onChange(next)}
          >
            {translate(words)}
          </Button>
        )
      })}
    </Row>
  )
}

const fillFirst = (labels: readonly Text[]): Text => [
  `请先填写“${labels.map(([zh]) => zh).join('、')}”`,
  `First fill in ${labels.map(([, en]) => en.toLowerCase()).join(', ')}`,
]
