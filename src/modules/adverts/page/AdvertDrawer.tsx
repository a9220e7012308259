/** One advert: how often it was seen at each place and on each screen, and its details. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#base/time.ts'
import type { Noun } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { loadErrorOf } from '#console/crud/list/listState.ts'
import { allNames } from '#console/crud/lensFields.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { get } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { Status } from '#console/kit/Pill.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { application } from '#modules/applications/application.noun.ts'
import { ADVERT_PLACES, type advert } from '../advert.noun.ts'

interface Place {
  position: number
  views: number
  clicks: number
}
interface Screen {
  deviceId: string
  name: string
  sn: string
  appName: string | null
  plays: number
  since: string
  lastAt: string
  held: boolean
}
const EVERY_MS = 10_000
const figure = (n: number): string => n.toLocaleString('en-US')

const PLACE_COLUMNS = (translate: ReturnType<typeof useTranslate>) => [
  {
    key: 'position',
    label: ['投放位置', 'Place'] as const,
    render: ({ position }: Place) => {
      const [, zh, en] = Object.values(ADVERT_PLACES).find(([wire]) => wire === position) ?? [0, '', '']
      return translate([zh, en])
    },
  },
  { key: 'views', label: ['曝光', 'Views'] as const, width: 120, render: (row: Place) => figure(row.views) },
  {
    key: 'clicks',
    label: ['点击数', 'Clicks'] as const,
    width: 120,
    // Screens of devices are not pressed.
    render: (row: Place) => (row.position === ADVERT_PLACES.screen[0] ? '—' : figure(row.clicks)),
  },
]
const SCREEN_COLUMNS = (translate: ReturnType<typeof useTranslate>) => [
  {
    key: 'name',
    label: ['设备', 'Device'] as const,
    render: (one: Screen) => (
      <>
        {one.name}
        <span className="third mono"> {one.sn}</span>
      </>
    ),
  },
  { key: 'appName', label: application.label, width: 120, render: (one: Screen) => one.appName ?? '—' },
  { key: 'plays', label: ['播放', 'Plays'] as const, width: 80, render: (one: Screen) => figure(one.plays) },
  {
    key: 'lastAt',
    label: ['最近播放', 'Last reported'] as const,
    width: 170,
    render: (one: Screen) => (
      <Status
        tone={one.held ? 'ok' : 'off'}
        word={one.held ? ['播放中', 'Showing'] : ['已撤下', 'Taken off']}
        note={showInstant(one.lastAt)}
      />
    ),
  },
]

export const AdvertDrawer = ({ noun, row }: { noun: Noun; row: RowOf<typeof advert> }) => {
  const translate = useTranslate()
  const [tab, setTab] = useState<'seen' | 'details'>('seen')
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [noun.api, 'seen', row.id],
    queryFn: ({ signal }) =>
      get<{ places: Place[]; devices: Screen[] }>(`${noun.api}/${row.id}/seen`, undefined, { signal, quiet: true }),
    refetchInterval: row.phase === 1 ? EVERY_MS : false,
  })
  const common = {
    loading: isPending,
    error: data ? undefined : loadErrorOf(error),
    onRefresh: () => void refetch(),
    shortcuts: false,
  } as const
  const onScreens = row.position === ADVERT_PLACES.screen[0] || (data?.devices.length ?? 0) > 0
  return (
    <Stack gap={16}>
      <Tabs
        label={['广告', 'Advert']}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'seen', label: ['曝光明细', 'Where it was seen'] },
          { id: 'details', label: ['详情', 'Details'] },
        ]}
      />
      {tab === 'details' ? (
        <DetailView items={detailsOf(noun, row, allNames(noun), translate)} />
      ) : (
        <>
          {(!onScreens || (data?.places.length ?? 0) > 0) && (
            <Table
              name="advertPlaces"
              label={['按位置', 'By place']}
              columns={PLACE_COLUMNS(translate)}
              rows={data?.places ?? []}
              rowKey={one => String(one.position)}
              empty={['还没有人看到', 'Nobody has seen it yet']}
              {...common}
            />
          )}
          {onScreens && (
            <Table
              name="advertScreens"
              label={['按设备', 'By device']}
              columns={SCREEN_COLUMNS(translate)}
              rows={data?.devices ?? []}
              rowKey={one => one.deviceId}
              empty={[
                '还没有设备播放，在线的设备数秒内收到',
                'No screen has shown it; connected ones receive it within seconds',
              ]}
              {...common}
            />
          )}
        </>
      )}
    </Stack>
  )
}
