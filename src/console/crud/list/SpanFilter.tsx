/** A named filter by a span of days, among the other filters of a list. */
import type { Noun } from '#model/noun.ts'
import { spanIn, spanText } from '#console/crud/list/filterQuery.ts'
import { SpanPick } from '#console/crud/list/SpanPick.tsx'
import type { Words } from '#console/kit/language.tsx'

export default function SpanFilter({
  noun,
  label,
  value,
  onChange,
}: {
  noun: Noun
  label: Words
  /** The value in the address: `2026-11-01,2026-11-30`, or a name such as `today`. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  return (
    <SpanPick
      label={label}
      placeholder={label}
      value={spanIn(noun, value)}
      onChange={span => onChange(spanText(noun, span))}
    />
  )
}
