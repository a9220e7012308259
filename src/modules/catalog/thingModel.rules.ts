/** Laws of thing models. */
import type { Text } from '#base/text.ts'

/** Within one kind every identifier stands once. */
export function identifiersDiffer(items: Record<string, unknown>[]): Text | null {
  const seen = new Set<string>()
  for (const item of items) {
    const key = `${String(item.kind)}:${String(item.identifier)}`
    if (seen.has(key))
      return [`标识符 ${String(item.identifier)} 重复`, `The identifier ${String(item.identifier)} stands twice`]
    seen.add(key)
  }
  return null
}
