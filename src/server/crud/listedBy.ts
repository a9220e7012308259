/** The hand-written list of a noun that has no table of its own, as its exports read it. */
import type { Noun } from '#model/noun.ts'
import type { ServerPart } from '../parts.ts'
import type { Operations, Page } from './operations.ts'

export function listedBy(parts: readonly ServerPart[], noun: Noun): Operations['listed'] {
  if (noun.life !== 'view') return undefined
  const list = parts.find(part => part.part === 'endpoint' && part.path === `${noun.api}/page`)
  return list?.part === 'endpoint' ? (ctx, query) => list.run(ctx, query) as Promise<Page> : undefined
}
