/** One filter of a list as a switch: each choice with its number of rows. */
import { ALL } from '#base/texts.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { Segmented, type Segment } from '#console/kit/input/Segmented.tsx'

export type LensSegmentsProps = {
  noun: Noun
  lens: Lens
  address: ListAddress
  counts: Readonly<Record<string, number>> | undefined
}

const all = 'all'

export const LensSegments = ({ noun, lens, address, counts }: LensSegmentsProps) => {
  const name = lens.segments
  const field = name === undefined ? undefined : fieldOf(noun, name)
  if (name === undefined || field?.kind !== 'choice') return null
  const counted = (id: string): { count?: number } => (counts?.[id] === undefined ? {} : { count: counts[id] })
  const items: readonly Segment<string>[] = [
    { id: all, label: ALL, ...counted(all) },
    ...Object.values(field.values).map(([wire, ...label]) => ({ id: String(wire), label, ...counted(String(wire)) })),
  ]
  return (
    <Segmented
      label={field.label}
      items={items}
      value={address.filters[name] ?? all}
      onChange={id => address.setFilters({ [name]: id === all ? undefined : id })}
    />
  )
}
