/** The filters of the address as query parameters: unchanged, except spans of days, which become instants of the zone. */
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf, isState } from '#console/crud/lensFields.ts'
import { quickDates } from '#console/kit/defaults.ts'
import { defaultSpan, instantsOf, quickDateOf, spanOf, type DaySpan } from '#console/kit/input/daySpan.ts'
import type { Filters } from '#console/crud/list/useListAddress.ts'

/** The usable filters of a lens; `among` for a state machine. */
export const filterNames = (noun: Noun, lens: Lens): readonly string[] =>
  (lens.filters ?? []).filter(name => fieldOf(noun, name)?.find !== undefined || isState(noun, name))

/** Filters by a span of days. */
export const isSpan = (noun: Noun, name: string): boolean => {
  const kind = fieldOf(noun, name)?.kind
  return kind === 'instant' || kind === 'day'
}

/** The filter by the time that every row has: it is drawn in the title row, without its label. Other spans are named filters. */
export const spanField = (noun: Noun, lens: Lens): string | undefined =>
  filterNames(noun, lens).find(name => {
    const field = fieldOf(noun, name)
    return field?.kind === 'instant' && field.notNull === true
  })

/** Facts begin with the last thirty days; `today` and the like are those of the day on which the address is opened, `all` is everything. */
export const spanIn = (noun: Noun, value: string | undefined): DaySpan | undefined => {
  const quick = quickDates.find(({ id }) => id === value)
  if (quick) return spanOf(quick.id)
  const [from, to] = (value ?? '').split(',')
  if (from && to) return { from, to }
  return noun.life === 'fact' ? defaultSpan() : undefined
}
/** Names such as `today` stay names in the address, so that a saved view shows the day on which it is opened. */
export const spanText = (noun: Noun, span: DaySpan | undefined): string | undefined => {
  const quick = quickDateOf(span)
  if (quick && quick !== 'all') return quick
  return span ? `${span.from},${span.to}` : noun.life === 'fact' ? 'all' : undefined
}

export const filterQuery = (noun: Noun, lens: Lens, filters: Filters): Record<string, string> =>
  Object.fromEntries(
    filterNames(noun, lens).flatMap((name): [string, string][] => {
      const field = fieldOf(noun, name)
      if (field && isSpan(noun, name)) {
        const span = spanIn(noun, filters[name])
        return span ? [[name, field.kind === 'day' ? `${span.from},${span.to}` : instantsOf(span)]] : []
      }
      const value = filters[name]
      return value ? [[name, value]] : []
    }),
  )
