/** The control of one field of a form, chosen by its kind. */
import { lazy, Suspense } from 'react'
import { refName, type Field } from '#model/field.ts'
import { isAsked } from '#model/judge.ts'
import type { Input } from '#model/row.ts'
import { GroupInput } from '#console/crud/form/GroupInput.tsx'
import { ListEditor } from '#console/crud/form/ListEditor.tsx'
import { ChoiceInput, RefInput } from '#console/crud/form/PickInput.tsx'
import { PlaceInput, type PlaceInputProps } from '#console/crud/form/PlaceInput.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { Field as Frame } from '#console/kit/input/Field.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { Switch } from '#console/kit/input/Switch.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'

const DateField = lazy(async () => ({ default: (await import('#console/kit/input/DateField.tsx')).DateField }))
const DateTimeField = lazy(async () => ({
  default: (await import('#console/kit/input/DateTimeField.tsx')).DateTimeField,
}))
const FileInput = lazy(() => import('#console/crud/form/FileInput.tsx'))
const RareInput = lazy(() => import('#console/crud/form/RareInput.tsx'))

export type Values = Readonly<Input>
export type FieldInputProps = {
  field: Field
  name: string
  values: Values
  onChange: (name: string, value: unknown) => void
  onBlur?: (name: string) => void
  error?: Words | undefined
  disabled?: boolean
  /** A row that exists: secrets may stay empty. */
  editing?: boolean
  /** In a cell: without label and hint. */
  bare?: boolean
}

/** Takes the whole row of a form of two columns. */
export const isWide = (field: Field): boolean =>
  field.wide === true ||
  field.kind === 'list' ||
  field.kind === 'group' ||
  field.kind === 'place' ||
  field.kind === 'file' ||
  field.kind === 'json' ||
  field.kind === 'custom' ||
  field.kind === 'branch' ||
  field.kind === 'rich' ||
  field.kind === 'code' ||
  (field.kind === 'span' && field.of === 'instant') ||
  (field.kind === 'text' && (field.lines ?? 1) > 1) ||
  (field.kind === 'ref' && field.many === true)

type Shared = {
  label: Words
  hideLabel?: boolean
  error?: Words
  hint?: Words
  required?: boolean
  disabled?: boolean
  onBlur: () => void
}
type InputOf<K extends Field['kind']> = Shared & {
  field: Extract<Field, { kind: K }>
  name: string
  onChange: (value: unknown) => void
}

const modes = { phone: 'tel', email: 'email', url: 'url' } as const
const WordsInput = ({ field, ...shared }: InputOf<'text'> & { value: string }) => {
  const longest = field.max ? { maxLength: field.max } : {}
  if ((field.lines ?? 1) > 1) return <TextArea {...shared} rows={field.lines ?? 3} {...longest} />
  const mode = modes[field.pattern as keyof typeof modes]
  return <TextField {...shared} mono={field.mono === true} {...(mode ? { inputMode: mode } : {})} {...longest} />
}

const FigureInput = ({
  field,
  value,
  onChange,
  ...shared
}: InputOf<'integer' | 'decimal' | 'fen'> & { value: unknown }) => {
  const unit = field.kind !== 'fen' && field.unit ? { unit: field.unit } : {}
  if (field.kind === 'integer')
    return (
      <NumberField
        {...shared}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
        {...(field.min === undefined ? {} : { min: field.min })}
        {...(field.max === undefined ? {} : { max: field.max })}
        {...unit}
      />
    )
  const figure = value === '' ? undefined : Number(value)
  if (field.kind === 'decimal')
    return (
      <NumberField
        {...shared}
        value={figure}
        onChange={next => onChange(next === undefined ? null : next.toFixed(field.scale))}
        decimals={field.scale}
        step={10 ** -field.scale}
        {...unit}
      />
    )
  return (
    <NumberField
      {...shared}
      value={figure === undefined ? undefined : figure / 100}
      onChange={next => onChange(next === undefined ? null : String(Math.round(next * 100)))}
      decimals={2}
      step={0.01}
      unit={['元', 'yuan']}
    />
  )
}

