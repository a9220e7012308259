/** What publishing a template changes for existing rows. */
import type { Definition } from './definition.rules.ts'
import { isSealed, optionsOf } from './templateFields.rules.ts'

export interface Change {
  key: string
  label: string
  /** `lost` and `retyped` affect rows that have a value; `stricter` affects rows when they are edited next. */
  what: 'added' | 'lost' | 'retyped' | 'stricter' | 'changed'
}
export const BREAKING: readonly Change['what'][] = ['lost', 'retyped', 'stricter']

/** A new optional field affects no row. */
export function changesOf(before: readonly Definition[], after: readonly Definition[]): Change[] {
  const old = new Map(before.map(one => [one.key, one]))
  const kept = new Set(after.map(one => one.key))
  const of = (one: Definition, what: Change['what']): Change => ({ key: one.key, label: one.label, what })
  return [
    ...before.filter(one => !kept.has(one.key)).map(one => of(one, 'lost')),
    ...after.flatMap((one): Change[] => {
      const had = old.get(one.key)
      if (!had) return [of(one, one.required && before.length > 0 ? 'stricter' : 'added')]
      if (had.type !== one.type || isSealed(had) !== isSealed(one)) return [of(one, 'retyped')]
      const gone = optionsOf(had).some(option => !optionsOf(one).includes(option))
      const narrower = (one.max ?? Infinity) < (had.max ?? Infinity) || (one.matches ?? '') !== (had.matches ?? '')
      if ((one.required && !had.required) || (one.unique && !had.unique) || gone || narrower)
        return [of(one, 'stricter')]
      return JSON.stringify(one) === JSON.stringify(had) ? [] : [of(one, 'changed')]
    }),
  ]
}
