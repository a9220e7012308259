/** The span of days of a list, in its title row: 今天, 昨天, 近7天, 全部, or any. */
import type { Lens, Noun } from '#model/noun.ts'
import { filterNames, isSpan, spanIn, spanText } from '#console/crud/filterQuery.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { ListAddress } from '#console/crud/useListAddress.ts'
import { DateRange } from '#console/kit/DateRange.tsx'

export default function SpanSwitch({ noun, lens, address }: { noun: Noun; lens: Lens; address: ListAddress }) {
  const name = filterNames(noun, lens).find((one) => isSpan(noun, one))
  const field = name === undefined ? undefined : fieldOf(noun, name)
  if (name === undefined || !field) return null
  return <DateRange label={field.label} value={spanIn(noun, address.filters[name])} onChange={(span) => address.setFilters({ [name]: spanText(noun, span) })} />
}
