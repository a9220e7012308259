/** The rules for a thing model as a whole. */
import type { Text } from '#base/text.ts'

/** Identifiers must be unique within each kind. */
export function identifiersDiffer(items: readonly { kind: string; identifier: string }[]): Text | null {
  const seen = new Set<string>()
  for (const item of items) {
    const key = `${item.kind}:${item.identifier}`
    if (seen.has(key)) return [`标识符 ${item.identifier} 重复`, `The identifier ${item.identifier} is there twice`]
    seen.add(key)
  }
  return null
}
