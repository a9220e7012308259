/** 设备管理: the devices of a class in an application, what each is doing, and everything that can be done with one. Built once for all classes. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { useApplication } from '#console/app/useApplication.ts'
import { ColumnsButton } from '#console/crud/list/ColumnsButton.tsx'
import { ExportButton } from '#console/crud/list/ExportButton.tsx'
import type { Row } from '#model/row.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { failureWords } from '#console/crud/list/listState.ts'
import { DEVICES } from './page/deviceCache.ts'
import type { DeviceTab } from './page/abilityParts.ts'
import type { DeviceRow } from './page/DeviceRow.ts'
import { equiColumns, EquiLegend } from './page/list/equiColumns.tsx'
import { EquiStrip, type Status } from './page/list/EquiStrip.tsx'
import { EquiTools } from './page/list/EquiTools.tsx'
import { LiveMark } from './page/LiveMark.tsx'
import { useDeviceActs } from './page/useDeviceActs.ts'
import { useDevices } from './page/useDevices.ts'
import { useNow } from './page/useNow.ts'
import './page/page.css'

const DeviceDrawer = lazy(async () => ({ default: (await import('./page/drawer/DeviceDrawer.tsx')).DeviceDrawer }))
const ConnectDialog = lazy(async () => ({ default: (await import('./page/connect/ConnectDialog.tsx')).ConnectDialog }))
const DisableDialog = lazy(async () => ({ default: (await import('./page/list/DisableDialog.tsx')).DisableDialog }))
const SecretDialog = lazy(async () => ({ default: (await import('./page/connect/SecretDialog.tsx')).SecretDialog }))
const RowForm = lazy(async () => ({ default: (await import('#console/crud/form/RowForm.tsx')).RowForm }))

const NAMES = ['name', 'siteId', 'status', 'tab']
const STATUSES: readonly string[] = ['online', 'offline', 'alarm']
const rowKey = (row: DeviceRow): string => row.id
/** Spans in the rows are told anew this often; what happens comes by itself. */
const TELL_MS = 10_000

