/** The description as programs with an API key use it: the key implies the application. */
import type { Json } from '../http/fieldSchema.ts'

const WORDS = {
  description: 'The application of the key; may be left out',
  'x-description-zh': '密钥所属的应用，可不填',
}

const isApplication = (value: unknown): value is Json => {
  const { in: place, name } = (value ?? {}) as Json
  return place === 'query' && name === 'appId'
}

/** The same document with `appId` optional, so that generated clients do not ask for it. */
export function forKeys<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(forKeys) as Part
  if (isApplication(part)) return { ...part, required: false, ...WORDS }
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, forKeys(inner)])) as Part
}
