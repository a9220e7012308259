/** Definitions by their key, each once. */
export function indexByKey<T extends { key: string }>(items: readonly T[], what: string): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(item.key)) throw new Error(`two ${what} are called '${item.key}'; rename one`)
    map.set(item.key, item)
  }
  return map
}