export default function EquiPage({ appId, deviceClass, lens, noun }: PageProps) {
  const say = useSay()
  const queries = useQueryClient()
  const address = useListAddress(NAMES)
  const { filters, page, pageSize, row: openId, patch, setFilters, setPage, setRow } = address
  const application = useApplication(appId)
  const status = (STATUSES.includes(filters.status ?? '') ? filters.status : 'all') as Status
  const query = useMemo(
    () => ({
      appId,
      deviceClass: deviceClass?.key ?? '',
      ...(filters.name ? { name: filters.name } : {}),
      ...(filters.siteId ? { siteId: filters.siteId } : {}),
      ...(status === 'all' ? {} : { status }),
      current: page,
      size: pageSize,
    }),
    [appId, deviceClass, filters.name, filters.siteId, status, page, pageSize],
  )
  const { page: found, figures, live, renew } = useDevices(query)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<DeviceRow>()
  const rows = useMemo(() => found.data?.records ?? [], [found.data])

  const latestNow = useRef(0)
  latestNow.current = useNow(TELL_MS)
  const told = latestNow.current
  // A new array tells the rows to draw their spans anew.
  const narrow = useNarrow()
  const columns = useMemo(
    () =>
      deviceClass
        ? equiColumns(deviceClass, say, () => Math.max(told, Date.now())).filter(
            column => !narrow || column.priority !== 3,
          )
        : [],
    [deviceClass, say, told, narrow],
  )
  const legend = useMemo(() => deviceClass && <EquiLegend deviceClass={deviceClass} say={say} />, [deviceClass, say])

  const latest = useRef(address)
  latest.current = address
  const onOpen = useCallback((row: DeviceRow): void => latest.current.setRow(row.id), [])
  const onChange = useCallback(
    (change: Readonly<Record<string, string | undefined>>): void => latest.current.setFilters(change),
    [],
  )
  const acts = useDeviceActs(appId, id => {
    if (latest.current.row === id) latest.current.setRow(undefined)
  })
  useEffect(() => {
    if (found.data && rows.length === 0 && page > 1 && found.data.total > 0)
      setPage(Math.max(1, Math.ceil(found.data.total / pageSize)), pageSize)
  }, [found.data])

  if (!deviceClass || !lens || !noun) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  const at = rows.findIndex(row => row.id === openId)
  const step = (by: 1 | -1): (() => void) | undefined => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => setRow(next.id))
  }
  const total = figures?.total ?? found.data?.counts?.all
  const adds = can('deviceBind:connect') || can('deviceBind:bind')
  const untouched = !filters.name && !filters.siteId && status === 'all'
  const add = adds && (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {say(['添加设备', 'Add device'])}
    </Button>
  )
  return (
    <div className="devices">
      <PageHead
        title={deviceClass.label}
        {...(total === undefined
          ? {}
          : { count: [`${total.toLocaleString('en-US')} 台`, `${total.toLocaleString('en-US')}`] as const })}
        aside={<LiveMark state={live} />}
        actions={
          <>
            {can('deviceBind:export') && !narrow && (
              <ExportButton noun={noun} lens={lens} query={query} total={total ?? 0} />
            )}
            {add}
          </>
        }
      />
      <EquiStrip
        deviceClass={deviceClass}
        figures={figures}
        onStatus={next => setFilters({ status: next === 'all' ? undefined : next, name: undefined, siteId: undefined })}
      />
      <Card flush grow>
        <EquiTools
          appId={appId}
          name={filters.name ?? ''}
          siteId={filters.siteId}
          status={status}
          counts={found.data?.counts}
          onChange={onChange}
          tools={
            <>
              <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={renew} />
              <ColumnsButton name={`equi-${deviceClass.key}`} columns={columns} />
            </>
          }
        />
        {found.data && rows.length === 0 && untouched ? (
          <Empty
            title={['还没有设备', 'No devices yet']}
            note={[
              '接入第一台设备不到一分钟：选型号、填序列号、复制命令。',
              'The first one is live in under a minute: choose a model, enter the serial, copy a command.',
            ]}
            action={add}
          />
        ) : (
          <Table
            name={`equi-${deviceClass.key}`}
            label={deviceClass.label}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            loading={found.isPending || (found.isFetching && found.isPlaceholderData)}
            error={found.isError && !found.data ? failureWords(found.error) : undefined}
            onRefresh={() => void found.refetch()}
            empty={['没有符合条件的设备，点击刷新', 'No device fits. Click to refresh']}
            active={openId}
            onOpen={onOpen}
            {...(acts.may.edit ? { onEdit: setEditing } : {})}
          />
        )}
        {found.data && rows.length > 0 && (
          <Pager total={found.data.total} page={page} pageSize={pageSize} onChange={setPage} legend={legend} />
        )}
      </Card>
      <Suspense>
        {openId && (
          <DeviceDrawer
            key="drawer"
            appId={appId}
            deviceClass={deviceClass}
            id={openId}
            listed={rows[at]}
            live={live}
            acts={acts}
            tab={(filters.tab ?? 'live') as DeviceTab}
            onTab={tab => patch({ tab: tab === 'live' ? undefined : tab }, { replace: true })}
            onClose={() => patch({ row: undefined, tab: undefined })}
            onPrevious={step(-1)}
            onNext={step(1)}
            onEdit={setEditing}
          />
        )}
        {adding && (
          <ConnectDialog
            appId={appId}
            allowed={application?.deviceClasses}
            classKey={deviceClass.key}
            onClose={() => setAdding(false)}
            onDone={id => {
              setAdding(false)
              void queries.invalidateQueries({ queryKey: [DEVICES] })
              if (typeof id === 'string') setRow(id)
            }}
          />
        )}
        {editing && (
          <RowForm noun={noun} lens={lens} row={editing as unknown as Row} onClose={() => setEditing(undefined)} />
        )}
        {acts.credentials && (
          <SecretDialog
            appId={appId}
            credentials={acts.credentials}
            deviceClass={deviceClass}
            onClose={acts.closeCredentials}
          />
        )}
        {acts.disabling && (
          <DisableDialog
            row={acts.disabling}
            onClose={acts.closeDisabling}
            onDisable={reason => acts.disable(acts.disabling!, reason)}
          />
        )}
      </Suspense>
    </div>
  )
}
