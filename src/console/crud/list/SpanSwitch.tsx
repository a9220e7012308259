/** The span of days of a list, in its title row: 今天, 昨天, 近7天, 全部, or any. */
import type { Lens, Noun } from '#model/noun.ts'
import { quickDates } from '#console/kit/defaults.ts'
import { quickDateOf, spanOf } from '#console/kit/input/daySpan.ts'
import { spanField, spanIn, spanText } from '#console/crud/list/filterQuery.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { SpanPick } from '#console/crud/list/SpanPick.tsx'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { Segmented } from '#console/kit/input/Segmented.tsx'

export const SpanSwitch = ({ noun, lens, address }: { noun: Noun; lens: Lens; address: ListAddress }) => {
  const name = spanField(noun, lens)
  const field = name === undefined ? undefined : fieldOf(noun, name)
  if (name === undefined || !field) return null
  const span = spanIn(noun, address.filters[name])
  const set = (next: typeof span): void => address.setFilters({ [name]: spanText(noun, next) })
  return (
    <>
      <Segmented
        label={field.label}
        items={quickDates}
        value={quickDateOf(span)}
        onChange={quick => set(spanOf(quick))}
      />
      <SpanPick label={field.label} value={span} onChange={set} />
    </>
  )
}
