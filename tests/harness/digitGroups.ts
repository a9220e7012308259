/**
 * Groups by the binary digits of each member's number, so that what a few of many members can do is found with the logarithm of
 * their number: whoever can do something alone can do it in each of their groups.
 */
export interface DigitGroups<T> {
  readonly groups: readonly (readonly T[])[]
  /** The members all of whose groups are among these, by their index: nobody else can be responsible. */
  suspects(among: ReadonlySet<number>): T[]
}

export function digitGroups<T>(members: readonly T[]): DigitGroups<T> {
  const digits = Math.max(1, Math.ceil(Math.log2(members.length)))
  const groups = Array.from({ length: digits }, (_, digit) =>
    [0, 1].map(value => members.filter((_member, at) => ((at >> digit) & 1) === value)),
  ).flat()
  return {
    groups,
    suspects: among =>
      members.filter((_member, at) =>
        Array.from({ length: digits }, (_, digit) => 2 * digit + ((at >> digit) & 1)).every(index => among.has(index)),
      ),
  }
}
