/** A noun by its key; the component suspends until its definition is loaded. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Noun } from '#model/noun.ts'
import { nounOf, registry } from '#console/data/registry.ts'

export const useNoun = (key: string): Noun | undefined =>
  useSuspenseQuery({
    queryKey: ['definition', 'noun', key],
    queryFn: async () => {
      if (!nounOf(key)) await registry().prepare(key)
      return nounOf(key) ?? null
    },
    staleTime: Infinity,
  }).data ?? undefined
