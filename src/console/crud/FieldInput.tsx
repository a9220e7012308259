/** The control of one field of a form, chosen by its kind. */
import { lazy, Suspense } from 'react'
import { refName, type Field } from '#model/field.ts'
import { ListEditor } from '#console/crud/ListEditor.tsx'
import { PlaceInput, type PlaceInputProps } from '#console/crud/PlaceInput.tsx'
import { ReferenceMany, ReferenceSelect } from '#console/crud/ReferenceSelect.tsx'
import { Checkbox } from '#console/kit/Checkbox.tsx'
import { Field as Frame } from '#console/kit/Field.tsx'
import { Grid } from '#console/kit/Grid.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/MultiSelect.tsx'
import { NumberField } from '#console/kit/NumberField.tsx'
import { PasswordField } from '#console/kit/PasswordField.tsx'
import { Radio } from '#console/kit/Radio.tsx'
import { Select } from '#console/kit/Select.tsx'
import { TextArea } from '#console/kit/TextArea.tsx'
import { TextField } from '#console/kit/TextField.tsx'

const DateField = lazy(async () => ({ default: (await import('#console/kit/DateField.tsx')).DateField }))
const DateTimeField = lazy(async () => ({ default: (await import('#console/kit/DateTimeField.tsx')).DateTimeField }))
const FileInput = lazy(() => import('#console/crud/FileInput.tsx'))

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
}

/** Takes the whole row of a form of two columns. */
export const isWide = (field: Field): boolean =>
  field.kind === 'list' ||
  field.kind === 'group' ||
  field.kind === 'place' ||
  field.kind === 'file' ||
  field.kind === 'json' ||
  field.kind === 'custom' ||
  field.kind === 'branch' ||
  (field.kind === 'text' && (field.lines ?? 1) > 1) ||
  (field.kind === 'ref' && field.many === true)

const radioUpTo = 3

export const FieldInput = ({ field, name, values, onChange, onBlur, error, disabled, editing }: FieldInputProps) => {
  const say = useSay()
  const value = values[name]
  const set = (next: unknown): void => onChange(name, next)
  const shared = {
    label: field.label,
    ...(error ? { error } : {}),
    ...(field.help ? { hint: field.help } : {}),
    ...(field.required ? { required: true } : {}),
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
      return (
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
    case 'flag': {
      const box = (
        <Checkbox name={name} checked={value === true} onChange={set} {...(disabled ? { disabled } : {})}>
          {say(field.label)}
        </Checkbox>
      )
      return (
        <Frame
          label={field.label}
          hideLabel
          group
          {...(error ? { error } : {})}
          {...(field.help ? { hint: field.help } : {})}
        >
          {() => <div className="crud-flags">{box}</div>}
        </Frame>
      )
    }
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
      return (
        <TextField
          {...shared}
          name={name}
          value={words}
          onChange={set}
          placeholder="08:30"
          inputMode="numeric"
          maxLength={5}
          mono
        />
      )
    case 'place':
      return <PlaceInput value={value as PlaceInputProps['value']} onChange={set} error={error} disabled={disabled} />
    case 'choice': {
      const options = Object.values(field.values).map(([wire, zh, en]) => ({ id: wire, label: [zh, en] as const }))
      if (field.many)
        return (
          <MultiSelect
            {...shared}
            options={options}
            value={Array.isArray(value) ? (value as (string | number)[]) : []}
            onChange={set}
          />
        )
      return field.required && options.length <= radioUpTo ? (
        <Radio {...shared} options={options} value={value as string | number | undefined} onChange={set} />
      ) : (
        <Select
          {...shared}
          name={name}
          options={options}
          value={(value ?? undefined) as string | number | undefined}
          onChange={next => set(next ?? null)}
          clearable={!field.required}
        />
      )
    }
    case 'ref': {
      const names = values[refName(name)]
      if (!field.many)
        return (
          <ReferenceSelect
            {...shared}
            to={field.to}
            value={words || undefined}
            named={typeof names === 'string' ? names : undefined}
            onChange={id => set(id ?? null)}
          />
        )
      const ids = Array.isArray(value) ? value.map(String) : []
      return (
        <ReferenceMany
          {...shared}
          to={field.to}
          value={ids}
          named={Array.isArray(names) ? ids.map((id, at) => ({ id, label: String(names[at] ?? id) })) : []}
          onChange={set}
        />
      )
    }
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
    case 'group': {
      const inner = (value ?? {}) as Record<string, unknown>
      return (
        <fieldset className="crud-set">
          <legend className="visually-hidden">{say(field.label)}</legend>
          <p className="crud-legend" aria-hidden="true">
            {say(field.label)}
          </p>
          <Grid columns={3} gap={16}>
            {Object.entries(field.of).map(([key, of]) => (
              <FieldInput
                key={key}
                field={of}
                name={key}
                values={inner}
                onChange={(part, next) => set({ ...inner, [part]: next })}
                disabled={disabled ?? false}
              />
            ))}
          </Grid>
          {error && (
            <p className="field-message bad" role="alert">
              {say(error)}
            </p>
          )}
        </fieldset>
      )
    }
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
