/** The span of days of a list, in its title row: 今天, 昨天, 近7天, 全部, or any. */
import type { Lens, Noun } from '#model/noun.ts'
import { quickOf, spanOf, type Quick } from '#console/crud/daySpan.ts'
import { filterNames, isSpan, spanIn, spanText } from '#console/crud/filterQuery.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { SpanPick } from '#console/crud/SpanPick.tsx'
import type { ListAddress } from '#console/crud/useListAddress.ts'
import { Segmented, type Segment } from '#console/kit/Segmented.tsx'

const quicks: readonly Segment<Quick>[] = [
  { id: 'today', label: ['今天', 'Today'] },
  { id: 'yesterday', label: ['昨天', 'Yesterday'] },
  { id: 'week', label: ['近7天', 'Last 7 days'] },
  { id: 'all', label: ['全部', 'All'] },
]

export const SpanSwitch = ({ noun, lens, address }: { noun: Noun; lens: Lens; address: ListAddress }) => {
  const name = filterNames(noun, lens).find(one => isSpan(noun, one))
  const field = name === undefined ? undefined : fieldOf(noun, name)
  if (name === undefined || !field) return null
  const span = spanIn(noun, address.filters[name])
  const set = (next: typeof span): void => address.setFilters({ [name]: spanText(noun, next) })
  return (
    <>
      <Segmented label={field.label} items={quicks} value={quickOf(span)} onChange={quick => set(spanOf(quick))} />
      <SpanPick label={field.label} value={span} onChange={set} />
    </>
  )
}
