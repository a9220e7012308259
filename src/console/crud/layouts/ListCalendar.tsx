/** The rows of a list on a calendar: those that match its filters, of all pages, by the month in the address. */
import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dayOf } from '#base/time.ts'
import { readAll } from '#console/crud/layouts/readAll.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import type { List } from '#console/crud/list/useList.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { toneOf } from '#console/crud/row/toneOf.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { MonthGrid, type MonthEntry } from '#console/kit/month/MonthGrid.tsx'
import { choiceName } from '#model/field.ts'
import type { LensCalendar, Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'

/** A day stays as it is; the day of an instant is that of the shown zone. */
const dayIn = (value: unknown): string | undefined =>
  typeof value !== 'string' || !value ? undefined : value.length === 10 ? value : dayOf(value)

/** Where a row stands now. */
const stateOf = (noun: Noun, state: string | undefined, row: Row) => {
  const field = state === undefined ? undefined : fieldOf(noun, state)
  const name = field?.kind === 'choice' ? choiceName(field, row[state!]) : undefined
  if (name === undefined || field?.kind !== 'choice') return undefined
  const [, zh, en] = field.values[name]!
  return { words: [zh, en] as const, tone: TONES[toneOf(name)] }
}
const TONES: Readonly<Record<string, MonthEntry['tone']>> = { ok: 'ok', warn: 'warn', bad: 'bad', off: 'mute' }

export default function ListCalendar({
  list,
  calendar: { from, to, state: named },
}: {
  list: List
  calendar: LensCalendar
}) {
  const translate = useTranslate()
  const { noun, found, address, onOpen } = list
  const { data, error, refetch } = useQuery({
    queryKey: [noun.api, 'calendar', found.filters],
    queryFn: ({ signal }) => readAll(noun.api, found.filters, signal),
    placeholderData: keepPreviousData,
  })
  const today = dayOf(Date.now())
  const entries = useMemo(
    () =>
      (data?.records ?? []).flatMap((row): MonthEntry[] => {
        const first = dayIn(row[from])
        if (!first) return []
        const last = (to && dayIn(row[to])) || first
        const state = stateOf(noun, named, row)
        return [
          {
            ...{ id: row.id, label: nameOf(noun, row), from: first, to: last < first ? first : last },
            ...(state ? { note: translate(state.words) } : {}),
            ...(state?.tone ? { tone: state.tone } : {}),
            active: row.id === address.row,
          },
        ]
      }),
    [data, noun, named, from, to, address.row, translate],
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton shape="card" height={480} />
  const { length } = data.records
  return (
    <>
      {length < data.total && (
        <Notice>
          {translate([
            `日历显示前 ${length} 项，共 ${data.total} 项，可用筛选缩小范围`,
            `The calendar shows the first ${length} of ${data.total}: filter the list to see the others`,
          ])}
        </Notice>
      )}
      <MonthGrid
        label={list.title}
        month={address.month ?? today.slice(0, 7)}
        onMonth={month => address.patch({ month: month === today.slice(0, 7) ? undefined : month })}
        today={today}
        entries={entries}
        onOpen={id => onOpen(data.records.find(row => row.id === id)!)}
      />
    </>
  )
}