const FlagInput = ({ field, name, value, onChange, error, disabled }: InputOf<'flag'> & { value: unknown }) => {
  const say = useSay()
  const shared = { checked: value === true, onChange, ...(disabled ? { disabled } : {}) }
  return (
    <Frame
      label={field.label}
      hideLabel
      group
      {...(error ? { error } : {})}
      {...(field.help ? { hint: field.help } : {})}
    >
      {() => (
        <div className="crud-flags">
          {field.as === 'switch' ? (
            <Switch {...shared}>{say(field.label)}</Switch>
          ) : (
            <Checkbox name={name} {...shared}>
              {say(field.label)}
            </Checkbox>
          )}
        </div>
      )}
    </Frame>
  )
}

const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return Array.isArray(value) && value.every(one => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value, null, 2)
}

export const FieldInput = (given: FieldInputProps) => {
  const { field, name, values, onChange, onBlur, error, disabled, editing, bare } = given
  const value = values[name]
  const set = (next: unknown): void => onChange(name, next)
  const shared = {
    label: field.label,
    ...(bare ? { hideLabel: true } : {}),
    ...(error ? { error } : {}),
    ...(field.help && !bare ? { hint: field.help } : {}),
    ...(isAsked(field, values, !editing) ? { required: true } : {}),
    ...(disabled ? { disabled } : {}),
    onBlur: () => onBlur?.(name),
  }
  const words = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)
  switch (field.kind) {
    case 'text':
      return <WordsInput {...shared} field={field} name={name} value={words} onChange={set} />
    case 'secret':
      return (
        <PasswordField
          {...shared}
          name={name}
          value={words}
          onChange={set}
          purpose="new"
          {...(editing ? { placeholder: ['留空表示不修改', 'Leave empty to keep it'] as const } : {})}
        />
      )
    case 'integer':
      if (field.as === 'slider')
        return (
          <Suspense>
            <RareInput {...given} shared={shared} />
          </Suspense>
        )
      return <FigureInput {...shared} field={field} name={name} value={value} onChange={set} />
    case 'decimal':
    case 'fen':
      return <FigureInput {...shared} field={field} name={name} value={words} onChange={set} />
    case 'flag':
      return <FlagInput {...shared} field={field} name={name} value={value} onChange={set} />
    case 'instant':
      return (
        <Suspense>
          <DateTimeField {...shared} value={words || undefined} onChange={next => set(next ?? null)} />
        </Suspense>
      )
    case 'day':
      return (
        <Suspense>
          <DateField {...shared} value={words || undefined} onChange={next => set(next ?? null)} />
        </Suspense>
      )
    case 'clock':
      return <TimeField {...shared} name={name} value={words} onChange={set} />
    case 'place':
      return (
        <PlaceInput
          label={field.label}
          value={value as PlaceInputProps['value']}
          onChange={set}
          error={error}
          disabled={disabled}
        />
      )
    case 'choice':
      return <ChoiceInput {...shared} field={field} name={name} value={value} onChange={set} bare={bare ?? false} />
    case 'ref':
      return <RefInput {...shared} field={field} value={value} names={values[refName(name)]} onChange={set} />
    case 'file': {
      const { onBlur: _left, ...frame } = shared
      return (
        <Suspense>
          <FileInput {...frame} field={field} value={value} onChange={set} />
        </Suspense>
      )
    }
    case 'list':
      return (
        <ListEditor
          field={field}
          value={Array.isArray(value) ? (value as readonly Input[]) : []}
          onChange={set}
          error={error}
          disabled={disabled ?? false}
          input={given => <FieldInput {...given} disabled={disabled ?? false} />}
        />
      )
    case 'group':
      return (
        <GroupInput
          field={field}
          value={value}
          onChange={set}
          error={error}
          disabled={disabled ?? false}
          input={FieldInput}
        />
      )
    case 'rich':
    case 'code':
    case 'colour':
    case 'icon':
    case 'span':
    case 'dictionary':
      return (
        <Suspense>
          <RareInput {...given} shared={shared} />
        </Suspense>
      )
    case 'branch':
    case 'custom':
    case 'json':
      return <TextArea {...shared} name={name} mono rows={4} value={jsonText(value)} onChange={set} />
  }
}
