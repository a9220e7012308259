/** A noun by its key; the component suspends until its definition is loaded, so that a placeholder around it stays. */
import { use } from 'react'
import type { Noun } from '#model/noun.ts'
import { nounOf, registry } from '#console/data/registry.ts'

const loading = new Map<string, Promise<void>>()
function load(key: string): Promise<void> {
  const begun = loading.get(key) ?? registry().prepare(key)
  loading.set(key, begun)
  begun.catch(() => loading.delete(key))
  return begun
}

/** Undefined where there is no such noun. */
export function useLoadedNoun(key: string): Noun | undefined {
  if (!nounOf(key)) use(load(key))
  return nounOf(key)
}
