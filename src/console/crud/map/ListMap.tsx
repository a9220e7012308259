/** The rows of a list on a map: those that match its filters, of all pages. */
import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readAll } from '#console/crud/layouts/readAll.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import type { List } from '#console/crud/list/useList.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import type { LngLat } from '#console/kit/map/mercator.ts'
import type { Place } from '#console/kit/map/PlaceList.tsx'
import { placeState } from '#console/kit/map/placeState.ts'
import type { LensMap } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { PlacesMap } from './PlacesMap.tsx'

export default function ListMap({ list, map }: { list: List; map: LensMap }) {
  const translate = useTranslate()
  const { noun, found } = list
  const { data, error, refetch } = useQuery({
    queryKey: [noun.api, 'map', found.filters],
    queryFn: ({ signal }) => readAll(noun.api, found.filters, signal),
    placeholderData: keepPreviousData,
  })
  const places = useMemo(() => data?.records.map(row => placeOf(row, nameOf(noun, row), map)), [data, noun, map])
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const { length } = places ?? []
  return (
    <>
      {data && length < data.total && (
        <Notice>
          {translate([
            `地图显示前 ${length} 个，共 ${data.total} 个，可用筛选缩小范围`,
            `The map shows the first ${length} of ${data.total}: filter the list to see the others`,
          ])}
        </Notice>
      )}
      <PlacesMap tall label={list.title} states={map.states} places={places} empty={['没有符合条件的', 'None match']} />
    </>
  )
}

function placeOf(row: Row, name: string, { place, total, good, states }: LensMap): Place {
  const counts = { total: Number(row[total] ?? 0), good: Number(row[good] ?? 0) }
  const asked = new URLSearchParams(location.search)
  asked.set('row', row.id)
  return {
    ...{ id: row.id, name, ...counts, note: states[placeState(counts)] },
    at: (row[place] as LngLat | null | undefined) ?? null,
    href: `${location.pathname}?${asked}`,
  }
}
