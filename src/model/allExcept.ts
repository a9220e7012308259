/** A choice of fields that new ones join by themselves: all there are but some, a few of them at the ends. */

export interface AllExcept {
  except?: readonly string[]
  /** Names that stand before the others, in this order; the others keep that of the definition. */
  first?: readonly string[]
  last?: readonly string[]
}

/** The names in the order that is asked for. Names that are not among `names` are passed over. */
export function allExcept(
  names: readonly string[],
  { except = [], first = [], last = [] }: AllExcept = {},
): readonly string[] {
  const there = new Set(names.filter(name => !except.includes(name)))
  const ends = new Set([...first, ...last])
  return [
    ...first.filter(name => there.has(name)),
    ...[...there].filter(name => !ends.has(name)),
    ...last.filter(name => there.has(name)),
  ]
}
