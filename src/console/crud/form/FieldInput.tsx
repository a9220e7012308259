/** The control of one field of a form, chosen by its kind. */
import { refName, type Field } from '#model/field.ts'
import { isAsked } from '#model/judge.ts'
import type { Input } from '#model/row.ts'
import { GroupInput } from '#console/crud/form/GroupInput.tsx'
import type { InputOf } from '#console/crud/form/InputOf.ts'
import { ListEditor } from '#console/crud/form/ListEditor.tsx'
import type { PlaceInputProps } from '#console/crud/form/PlaceInput.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { ComingField } from '#console/kit/input/ComingField.tsx'
import { Field as Frame } from '#console/kit/input/Field.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { Switch } from '#console/kit/input/Switch.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'

// Controls of choices, numbers and dates have more code than all others, so each is loaded by the forms that contain
// it.
const ChoiceInput = lazy(async () => (await import('#console/crud/form/PickInput.tsx')).ChoiceInput)
const RefInput = lazy(async () => (await import('#console/crud/form/PickInput.tsx')).RefInput)
const FigureInput = lazy(async () => (await import('#console/crud/form/FigureInput.tsx')).FigureInput)
const PlaceInput = lazy(async () => (await import('#console/crud/form/PlaceInput.tsx')).PlaceInput)
const DateField = lazy(async () => (await import('#console/kit/input/DateField.tsx')).DateField)
const DateTimeField = lazy(async () => (await import('#console/kit/input/DateTimeField.tsx')).DateTimeField)
const FileInput = lazy(async () => (await import('#console/crud/form/FileInput.tsx')).default)
const ScanButton = lazy(async () => (await import('#console/crud/scan/ScanButton.tsx')).ScanButton)
const RareInput = lazy(async () => (await import('#console/crud/form/RareInput.tsx')).default)

export type Values = Readonly<Input>
export type FieldInputProps = {
  field: Field
  name: string
  values: Values
  onChange: (name: string, value: unknown) => void
  onBlur?: (name: string) => void
  error?: Words | undefined
  disabled?: boolean
  /** The row exists already, so secrets may be left empty. */
  editing?: boolean
  /** The control is in a cell, without label and hint. */
  bare?: boolean
}

/** Whether the field spans both columns of the form. */
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

const modes = { phone: 'tel', email: 'email', url: 'url' } as const
const WordsInput = ({ field, ...shared }: InputOf<'text'> & { value: string }) => {
  const longest = field.max ? { maxLength: field.max } : {}
  if ((field.lines ?? 1) > 1) return <TextArea {...shared} rows={field.lines ?? 3} {...longest} />
  const mode = modes[field.pattern as keyof typeof modes]
  const scan = field.scanned && !shared.disabled && (
    <ScanButton field={field} name={shared.name} onScan={([code]) => shared.onChange(code)} />
  )
  return (
    <TextField {...shared} mono={field.mono === true} {...(mode ? { inputMode: mode } : {})} {...longest} end={scan} />
  )
}

const FlagInput = ({ field, name, value, onChange, error, disabled }: InputOf<'flag'> & { value: unknown }) => {
  const translate = useTranslate()
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
            <Switch {...shared}>{translate(field.label)}</Switch>
          ) : (
            <Checkbox name={name} {...shared}>
              {translate(field.label)}
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
  const { onBlur: _, ...frame } = shared
  const coming = <ComingField {...frame} />
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
          {...(editing ? { placeholder: ['留空表示不修改', 'Leave empty to keep the current value'] as const } : {})}
        />
      )
    case 'integer':
      if (field.as === 'slider') return <RareInput {...given} shared={shared} />
      return (
        <WhileLoading show={coming}>
          <FigureInput {...shared} field={field} name={name} value={value} onChange={set} />
        </WhileLoading>
      )
    case 'decimal':
    case 'fen':
      return (
        <WhileLoading show={coming}>
          <FigureInput {...shared} field={field} name={name} value={words} onChange={set} />
        </WhileLoading>
      )
    case 'flag':
      return <FlagInput {...shared} field={field} name={name} value={value} onChange={set} />
    case 'instant':
      return (
        <WhileLoading show={coming}>
          <DateTimeField {...shared} value={words || undefined} onChange={next => set(next ?? null)} />
        </WhileLoading>
      )
    case 'day':
      return (
        <WhileLoading show={coming}>
          <DateField {...shared} value={words || undefined} onChange={next => set(next ?? null)} />
        </WhileLoading>
      )
    case 'clock':
      return <TimeField {...shared} name={name} value={words} onChange={set} />
    case 'place':
      return (
        <WhileLoading show={coming}>
          <PlaceInput
            label={field.label}
            value={value as PlaceInputProps['value']}
            onChange={set}
            error={error}
            disabled={disabled}
          />
        </WhileLoading>
      )
    case 'choice':
      return (
        <WhileLoading show={coming}>
          <ChoiceInput {...shared} field={field} name={name} value={value} onChange={set} bare={bare ?? false} />
        </WhileLoading>
      )
    case 'ref':
      return (
        <WhileLoading show={coming}>
          <RefInput {...shared} field={field} value={value} names={values[refName(name)]} onChange={set} />
        </WhileLoading>
      )
    case 'file':
      return <FileInput {...frame} field={field} value={value} onChange={set} />
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
      return <RareInput {...given} shared={shared} />
    case 'branch':
    case 'custom':
    case 'json':
      return <TextArea {...shared} name={name} mono rows={4} value={jsonText(value)} onChange={set} />
  }
}
