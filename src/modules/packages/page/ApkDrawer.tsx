/** One package: which terminals have it, the progress of the others, and its details. */
import { OFFLINE } from '#base/listTexts.ts'
import { FAILED } from '#base/outcomeTexts.ts'
import { loadErrorOf } from '#console/crud/list/listState.ts'
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Noun } from '#model/noun.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { allNames } from '#console/crud/lensFields.ts'
import type { RowOf } from '#model/row.ts'
import { can } from '#console/data/me.ts'
import { get, post, RequestError } from '#console/data/request.ts'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import type { RowAct } from '#console/kit/table/column.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Status } from '#console/kit/Pill.tsx'
import { PartsProgress } from '#console/kit/figure/Progress.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { isSettled, sizeWords, stageWords, type Install } from './apkWords.ts'
import type { apk } from '../apk.noun.ts'

const EVERY_MS = 4000
const rowKey = (row: Install): string => row.id
const nothing: readonly Install[] = []

export const ApkDrawer = ({ noun, row }: { noun: Noun; row: RowOf<typeof apk> }) => {
  const translate = useTranslate()
  const [tab, setTab] = useState<'installs' | 'details'>('installs')
  const {
    data = nothing,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: [noun.api, 'installs', row.id],
    queryFn: ({ signal }) =>
      get<readonly Install[]>(`${noun.api}/${row.id}/installs`, undefined, { signal, quiet: true }),
    refetchInterval: row.state === 1 || row.state === 2 ? EVERY_MS : false,
  })
  const columns = useMemo(
    () => [
      {
        key: 'name',
        label: ['终端', 'Terminal'] as const,
        render: (one: Install) => (
          <>
            {one.name}
            <span className="third mono"> {one.sn}</span>
          </>
        ),
      },
      {
        key: 'version',
        label: ['当前版本', 'Has now'] as const,
        width: 120,
        mono: true,
        render: (one: Install) => `${one.versionName ?? ''} (${one.versionCode})`,
      },
      {
        key: 'stage',
        label: ['进度', 'How far'] as const,
        width: 190,
        render: (one: Install) => {
          const { tone, word } = stageWords(one.stage)
          const note =
            one.reason ??
            (one.stage === 'downloading' && one.percent !== null ? `${one.percent}%` : undefined) ??
            (isSettled(one.stage) || one.online ? undefined : translate(OFFLINE))
          return <Status tone={tone} word={word} {...(note ? { note } : {})} />
        },
      },
    ],
    [translate],
  )
  const acts = useMemo(
    () =>
      (one: Install): readonly RowAct[] =>
        isSettled(one.stage) || !one.online || !can(`${noun.key}:push`) || (row.state !== 1 && row.state !== 2)
          ? []
          : [
              {
                id: 'push',
                label: ['重新下发', 'Offer again'],
                onPress: () =>
                  void post(`${noun.api}/${row.id}/push`, { deviceId: one.id })
                    .then(() => refetch())
                    .catch((refusal: unknown) => {
                      if (!(refusal instanceof RequestError && refusal.shown)) toast.error()
                    }),
              },
            ],
    [noun, row.id, row.state, refetch],
  )
  const count = (test: (one: Install) => boolean): number => data.filter(test).length
  const done = count(one => isSettled(one.stage))
  const bad = count(one => ['failed', 'refused', 'silent'].includes(one.stage))
  const waiting = count(one => one.stage === 'waiting')
  const details = detailsOf(
    noun,
    row,
    allNames(noun).filter(name => name !== 'uploadId' && name !== 'size'),
    translate,
  )
  return (
    <Stack gap={16}>
      <Tabs
        label={['APK', 'APK']}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'installs', label: ['安装明细', 'Installations'], count: data.length },
          { id: 'details', label: ['详情', 'Details'] },
        ]}
      />
      {tab === 'installs' ? (
        <>
          {data.length > 0 && (
            <PartsProgress
              label={['终端', 'Terminals']}
              total={data.length}
              parts={[
                { count: done, tone: 'ok', label: ['已安装', 'Installed'] },
                { count: data.length - done - bad - waiting, tone: 'busy', label: ['进行中', 'Under way'] },
                { count: bad, tone: 'bad', label: FAILED },
                { count: waiting, tone: 'wait', label: ['未下发', 'Not notified yet'] },
              ]}
            />
          )}
          <Table
            name="apkInstalls"
            label={['安装明细', 'Installations']}
            columns={columns}
            rows={data}
            rowKey={rowKey}
            loading={isPending}
            error={data === nothing ? loadErrorOf(error) : undefined}
            onRefresh={() => void refetch()}
            empty={['没有终端报告装有此应用', 'No terminal has reported this app']}
            operations={acts}
            operationsWidth={110}
            shortcuts={false}
          />
        </>
      ) : (
        <DetailView items={[...details, { label: ['大小', 'Size'], value: sizeWords(row.size) }]} />
      )}
    </Stack>
  )
}
