/** Records of passing: pictures, who, where, how, what came of it; the newest arrive by themselves, each opens its story. */
import { useCallback, useMemo, useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { DIRECTIONS, PASS_METHODS, REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import { showInstant } from '#base/time.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { useLive, type LiveFrame } from '#console/data/live.ts'
import { exportList } from '#console/crud/exportList.ts'
import { partWords } from '#model/keyWords.ts'
import { can } from '#console/data/me.ts'
import { usePictureUrl } from '#console/data/Picture.tsx'
import { registry } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/Card.tsx'
import type { Column } from '#console/kit/column.ts'
import { useSay, type Words } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/PageHead.tsx'
import { defaultPageSize, Pager } from '#console/kit/Pager.tsx'
import { Row as Line, Spring } from '#console/kit/Row.tsx'
import { SearchField } from '#console/kit/SearchField.tsx'
import { Segmented } from '#console/kit/Segmented.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { Table } from '#console/kit/Table.tsx'
import { rangeOf, type Span } from './recordRange.ts'
import './authorize.css'

const API = '/api/person/passRecord'
interface Record {
  id: string
  time: string
  personName: string | null
  personType: number | null
  deviceName: string
  deviceClass: string
  sourceName?: string
  component: string
  method: number | null
  direction: number | null
  result: number
  reason: string | null
  score: number | null
  photoFile: string | null
  offline?: boolean
  clockOff?: boolean
  action?: string
  actionState?: string
  actionMessage?: string
  linkageName?: string
}
interface Page {
  records: Record[]
  total: number
  more?: boolean
}

const Picture = ({ row }: { row: Record }) => (
  <Avatar name={row.personName ?? '?'} src={usePictureUrl(row.photoFile)} shape="square" size={32} />
)
const word = (values: { [key: string]: readonly [number, string, string] }, wire: number | null): Words => {
  const found = Object.values(values).find(([value]) => value === wire)
  return found ? [found[1], found[2]] : '—'
}
const partOf = ({ deviceClass, component }: Record): Words | undefined => {
  const found = registry().classes.get(deviceClass)
  return found && partWords(found, component ?? '')
}
const initial = (name: string): string => new URLSearchParams(location.search).get(name) ?? ''

export const Records = ({ appId, deviceClass, title }: PageProps & { title: Words }) => {
  const say = useSay()
  const client = useQueryClient()
  const [span, setSpan] = useState<Span>(() => (initial('time') as Span) || 'today')
  const [result, setResult] = useState(() => initial('result'))
  const [personName, setPersonName] = useState('')
  const [page, setPage] = useState({ current: 1, size: defaultPageSize as number })
  const query = { deviceClass: deviceClass?.key, time: span, result, personName, ...page }
  const { data, error, isFetching } = useQuery({
    queryKey: [API, appId, query],
    queryFn: ({ signal }) => get<Page>(`${API}/page`, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const renew = useCallback(() => void client.invalidateQueries({ queryKey: [API] }), [client])
  // What only moves for passages of others shows those.
  const moved = deviceClass !== undefined && deviceClass.figures !== 'passages'
  const live = useLive(
    useMemo(() => ({}), []),
    useCallback(
      (frames: readonly LiveFrame[]) => {
        const rows = frames.flatMap(frame => frame.rows)
        if (
          page.current === 1 &&
          rows.some(
            row =>
              row.type === 'fact' && row.family === 1 && (!deviceClass || moved || row.deviceClass === deviceClass.key),
          )
        )
          renew()
      },
      [renew, page.current, deviceClass, moved],
    ),
  )
  const columns = useMemo(
    (): Column<Record>[] => [
      { key: 'photo', label: ['抓拍', 'Photo'], width: 64, priority: 2, render: row => <Picture row={row} /> },
      {
        key: 'person',
        label: ['人员', 'Person'],
        render: row => (
          <span className="two">
            <b>{row.personName ?? say(['未登记人员', 'Unknown person'])}</b>
            <small>{row.score ? say([`相似度 ${Math.round(row.score)}`, `score ${Math.round(row.score)}`]) : ''}</small>
          </span>
        ),
      },
      {
        key: 'device',
        label: ['设备', 'Device'],
        render: row => (
          <span className="two">
            <b>{row.sourceName ?? row.deviceName}</b>
            <small>{say(partOf(row) ?? '')}</small>
          </span>
        ),
      },
      {
        key: 'way',
        label: ['方式', 'Way'],
        width: 120,
        priority: 2,
        render: row => (
          <span className="two">
            <b>{say(word(PASS_METHODS, row.method))}</b>
            <small>{say(word(DIRECTIONS, row.direction))}</small>
          </span>
        ),
      },
      {
        key: 'result',
        label: ['结果', 'Result'],
        width: 150,
        render: row =>
          row.result === 1 ? (
            <span className="pill" data-tone="ok" data-variant="plain">
              <i className="glyph" data-tone="ok" />
              {say(['放行', 'Passed'])}
            </span>
          ) : (
            <span className="pill" data-tone="bad" data-variant="soft">
              <i className="glyph" data-tone="bad" />
              {say(row.reason ? (REFUSAL_REASONS[row.reason] ?? row.reason) : ['拒绝', 'Refused'])}
            </span>
          ),
      },
      ...(moved
        ? [
            {
              key: 'action',
              label: ['动作', 'Action'] as Words,
              render: (row: Record) => (
                <span className="two">
                  <b>{row.deviceName}</b>
                  <small className={row.actionState === 'failed' ? 'bad' : ''}>
                    {row.linkageName} ·{' '}
                    {say(
                      row.actionState === 'done'
                        ? ['完成', 'done']
                        : row.actionState === 'failed'
                          ? [row.actionMessage ?? '失败', row.actionMessage ?? 'failed']
                          : ['执行中', 'running'],
                    )}
                  </small>
                </span>
              ),
            },
          ]
        : []),
      {
        key: 'time',
        label: ['时间', 'Time'],
        width: 180,
        mono: true,
        render: row => (
          <span className="two">
            <span className="mono">{showInstant(row.time)}</span>
            <small>
              {row.clockOff ? say(['设备时钟异常', 'clock off']) : row.offline ? say(['离线补传', 'sent later']) : ''}
            </small>
          </span>
        ),
      },
    ],
    [say, moved],
  )
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setPage(known => ({ ...known, current: 1 }))
    }
  return (
    <Stack gap={20} grow>
      <PageHead
        title={title}
        count={
          data
            ? [
                `${data.total.toLocaleString('en-US')}${data.more ? '+' : ''} 条`,
                `${data.total.toLocaleString('en-US')}${data.more ? '+' : ''}`,
              ]
            : ''
        }
        aside={<LiveDot state={live} />}
        actions={
          // What moved for others' passages has no rows of its own to export.
          !moved &&
          can('passRecord:export') && (
            <Button
              icon={Download}
              onPress={() =>
                void exportList(API, {
                  name: say(title),
                  query: { ...query, current: undefined, size: undefined, time: rangeOf(span) },
                  total: data?.total ?? 0,
                  more: data?.more ?? false,
                })
              }
            >
              {say(['导出', 'Export'])}
            </Button>
          )
        }
      />
      <Card flush grow>
        <div className="am-tools">
          <Line gap={12} wrap>
            <SearchField
              label={['搜索姓名', 'Search by name']}
              placeholder={['姓名', 'Name']}
              value={personName}
              onChange={change(setPersonName)}
              width={220}
            />
            <Segmented
              label={['时间', 'Time']}
              value={span}
              onChange={change(setSpan)}
              items={[
                { id: 'today', label: ['今天', 'Today'] },
                { id: 'yesterday', label: ['昨天', 'Yesterday'] },
                { id: '7d', label: ['近7天', '7 days'] },
                { id: '', label: ['全部', 'All'] },
              ]}
            />
            {!moved && (
              <Segmented
                label={['结果', 'Result']}
                value={result}
                onChange={change(setResult)}
                items={[
                  { id: '', label: ['全部', 'All'] },
                  { id: '1', label: ['放行', 'Passed'] },
                  { id: '0', label: ['拒绝', 'Refused'] },
                ]}
              />
            )}
            <Spring />
          </Line>
        </div>
        <Table
          name={`records-${deviceClass?.key ?? 'all'}`}
          label={title}
          columns={columns}
          rows={data?.records ?? []}
          rowKey={row => row.id}
          loading={isFetching && !data}
          error={error && !data ? error.message : undefined}
          onRefresh={renew}
          onOpen={row => navigate(`/why/passage/${row.id}/${appId}`)}
        />
        {data && (
          <Pager
            total={data.total}
            page={page.current}
            pageSize={page.size}
            onChange={(current, size) => setPage({ current, size })}
          />
        )}
      </Card>
    </Stack>
  )
}
