/** What rules did: what set each off, and what every action came to. */
import { lazy, useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { PickPlaceholder } from '#console/crud/list/PickPlaceholder.tsx'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { get } from '#console/data/request.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Pager } from '#console/kit/table/Pager.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { failureWords } from '#console/crud/list/listState.ts'
import type { DeviceRow, Paged } from '#modules/devices/page/DeviceRow.ts'
import { RUNS, type LinkageRow, type LinkageRun } from './linkageRow.ts'
import { RUN_STATES, runSteps } from './LinkageSteps.tsx'
import { useThrottled } from '#modules/devices/page/useDevices.ts'
import { useDeviceLive } from '#modules/devices/page/useDeviceLive.ts'
import { useFresh } from '#console/crud/list/useFresh.ts'
import './Linkage.css'

type Given = {
  appId: string | undefined
  deviceClass: DeviceClass
  classes: ReadonlyMap<string, DeviceClass>
  devices: readonly DeviceRow[]
  rules: readonly LinkageRow[]
  address: ListAddress
}
const loadSelect = () => import('#console/kit/input/Select.tsx')
const Select = lazy(async () => ({ default: (await loadSelect()).Select<string> }))
const rowKey = (row: LinkageRun): string => row.id

const columnsOf = (
  classes: ReadonlyMap<string, DeviceClass>,
  devices: readonly DeviceRow[],
  say: (words: Words) => string,
): readonly Column<LinkageRun>[] => [
  {
    key: 'rule',
    label: ['规则 / 触发', 'Rule / cause'],
    width: 236,
    priority: 1,
    render: run => (
      <span className="two">
        <b>{run.linkageName}</b>
        <small>
          {run.test
            ? say(['测试执行', 'Test run'])
            : [run.deviceName, say(classes.get(run.deviceClass)?.events[run.event]?.label ?? [run.event, run.event])]
                .filter(Boolean)
                .join(' · ')}
        </small>
      </span>
    ),
  },
  {
    key: 'steps',
    label: ['动作', 'Actions'],
    priority: 1,
    glow: run => JSON.stringify(run.actions.map(step => step.state)),
    render: run => runSteps({ run, classes, devices, say }),
  },
  {
    key: 'state',
    label: ['结果', 'Result'],
    width: 104,
    priority: 1,
    glow: run => run.state,
    render: run => {
      const state = RUN_STATES[run.state] ?? RUN_STATES[3]!
      return (
        <span className="pill" data-tone={state.tone} data-variant={run.state === 1 ? 'plain' : 'soft'}>
          <i className="glyph" data-tone={state.tone} />
          {say(state.word)}
        </span>
      )
    },
  },
  { key: 'at', label: ['时间', 'Time'], width: 164, mono: true, priority: 2, render: run => showInstant(run.at) },
]

export const LinkageRuns = ({ appId, deviceClass, classes, devices, rules, address }: Given) => {
  const say = useSay()
  const { filters, page, pageSize, setFilters, setPage } = address
  // Runs are found by the class that set them off; where rules of other classes end here, all are shown.
  const ownOnly = rules.every(rule => rule.deviceClass === deviceClass.key)
  const query = useMemo(
    () => ({
      appId,
      ...(ownOnly ? { deviceClass: deviceClass.key } : {}),
      ...(filters.rule ? { linkageId: filters.rule } : {}),
      ...(filters.result ? { state: filters.result } : {}),
      current: page,
      size: pageSize,
    }),
    [appId, ownOnly, deviceClass, filters.rule, filters.result, page, pageSize],
  )
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: [RUNS, 'page', query],
    queryFn: ({ signal }) => get<Paged<LinkageRun>>(`${RUNS}/page`, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const renew = useThrottled(() => void refetch(), 1500)
  useDeviceLive({ appId, types: ['command', 'fact'] }, renew)
  const rows = useMemo(() => data?.records ?? [], [data])
  const fresh = useFresh(rows, JSON.stringify(query))
  const columns = useMemo(() => columnsOf(classes, devices, say), [classes, devices, say])
  const open = (run: LinkageRun): void => {
    if (!run.factId) return
    navigate(
      `/why/${classes.get(run.deviceClass)?.events[run.event]?.record === 'passage' ? 'passage' : 'event'}/${run.factId}/${appId}`,
    )
  }
  return (
    <Card flush grow>
      <div className="devices-tools calm">
        <div className="devices-tools-rule">
          <PickPlaceholder
            load={loadSelect}
            label={['规则', 'Rule']}
            placeholder={['全部规则', 'All rules']}
            chosen={filters.rule !== undefined}
          >
            <Select
              label={['规则', 'Rule']}
              hideLabel
              clearable
              placeholder={['全部规则', 'All rules']}
              options={rules.map(rule => ({ id: rule.id, label: rule.name }))}
              value={filters.rule}
              onChange={rule => setFilters({ rule })}
            />
          </PickPlaceholder>
        </div>
        <Segmented<'all' | '1' | '2'>
          label={['结果', 'Result']}
          value={(filters.result ?? 'all') as 'all' | '1' | '2'}
          onChange={id => setFilters({ result: id === 'all' ? undefined : id })}
          items={[
            { id: 'all', label: ['全部', 'All'] },
            { id: '1', label: ['成功', 'Succeeded'] },
            { id: '2', label: ['失败', 'Failed'] },
          ]}
        />
        <span className="devices-tools-end">
          <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={() => void refetch()} />
        </span>
      </div>
      <Table
        name="linkage-runs"
        label={['联动记录', 'Linkage runs']}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        loading={isPending || (isFetching && isPlaceholderData)}
        error={error && !data ? failureWords(error) : undefined}
        onRefresh={() => void refetch()}
        empty={['还没有联动记录，点击刷新', 'No runs yet. Click to refresh']}
        onOpen={open}
        glow={run => fresh.has(run.id)}
      />
      {data && rows.length > 0 && <Pager total={data.total} page={page} pageSize={pageSize} onChange={setPage} />}
    </Card>
  )
}
