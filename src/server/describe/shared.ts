/** Parts of the description that several operations have: written once, among its components, and referred to. */
import type { Json } from '../http/fieldSchema.ts'

type Kind = 'parameters' | 'responses' | 'requestBodies' | 'schemas'
type Place = `${Kind}/${string}`

/** Kept beside the parts: a copy with other content is another part, and has no name. */
const places = new WeakMap<object, Place>()

/** The part under a name of its own. It becomes a component; a value only if it occurs more than once, and is long. */
export function shared(kind: Kind, name: string, part: Json): Json {
  places.set(part, `${kind}/${name}`)
  return part
}
/** The schema of one value of something. */
export const sharedValue = (of: string, name: string, schema: Json): Json => shared('schemas', `${of}_${name}`, schema)

/** A shorter value is easier to read where it stands. */
const SHORTEST_VALUE = 120

/** The places of parts that become components. */
function placesOf(document: Json): Set<Place> {
  const texts = new Map<Place, string>()
  const found = new Set<Place>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const place = places.get(part)
    if (place !== undefined) {
      const text = JSON.stringify(part)
      const known = texts.get(place) ?? text
      if (known !== text) throw new Error(`${place} has two descriptions: ${known} and ${text}`)
      if (!place.startsWith('schemas/') || (texts.has(place) && text.length >= SHORTEST_VALUE)) found.add(place)
      texts.set(place, text)
    }
    for (const inner of Object.values(part)) look(inner)
  }
  look(document)
  return found
}

const sorted = (of: Json): Json => Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The same description, in which parts that occur more than once are references. */
export function withShared(document: Json): Json {
  const named = placesOf(document)
  const found: Record<Kind, Json> = { parameters: {}, requestBodies: {}, responses: {}, schemas: {} }
  const write = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(write)
    const place = places.get(part)
    const whole = (): Json => Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, write(inner)]))
    if (place === undefined || !named.has(place)) return whole()
    const [kind, name] = place.split('/') as [Kind, string]
    found[kind][name] ??= whole()
    return { $ref: `#/components/${place}` }
  }
  const { components, ...rest } = write(document) as Json
  const own = components as Record<string, Json>
  const both = Object.entries(found).map(([kind, parts]) => [kind, sorted({ ...own[kind], ...parts })])
  return { ...rest, components: { ...own, ...Object.fromEntries(both) } }
}
