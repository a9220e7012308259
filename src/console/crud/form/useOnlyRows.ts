/** Selects the row of each required reference of a new row for which there is only one. */
import { useEffect } from 'react'
import { useQueries } from '@tanstack/react-query'
import { refName, type Fields } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { isEmpty } from '#model/verdict.ts'
import { onlyReference } from '#console/crud/references.ts'
import { nounOf } from '#console/data/registry.ts'

/** `begin` receives ids and names by field; without `fields` nothing is asked. */
export const useOnlyRows = (fields: Fields | undefined, values: Input, begin: (found: Input) => void): void => {
  const asked = Object.entries(fields ?? {}).flatMap(([name, field]) => {
    const noun = field.kind === 'ref' && field.required && !field.many ? nounOf(field.to) : undefined
    return noun ? [{ name, noun }] : []
  })
  const found = useQueries({
    queries: asked.map(({ name, noun }) => ({
      queryKey: [noun.api, 'only'],
      queryFn: ({ signal }: { signal: AbortSignal }) => onlyReference(noun, signal),
      enabled: isEmpty(values[name]),
      staleTime: 30_000,
    })),
    // A text, so that the same rows are the same value.
    combine: results =>
      JSON.stringify(
        Object.fromEntries(
          results.flatMap(({ data }, at) => {
            const { name } = asked[at]!
            return data ? [[name, data.id] as const, [refName(name), data.label] as const] : []
          }),
        ),
      ),
  })
  useEffect(() => {
    if (found !== '{}') begin(JSON.parse(found) as Input)
  }, [found])
}
