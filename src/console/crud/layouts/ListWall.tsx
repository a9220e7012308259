/** The rows of a list with their pictures first: below them the columns that stay when a table is narrow. */
import type { List } from '#console/crud/list/useList.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { nameOf } from '#console/crud/nameOf.ts'
import { usePictureUrls } from '#console/data/usePictureUrls.ts'
import { CardGrid } from '#console/kit/table/CardGrid.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Wall } from '#console/kit/table/Wall.tsx'
import type { LensWall } from '#model/noun.ts'
import type { Row } from '#model/row.ts'

type ListWallProps = { list: List; wall: LensWall; selectable: boolean; fresh: ReadonlySet<string> }

/** The id of the row's first picture. */
const pictureOf = (row: Row, { picture }: LensWall): string | undefined => {
  const [first] = [row[picture]].flat()
  return typeof first === 'string' && first ? first : undefined
}

export default function ListWall({ list, wall, selectable, fresh }: ListWallProps) {
  const { noun, found, columns, selected, address, onOpen } = list
  const urls = usePictureUrls(found.rows.flatMap(row => pictureOf(row, wall) ?? []))
  if (found.waiting)
    return (
      <CardGrid label={list.title} narrowest={168}>
        {Array.from({ length: 12 }, (_, at) => (
          <Skeleton key={at} shape="card" height={240} />
        ))}
      </CardGrid>
    )
  if (list.loadError && found.rows.length === 0) return <LoadError error={found.error} onRetry={found.refetch} />
  const title = columns.find(({ key }) => key === noun.name)
  const lines = columns.filter(({ key, priority }) => priority === 1 && key !== noun.name && key !== wall.picture)
  return (
    <Wall
      label={list.title}
      onOpen={id => onOpen(found.rows.find(row => row.id === id)!)}
      onSelect={(id, on) => {
        const next = new Set(selected.ids)
        if (on) next.add(id)
        else next.delete(id)
        selected.set(next)
      }}
      items={found.rows.map((row, at) => ({
        id: row.id,
        // Without a name the letter of a number would mean nothing.
        name: row[noun.name] ? nameOf(noun, row) : '?',
        src: urls.get(pictureOf(row, wall) ?? ''),
        ...(title?.render ? { title: title.render(row, at) } : {}),
        lines: lines.map(column => column.render?.(row, at) ?? String(row[column.key] ?? '—')),
        active: row.id === address.row,
        fresh: fresh.has(row.id),
        ...(selectable ? { selected: selected.ids.has(row.id) } : {}),
      }))}
    />
  )
}
