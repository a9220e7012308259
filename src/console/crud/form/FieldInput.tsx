/** The control of one field of a form, chosen by its kind. */
import { lazy, Suspense } from 'react'
import { refName, type Field } from '#model/field.ts'
import { isAsked } from '#model/judge.ts'
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

export type Values = Readonly<Record<string, unknown>>
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

export const FieldInput = (given: FieldInputProps) => {
  const { field, name, values, onChange, onBlur, error, disabled, editing, bare } = given
  const say = useSay()
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
      return (field.lines ?? 1) > 1 ? (
        <TextArea
          {...shared}
          name={name}
          value={words}
          onChange={set}
          rows={field.lines ?? 3}
          {...(field.max ? { maxLength: field.max } : {})}
        />
      ) : (
        <TextField
          {...shared}
          name={name}
          value={words}
          onChange={set}
          mono={field.mono === true}
          {...(field.pattern === 'phone'
            ? { inputMode: 'tel' as const }
            : field.pattern === 'email'
              ? { inputMode: 'email' as const }
              : field.pattern === 'url'
                ? { inputMode: 'url' as const }
                : {})}
          {...(field.max ? { maxLength: field.max } : {})}
        />
      )
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
      return field.as === 'slider' ? (
        <Suspense>
          <RareInput {...given} shared={shared} />
        </Suspense>
      ) : (
        <NumberField
          {...shared}
          name={name}
          value={typeof value === 'number' ? value : undefined}
          onChange={set}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
          {...(field.unit ? { unit: field.unit } : {})}
        />
      )
    case 'decimal':
      return (
        <NumberField
          {...shared}
          name={name}
          value={words === '' ? undefined : Number(words)}
          onChange={next => set(next === undefined ? null : next.toFixed(field.scale))}
          decimals={field.scale}
          step={10 ** -field.scale}
          {...(field.unit ? { unit: field.unit } : {})}
        />
      )
    case 'fen':
      return (
        <NumberField
          {...shared}
          name={name}
          value={words === '' ? undefined : Number(words) / 100}
          onChange={next => set(next === undefined ? null : String(Math.round(next * 100)))}
          decimals={2}
          step={0.01}
          unit={['元', 'yuan']}
        />
      )
    case 'flag':
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
                <Switch checked={value === true} onChange={set} {...(disabled ? { disabled } : {})}>
                  {say(field.label)}
                </Switch>
              ) : (
                <Checkbox name={name} checked={value === true} onChange={set} {...(disabled ? { disabled } : {})}>
                  {say(field.label)}
                </Checkbox>
              )}
            </div>
          )}
        </Frame>
      )
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
          value={Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : []}
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
      return (
        <TextArea
          {...shared}
          name={name}
          mono
          rows={4}
          value={
            typeof value === 'string'
              ? value
              : value === null || value === undefined
                ? ''
                : Array.isArray(value) && value.every(one => typeof one === 'string')
                  ? value.join(', ')
                  : JSON.stringify(value, null, 2)
          }
          onChange={set}
        />
      )
  }
}
