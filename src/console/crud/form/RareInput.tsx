/** The controls that few forms need; the code of each is loaded when it is first shown. */
import { UNITS } from '#base/figureTexts.ts'
import type { FieldInputProps } from '#console/crud/form/FieldInput.tsx'
import { sendContentPicture } from '#console/data/sendContentPicture.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import { CodeField } from '#console/kit/input/CodeField.tsx'
import { ColourField } from '#console/kit/input/ColourField.tsx'
import { Slider } from '#console/kit/input/Slider.tsx'
import { SpanField, type Span } from '#console/kit/input/SpanField.tsx'

const DictionaryInput = lazy(async () => (await import('#console/crud/form/DictionaryInput.tsx')).default)
const IconField = lazy(async () => (await import('#console/kit/input/IconField.tsx')).default)
const RichText = lazy(async () => (await import('#console/kit/richText/RichText.tsx')).default)

export type RareInputProps = FieldInputProps & { shared: FieldProps & { onBlur: () => void } }

export default function RareInput({ field, name, values, onChange, shared }: RareInputProps) {
  const value = values[name]
  const words = typeof value === 'string' ? value : ''
  const set = (next: unknown): void => onChange(name, next)
  const { onBlur: _left, ...frame } = shared
  switch (field.kind) {
    case 'integer':
      return (
        <Slider
          {...shared}
          name={name}
          value={typeof value === 'number' ? value : undefined}
          onChange={set}
          min={field.min ?? 0}
          max={field.max ?? 100}
          {...(field.unit ? { unit: UNITS[field.unit] } : {})}
        />
      )
    case 'rich':
      return (
        <RichText
          {...shared}
          value={words}
          onChange={set}
          {...(field.pictures ? { sendPicture: sendContentPicture } : {})}
        />
      )
    case 'code':
      return <CodeField {...shared} name={name} value={words} onChange={set} language={field.language} />
    case 'colour':
      return <ColourField {...shared} name={name} value={words} onChange={set} />
    case 'icon':
      return <IconField {...frame} value={words || undefined} onChange={next => set(next ?? null)} clearable />
    case 'span':
      return <SpanField {...shared} of={field.of} value={value as Span | null | undefined} onChange={set} />
    case 'dictionary':
      return <DictionaryInput {...shared} field={field} value={value} values={values} onChange={set} />
    default:
      return null
  }
}
