/** The span of days of a list, in its title row: 今天, 昨天, 近7天, 全部, or any; the calendar's code comes at the first touch. */
import { lazy } from 'react'
import { CalendarDays } from 'lucide-react'
import type { Lens, Noun } from '#model/noun.ts'
import { quickOf, spanOf, type Quick } from '#console/crud/daySpan.ts'
import { filterNames, isSpan, spanIn, spanText } from '#console/crud/filterQuery.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { ListAddress } from '#console/crud/useListAddress.ts'
import { Deferred } from '#console/kit/Deferred.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Segmented, type Segment } from '#console/kit/Segmented.tsx'
import '#console/kit/Field.css'

const load = () => import('#console/kit/DateRange.tsx')
const DateRange = lazy(async () => ({ default: (await load()).DateRange }))

const quicks: readonly Segment<Quick>[] = [
  { id: 'today', label: ['今天', 'Today'] },
  { id: 'yesterday', label: ['昨天', 'Yesterday'] },
  { id: 'week', label: ['近7天', 'Last 7 days'] },
  { id: 'all', label: ['全部', 'All'] },
]

export const SpanSwitch = ({ noun, lens, address }: { noun: Noun; lens: Lens; address: ListAddress }) => {
  const say = useSay()
  const name = filterNames(noun, lens).find(one => isSpan(noun, one))
  const field = name === undefined ? undefined : fieldOf(noun, name)
  if (name === undefined || !field) return null
  const span = spanIn(noun, address.filters[name])
  const set = (next: typeof span): void => address.setFilters({ [name]: spanText(noun, next) })
  const shown = span
    ? `${span.from.replaceAll('-', '/')} – ${span.to.replaceAll('-', '/')}`
    : say(['选择日期', 'Choose days'])
  return (
    <>
      <Segmented label={field.label} items={quicks} value={quickOf(span)} onChange={quick => set(spanOf(quick))} />
      <span className="crud-span calm">
        <Deferred
          load={load}
          stand={begin => (
            <button
              type="button"
              className="box"
              aria-haspopup="dialog"
              aria-expanded={false}
              aria-label={`${shown} ${say(field.label)}`}
              onClick={begin}
            >
              <span>{shown}</span>
              <Icon of={CalendarDays} size={14} />
            </button>
          )}
        >
          <DateRange plain label={field.label} value={span} onChange={set} />
        </Deferred>
      </span>
    </>
  )
}
