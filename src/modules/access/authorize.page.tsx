/** Authorisation: people by doors with the state of each delivery, its convergence, and one click to what would help. */
import { useCallback, useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { GitCompareArrows, Plus } from 'lucide-react'
import { DELIVERY, type DeliveryKey } from '#model/delivery.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { typesIn, useLive, type LiveFrame } from '#console/data/live.ts'
import { can } from '#console/data/me.ts'
import { get, post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useSay } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { defaultPageSize, Pager } from '#console/kit/table/Pager.tsx'
import { PartsProgress } from '#console/kit/figure/Progress.tsx'
import { RevocationNotice } from '#console/crud/act/RevocationNotice.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { CellCard } from './page/CellCard.tsx'
import { CellGlyph, MatrixTable } from './page/MatrixTable.tsx'
import type { Matrix, Summary } from './page/matrix.ts'
import './page/authorize.css'

const LEGEND: readonly DeliveryKey[] = [
  'confirmed',
  'partly',
  'notYet',
  'sending',
  'removing',
  'waiting',
  'failed',
  'noPortrait',
  'clockOff',
  'over',
  'none',
]
const everything = {}

export const Authorize = ({ appId, deviceClass }: PageProps) => {
  const say = useSay()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [page, setPage] = useState({ current: 1, size: defaultPageSize as number })
  const [open, setOpen] = useState<{ person: string; door: string }>()
  const query = { deviceClass: deviceClass?.key, name, ...page }
  const matrix = useQuery({
    queryKey: ['/api/person/auth', 'matrix', appId, query],
    queryFn: ({ signal }) => get<Matrix>('/api/person/auth/matrix', query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const summary = useQuery({
    queryKey: ['/api/person/auth', 'summary', appId, deviceClass?.key],
    queryFn: ({ signal }) =>
      get<Summary>('/api/person/auth/summary', { deviceClass: deviceClass?.key }, { signal, quiet: true }),
    refetchInterval: 5000,
  })
  const renew = useCallback(() => void client.invalidateQueries({ queryKey: ['/api/person/auth'] }), [client])
  useLive(
    everything,
    useCallback(
      (frames: readonly LiveFrame[]) => {
        const types = typesIn(frames)
        if (types.has('sync') || types.has('session')) renew()
      },
      [renew],
    ),
  )
  const readBack = async (): Promise<void> => {
    const online = [...new Set((matrix.data?.doors ?? []).filter(door => door.online).map(door => door.deviceId))]
    if (
      !(await confirm({
        message: [
          `读回并比较 ${online.length} 台在线设备上的人员，差异会自动补发。`,
          `Read back ${online.length} online devices and compare; differences are sent again.`,
        ],
      }))
    )
      return
    await Promise.allSettled(online.map(deviceId => post('/api/person/auth/readBack', { deviceId })))
    toast.ok(['已开始核对', 'Comparing'])
  }
  if (matrix.error && !matrix.data)
    return (
      <ErrorState
        title={['授权矩阵暂时打不开', 'The matrix cannot be shown']}
        note={matrix.error.message}
        onRetry={renew}
      />
    )
  const person = matrix.data?.people.find(one => one.id === open?.person)
  const door = matrix.data?.doors.find(one => one.id === open?.door)
  return (
    <Stack gap={20}>
      <PageHead
        title={['授权管理', 'Authorisation']}
        count={
          matrix.data
            ? [
                `${matrix.data.total} 人 × ${matrix.data.doors.length} 扇门`,
                `${matrix.data.total} people × ${matrix.data.doors.length} doors`,
              ]
            : ''
        }
        actions={
          <>
            {can('personAuth:readBack') && (
              <Button icon={GitCompareArrows} onPress={() => void readBack()}>
                {say(['核对设备', 'Compare devices'])}
              </Button>
            )}
            {can('authGroup:list') && (
              <Button variant="primary" icon={Plus} onPress={() => navigate(`/apply/authGroup/${appId}`)}>
                {say(['新增授权', 'Grant'])}
              </Button>
            )}
          </>
        }
      />
      {summary.data && <Convergence summary={summary.data} />}
      {can('personAuth:revocations') && <RevocationNotice path="/api/person/auth/revocations" appId={appId} />}
      {person && door && <CellCard person={person} door={door} appId={appId!} onClose={() => setOpen(undefined)} />}
      <Card flush>
        <div className="am-tools">
          <SearchField
            label={['搜索人员', 'Search people']}
            placeholder={['姓名、工号', 'Name or number']}
            value={name}
            width={280}
            onChange={value => {
              setName(value)
              setPage({ ...page, current: 1 })
            }}
          />
        </div>
        {!matrix.data ? (
          <Skeleton lines={10} />
        ) : matrix.data.doors.length === 0 ? (
          <Empty
            title={['还没有这类设备', 'No such devices yet']}
            note={['添加设备后，在权限组里选择它的门', 'Add a device, then choose its door in a permission group']}
          />
        ) : matrix.data.people.length === 0 ? (
          <Empty title={['暂无数据，点击刷新', 'No data. Click to refresh']} />
        ) : (
          <MatrixTable
            matrix={matrix.data}
            open={open}
            now={Date.now()}
            onOpen={(one, other) => setOpen({ person: one, door: other })}
          />
        )}
        {matrix.data && (
          <Pager
            total={matrix.data.total}
            page={page.current}
            pageSize={page.size}
            onChange={(current, size) => setPage({ current, size })}
            legend={
              <span className="am-legend">
                {LEGEND.map(state => (
                  <span key={state}>
                    <CellGlyph state={state} days={null} />
                    {say(DELIVERY[state].word)}
                  </span>
                ))}
              </span>
            }
          />
        )}
      </Card>
    </Stack>
  )
}

const Convergence = ({ summary }: { summary: Summary }) => {
  const say = useSay()
  const open = summary.total - summary.confirmed
  // Never rounded up: one that is not confirmed is not 100 %.
  const percent = summary.total ? Math.floor((summary.confirmed / summary.total) * 1000) / 10 : null
  const minutes = summary.perMinute > 0 && summary.sending > 0 ? Math.ceil(summary.sending / summary.perMinute) : null
  return (
    <Card>
      <div className="am-convergence">
        <b>{percent === null ? '—' : `${percent}%`}</b>
        <PartsProgress
          label={['下发进度', 'Delivery']}
          total={summary.total}
          parts={[
            { count: summary.confirmed, tone: 'ok', label: ['已确认', 'confirmed'] },
            { count: summary.sending, tone: 'busy', label: ['下发中', 'on their way'] },
            { count: summary.waiting, tone: 'wait', label: ['待上线', 'wait for devices'] },
            { count: summary.failed, tone: 'bad', label: ['失败', 'failed'] },
            ...(summary.missing
              ? [{ count: summary.missing, tone: 'warn', label: ['缺照片或卡号', 'without portrait or card'] } as const]
              : []),
            ...(summary.clockOff
              ? [{ count: summary.clockOff, tone: 'warn', label: ['设备时钟偏差', 'device clock off'] } as const]
              : []),
          ]}
        />
        <p>
          {say(
            summary.total === 0
              ? ['还没有授权', 'No rights yet']
              : open === 0
                ? ['全部已到设备', 'All on the devices']
                : minutes
                  ? [`约 ${minutes} 分钟后收敛`, `about ${minutes} min to go`]
                  : summary.failed
                    ? ['失败项等待修改', 'failures wait for a change']
                    : summary.waiting
                      ? ['等待设备上线', 'waiting for devices']
                      : summary.sending
                        ? ['正在下发', 'on their way']
                        : summary.missing
                          ? ['补照片或卡号后自动下发', 'sent as soon as portraits or cards are there']
                          : ['请给设备校时', 'set the clocks of the devices'],
          )}
          <br />
          {say([`${summary.perMinute} 项/分 · 撤权先完成`, `${summary.perMinute} a minute · revocations first`])}
        </p>
      </div>
    </Card>
  )
}
