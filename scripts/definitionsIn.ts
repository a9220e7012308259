/** What the files of the product define, for the registries that are generated. */

/** What the files export, alone or in lists, that has this property. */
export async function importAll(files: readonly string[], marked: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const file of files)
    for (const value of Object.values((await import(file)) as Record<string, unknown>).flat())
      if (typeof value === 'object' && value !== null && marked in value) found.push(value)
  return found
}

interface Defined {
  file: string
  value: { key: string; label: readonly [string, string]; pages?: readonly string[]; lenses?: object }
}
/** The definitions that files export and that have this property. */
export async function definitionsIn(files: readonly string[], marked: string): Promise<Defined[]> {
  const found: Defined[] = []
  for (const file of files)
    for (const value of Object.values((await import(file)) as Record<string, unknown>))
      if (typeof value === 'object' && value !== null && marked in value)
        found.push({ file, value: value as Defined['value'] })
  return found
}
/** Classes and protocols as choices, each with its key and label. */
export const choicesFrom = async (
  files: readonly string[],
  marked: string,
  only: (value: object) => boolean = () => true,
): Promise<string> =>
  JSON.stringify(
    Object.fromEntries(
      (await definitionsIn(files, marked))
        .filter(({ value }) => only(value))
        .map(({ value: { key, label } }) => [key, [key, ...label]]),
    ),
  )
