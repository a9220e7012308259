/** The rows of a list in another form than its own; each form is loaded with its first use. */
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { List } from '#console/crud/list/useList.ts'
import type { LensView } from '#model/noun.ts'

const ListMap = lazy(async () => (await import('#console/crud/map/ListMap.tsx')).default)
const ListWall = lazy(async () => (await import('#console/crud/layouts/ListWall.tsx')).default)
const ListCalendar = lazy(async () => (await import('#console/crud/layouts/ListCalendar.tsx')).default)

export type ListViewProps = { list: List; view: LensView; selectable: boolean; fresh: ReadonlySet<string> }

export default function ListView({ list, view, selectable, fresh }: ListViewProps) {
  const { map, calendar, wall } = list.lens
  if (view === 'map' && map) return <ListMap list={list} map={map} />
  if (view === 'calendar' && calendar) return <ListCalendar list={list} calendar={calendar} />
  return wall && <ListWall list={list} wall={wall} selectable={selectable} fresh={fresh} />
}
