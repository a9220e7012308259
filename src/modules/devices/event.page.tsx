/** 事件记录: what devices of a class stated, newest first and as it comes; alarms are dealt with here. Built once for all classes. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { ColumnsButton } from '#console/crud/ColumnsButton.tsx'
import { ExportButton } from '#console/crud/ExportButton.tsx'
import { useListAddress } from '#console/crud/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/Card.tsx'
import type { RowAct } from '#console/kit/column.ts'
import { ErrorState } from '#console/kit/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useLanguage, useSay } from '#console/kit/language.tsx'
import { PageHead } from '#console/kit/PageHead.tsx'
import { Pager } from '#console/kit/Pager.tsx'
import { Segmented, type Segment } from '#console/kit/Segmented.tsx'
import { SelectionBar } from '#console/kit/SelectionBar.tsx'
import { Table } from '#console/kit/Table.tsx'
import { useNarrow } from '#console/kit/useNarrow.ts'
import { failureWords } from './page/failureWords.ts'
import { spanIn, spanQuery } from './page/daySpan.ts'
import { DEVICES, EVENTS } from './page/deviceCache.ts'
import type { EventRow, Paged } from './page/DeviceRow.ts'
import { eventColumns } from './page/eventColumns.tsx'
import { EventFilters } from './page/EventFilters.tsx'
import { eventLabel, needsAttention } from './page/eventWords.ts'
import type { Handling } from './page/HandleDialog.tsx'
import { LiveMark } from './page/LiveMark.tsx'
import { useThrottled } from './page/useDevices.ts'
import { useDeviceLive } from './page/useDeviceLive.ts'
import { useFresh } from './page/useFresh.ts'
import './page/page.css'

const EventDrawer = lazy(async () => ({ default: (await import('./page/EventDrawer.tsx')).EventDrawer }))
const HandleDialog = lazy(async () => ({ default: (await import('./page/HandleDialog.tsx')).HandleDialog }))

const NAMES = ['time', 'deviceId', 'identifier', 'level']
type LevelChoice = '' | '1,2' | '2' | '0'
const LEVEL_CHOICES: readonly Segment<LevelChoice>[] = [
  { id: '', label: ['全部', 'All'] },
  { id: '1,2', label: ['告警与故障', 'Alerts and faults'] },
  { id: '2', label: ['故障', 'Faults'] },
  { id: '0', label: ['信息', 'Info'] },
]
const rowKey = (row: EventRow): string => row.id
const nobody: ReadonlySet<string> = new Set()

export default function EventPage({ appId, deviceClass, lens, noun }: PageProps) {
  const say = useSay()
  const narrow = useNarrow()
  const english = useLanguage() === 'en'
  const queries = useQueryClient()
  const address = useListAddress(NAMES)
  const { filters, page, pageSize, row: openId, setFilters, setPage, setRow } = address
  const [chosen, setChosen] = useState(nobody)
  const [handling, setHandling] = useState<Handling>()
  const time = spanQuery(spanIn(filters.time))
  const query = useMemo(
    () => ({
      appId,
      deviceClass: deviceClass?.key,
      ...(time ? { time } : {}),
      ...(filters.deviceId ? { deviceId: filters.deviceId } : {}),
      ...(filters.identifier ? { identifier: filters.identifier } : {}),
      ...(filters.level ? { level: filters.level } : {}),
      current: page,
      size: pageSize,
    }),
    [appId, deviceClass, time, filters.deviceId, filters.identifier, filters.level, page, pageSize],
  )
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: [EVENTS, 'page', query],
    queryFn: ({ signal }) => get<Paged<EventRow>>(`${EVENTS}/page`, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => data?.records ?? [], [data])
  const key = JSON.stringify(query)
  const fresh = useFresh(rows, key)
  useEffect(() => setChosen(nobody), [key])
  const renew = useThrottled(() => void refetch(), 1500)
  // New rows come to the first page; whoever reads further back is left in peace.
  const live = useDeviceLive(
    { appId, deviceClass: deviceClass?.key, types: ['fact'] },
    messages => {
      if (page === 1 && messages.some(message => message.type === 'fact' && message.family !== 1)) renew()
    },
    renew,
  )
  const handles = can('deviceEvent:handle')
  const latest = useRef(address)
  latest.current = address
  const onOpen = useCallback((row: EventRow): void => latest.current.setRow(row.id), [])
  const columns = useMemo(() => (deviceClass ? eventColumns(deviceClass, say) : []), [deviceClass, say])
  const glow = useCallback((row: EventRow) => fresh.has(row.id), [fresh])
  const operations = useCallback((row: EventRow): readonly RowAct[] => {
    if (!needsAttention(row)) return []
    const ask = (state: 2 | 3): void => setHandling({ ids: [row.id], subject: `${row.deviceName}`, state })
    return [
      { id: 'handle', label: ['处理', 'Handle'], onPress: () => ask(2) },
      { id: 'false', label: ['误报', 'False alarm'], onPress: () => ask(3) },
    ]
  }, [])
  if (!deviceClass || !lens || !noun) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  const handled = (): void => {
    setChosen(nobody)
    void queries.invalidateQueries({ queryKey: [EVENTS] })
    void queries.invalidateQueries({ queryKey: [DEVICES] })
  }
  const at = rows.findIndex(row => row.id === openId)
  const event = rows[at]
  const step = (by: 1 | -1): (() => void) | undefined => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => setRow(next.id))
  }
  const total = data?.total ?? 0
  const bulk = (state: 2 | 3): void => {
    const one = rows.find(row => chosen.has(row.id))
    setHandling({
      ids: [...chosen],
      subject:
        chosen.size === 1 && one
          ? `${say(eventLabel(deviceClass, one))} · ${one.deviceName}`
          : say([`${chosen.size} 条事件`, `${chosen.size} events`]),
      state,
    })
  }
  return (
    <div className="devices">
      <PageHead
        title={['事件记录', 'Events']}
        {...(data
          ? {
              count: [
                `${total.toLocaleString('en-US')}${data.more ? '+' : ''} 条`,
                `${total.toLocaleString('en-US')}${data.more ? '+' : ''}`,
              ] as const,
            }
          : {})}
        aside={<LiveMark state={live} />}
        actions={
          <>
            <Segmented<LevelChoice>
              label={['级别', 'Level']}
              value={LEVEL_CHOICES.find(one => one.id === (filters.level ?? ''))?.id}
              onChange={id => setFilters({ level: id || undefined })}
              items={LEVEL_CHOICES}
            />
            {can('deviceEvent:export') && !narrow && (
              <ExportButton noun={noun} lens={lens} query={query} total={total} more={data?.more} />
            )}
          </>
        }
      />
      <Card flush grow>
        <EventFilters
          appId={appId}
          deviceClass={deviceClass}
          filters={filters}
          onChange={setFilters}
          tools={
            <>
              <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={() => void refetch()} />
              <ColumnsButton name={`event-${deviceClass.key}`} columns={columns} />
            </>
          }
        />
        <SelectionBar count={chosen.size} onClear={() => setChosen(nobody)}>
          <Button size="small" onPress={() => bulk(2)}>
            {say(['处理', 'Handle'])}
          </Button>
          <Button size="small" onPress={() => bulk(3)}>
            {say(['误报', 'False alarm'])}
          </Button>
        </SelectionBar>
        <Table
          name={`event-${deviceClass.key}`}
          label={['事件记录', 'Events']}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          loading={isPending || (isFetching && isPlaceholderData)}
          error={error && !data ? failureWords(error) : undefined}
          onRefresh={() => void refetch()}
          empty={['这段时间没有事件，点击刷新', 'No events in this time. Click to refresh']}
          active={openId}
          onOpen={onOpen}
          glow={glow}
          {...(handles
            ? { selected: chosen, onSelect: setChosen, operations, operationsWidth: english ? 148 : 112 }
            : {})}
        />
        {data && rows.length > 0 && <Pager total={total} page={page} pageSize={pageSize} onChange={setPage} />}
      </Card>
      <Suspense>
        {event && (
          <EventDrawer
            appId={appId}
            deviceClass={deviceClass}
            event={event}
            onClose={() => setRow(undefined)}
            onPrevious={step(-1)}
            onNext={step(1)}
            onHandled={handled}
          />
        )}
        {handling && <HandleDialog handling={handling} onClose={() => setHandling(undefined)} onDone={handled} />}
      </Suspense>
    </div>
  )
}
