/** A lens of another page with its noun, by key; undefined until their definitions are loaded. */
import { useQuery } from '@tanstack/react-query'
import type { Lens, Noun } from '#model/noun.ts'
import { registry } from '#console/data/registry.ts'

export const useLens = (key: string): { noun: Noun; lens: Lens } | undefined =>
  useQuery({
    queryKey: ['definition', key],
    queryFn: async () => {
      const of = registry().lenses.get(key)?.of
      await registry().prepare(of, key)
      const [noun, lens] = [registry().nouns.get(of ?? ''), registry().lenses.get(key)]
      if (!noun || !lens) throw new Error(`no lens ${key}`)
      return { noun, lens }
    },
    staleTime: Infinity,
  }).data
