/** A noun by its key; undefined until its definition is loaded. */
import { useQuery } from '@tanstack/react-query'
import type { Noun } from '#model/noun.ts'
import { nounOf, registry } from '#console/data/registry.ts'

export function useNoun(key: string): Noun | undefined {
  const known = nounOf(key)
  const { data } = useQuery({
    queryKey: ['definition', 'noun', key],
    queryFn: async () => {
      await registry().prepare(key)
      return nounOf(key) ?? null
    },
    enabled: known === undefined,
    staleTime: Infinity,
  })
  return known ?? data ?? undefined
}
