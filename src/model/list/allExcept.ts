/** A selection of fields that includes new fields automatically: all fields except some, with a few moved to the start or end. */

export interface AllExcept {
  except?: readonly string[]
  /** Names that come before the others, in this order; the others keep the order of the definition. */
  first?: readonly string[]
  last?: readonly string[]
}

/** The names in the requested order. Names that are not among `names` are ignored. */
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
