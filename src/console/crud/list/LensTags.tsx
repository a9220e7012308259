/** Filters of a list as rows of tags: every choice is visible and set by one press. */
import { useMemo } from 'react'
import { flagWord } from '#model/field.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { SearchTags, type TagChoice, type TagGroup } from '#console/kit/table/SearchTags.tsx'

export type LensTagsProps = { noun: Noun; lens: Lens; address: ListAddress }

const groupOf = (noun: Noun, name: string): TagGroup[] => {
  const field = fieldOf(noun, name)
  if (field?.kind === 'flag')
    return [
      {
        id: name,
        label: field.label,
        options: [
          { id: 'true', label: flagWord(field, true) },
          { id: 'false', label: flagWord(field, false) },
        ],
      },
    ]
  if (field?.kind !== 'choice') return []
  const options = Object.values(field.values).map(([wire, ...label]) => ({ id: String(wire), label }))
  return [{ id: name, label: field.label, options, multiple: field.find !== 'equal' }]
}

export const LensTags = ({ noun, lens, address }: LensTagsProps) => {
  const { filters, setFilters } = address
  const groups = useMemo(() => (lens.tags ?? []).flatMap(name => groupOf(noun, name)), [noun, lens])
  const value = Object.fromEntries(groups.map(({ id }) => [id, filters[id]?.split(',') ?? []]))
  const set = (next: TagChoice): void =>
    setFilters(Object.fromEntries(groups.map(({ id }) => [id, next[id]?.join(',') || undefined])))
  return <SearchTags label={lens.label} groups={groups} value={value} onChange={set} />
}
