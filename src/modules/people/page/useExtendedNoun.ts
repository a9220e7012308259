/** A lens with the fields of the application's template: its columns, filters and form. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Lens, Noun } from '#model/noun.ts'
import { get } from '#console/data/request.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { fieldsFrom, listedIn, searchedIn } from '#modules/applications/templateFields.rules.ts'

export type Kind = 'person' | 'organization'
export type Shape = { templateId: string | null; name: string | null; version: number; definitions: Definition[] }

const DEFINITIONS = '/api/admin/personDefinition'
const nothing: readonly Definition[] = []
const CALLED_BY = 2

/** The template's fields come after the name of a row, where a narrow table still has room. */
export const growLens = (lens: Lens, definitions: readonly Definition[]): Lens => ({
  ...lens,
  columns: [...lens.columns.slice(0, CALLED_BY), ...listedIn(definitions), ...lens.columns.slice(CALLED_BY)],
  filters: [...(lens.filters ?? []), ...searchedIn(definitions)],
})

export const growNoun = (noun: Noun, definitions: readonly Definition[], kind: Kind): Noun => {
  const fields = {
    ...Object.fromEntries(Object.entries(noun.fields).filter(([, field]) => field.kind !== 'custom')),
    ...fieldsFrom(definitions, kind, noun.fields),
  }
  const { reveal, ...actions } = noun.actions ?? {}
  // Without masked fields there is nothing to reveal.
  const masks = Object.values(fields).some(field => field.mask !== undefined)
  return { ...noun, fields, actions: { ...actions, ...(reveal && masks ? { reveal } : {}) } }
}

export const useExtendedNoun = (
  { noun, lens, appId }: { noun?: Noun | undefined; lens?: Lens | undefined; appId?: string | undefined },
  kind: Kind,
  templateId = 'default',
) => {
  const { data, error, refetch } = useQuery({
    queryKey: [DEFINITIONS, kind, templateId, appId],
    queryFn: ({ signal }) => get<Shape>(DEFINITIONS, { kind, templateId, appId }, { signal, quiet: true }),
    enabled: appId !== undefined,
  })
  const extended = useMemo(() => {
    if (!noun || !lens) return undefined
    const definitions = data?.definitions ?? nothing
    const whole = growNoun(noun, definitions, kind)
    return { noun: whole, lens: growLens(lens, definitions) }
  }, [noun, lens, data, kind])
  return { shape: data, extended, error, refetch }
}
