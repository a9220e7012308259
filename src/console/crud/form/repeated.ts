/** The items of a list after the last one was repeated for several values of one of its fields. */
import type { Params } from '#model/row.ts'

type Item = Readonly<Params>

/** An item that exists already is not added again; the last one stays where it is for none of the values. */
export function repeated(items: readonly Item[], over: string, values: readonly number[]): readonly Item[] {
  const last = items.at(-1)
  if (!last) return items
  const same = (a: Item, b: Item): boolean => Object.keys(last).every(name => a[name] === b[name])
  const stays = typeof last[over] === 'number' && !values.includes(last[over])
  const before = stays ? items : items.slice(0, -1)
  return [
    ...before,
    ...values.map(value => ({ ...last, [over]: value })).filter(item => !before.some(one => same(one, item))),
  ]
}
