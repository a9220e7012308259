/** Which place an address gets among those of a device that wait for approval. */

/** An address that waits, the first one first. */
export interface Waiting {
  id: string
  network: string
  /** It has not called for an hour, or waited for another owner: its place is free for others. */
  silent: boolean
  /** Its owner approved another address of the network. */
  known: boolean
}
interface Most {
  waiting: number
  ofNetwork: number
}

/**
 * The place of a new address: `free`, that of another address, or none. Earlier addresses keep their places, so a flood of new
 * ones replaces none of them. In a full list an address of a known network replaces the newest of an unknown one, so a flood
 * does not block it either.
 */
export function placeFor(
  waiting: readonly Waiting[],
  { network, known }: Pick<Waiting, 'network' | 'known'>,
  most: Most,
): 'free' | { replaces: string } | null {
  const replace = (found: Waiting | undefined): { replaces: string } | null => (found ? { replaces: found.id } : null)
  const own = waiting.filter(one => one.network === network)
  if (own.length >= most.ofNetwork) return replace(own.find(one => one.silent))
  if (waiting.length < most.waiting) return 'free'
  return replace(waiting.find(one => one.silent)) ?? (known ? replace(waiting.findLast(one => !one.known)) : null)
}
