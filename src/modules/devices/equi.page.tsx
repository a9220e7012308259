/** 设备管理: the devices of a class in an application, what each is doing, and everything that can be done with one. Built once for all classes. */
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, SlidersHorizontal, Zap } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { useApplication } from '#console/app/useApplication.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useSay } from '#console/kit/language.tsx'
import { DEVICES } from './page/deviceCache.ts'
import type { DeviceTab } from './page/abilityParts.ts'
import type { DeviceRow } from './page/DeviceRow.ts'
import { equiColumns, EquiLegend } from './page/list/equiColumns.tsx'
import { EquiStrip, type Status } from './page/list/EquiStrip.tsx'
import { writable } from './command/setProperties.rules.ts'
import type { deviceBind } from './stock/deviceBind.noun.ts'
import { useDeviceActs } from './page/useDeviceActs.ts'
import { useDevicesLive } from './page/useDevices.ts'
import { useNow } from './page/useNow.ts'

const DeviceDrawer = lazy(async () => ({ default: (await import('./page/drawer/DeviceDrawer.tsx')).DeviceDrawer }))
const ConnectDialog = lazy(async () => ({ default: (await import('./page/connect/ConnectDialog.tsx')).ConnectDialog }))
const DisableDialog = lazy(async () => ({ default: (await import('./page/list/DisableDialog.tsx')).DisableDialog }))
const SecretDialog = lazy(async () => ({ default: (await import('./page/connect/SecretDialog.tsx')).SecretDialog }))

const BulkControl = lazy(async () => ({ default: (await import('./page/list/BulkControl.tsx')).BulkControl }))
const BulkParameters = lazy(async () => ({ default: (await import('./page/list/BulkParameters.tsx')).BulkParameters }))

const NAMES = ['tab']
/** Spans in the rows are counted anew this often; what happens comes by itself. */
const SPANS_MS = 10_000

/** What is asked of which devices; of those beyond the page the parts are not seen. */
type Bulk = { act: 'control' | 'set'; rows: readonly DeviceRow[]; chosen: BulkRows }
const countOf = (chosen: BulkRows): number => ('ids' in chosen ? chosen.ids.length : chosen.count)

export default function EquiPage(props: PageProps) {
  const { appId, deviceClass } = props
  const say = useSay()
  const queries = useQueryClient()
  const address = useListAddress(NAMES)
  const application = useApplication(appId)
  const figures = useDevicesLive(appId, deviceClass?.key)
  const [adding, setAdding] = useState(false)
  const [bulk, setBulk] = useState<Bulk>()
  const closeBulk = (): void => setBulk(undefined)
  const now = useNow(SPANS_MS)
  const latest = useRef(address)
  latest.current = address
  const acts = useDeviceActs(appId, id => {
    if (latest.current.row === id) latest.current.setRow(undefined)
  })
  const onStatus = useCallback((status: Status): void => {
    const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(key => [key, undefined]))
    latest.current.setFilters({ ...gone, status: status === 'all' ? undefined : status })
  }, [])
  // New columns make the rows count their spans anew.
  const columns = useMemo(
    () => deviceClass && equiColumns(deviceClass, say, () => Math.max(now, Date.now())),
    [deviceClass, say, now],
  )
  const adds = can('deviceBind:connect') || can('deviceBind:bind')
  const controls = can('deviceBind:control') && can('command:send')
  const sets =
    can('deviceBind:setParameters') &&
    can('command:setProperties') &&
    deviceClass !== undefined &&
    writable(deviceClass, undefined).length > 0
  const tab = (address.filters.tab ?? 'live') as DeviceTab
  const pieces = useMemo((): LensPieces<typeof deviceBind> => {
    if (!deviceClass || !columns) return {}
    const add = adds && (
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
        {say(['添加设备', 'Add device'])}
      </Button>
    )
    return {
      columns: columns as LensPieces<typeof deviceBind>['columns'] & object,
      title: deviceClass.label,
      counter: '台',
      bare: true,
      above: <EquiStrip deviceClass={deviceClass} figures={figures} onStatus={onStatus} />,
      actions: add,
      legend: <EquiLegend deviceClass={deviceClass} say={say} />,
      empty: (
        <Empty
          title={['还没有设备', 'No devices yet']}
          note={[
            '接入第一台设备不到一分钟：选型号、填序列号、复制命令。',
            'The first one is live in under a minute: choose a model, enter the serial, copy a command.',
          ]}
          action={add}
        />
      ),
      ...(controls || sets
        ? {
            bulk: (rows, chosen) => (
              <>
                {controls && (
                  <Button
                    size="small"
                    icon={Zap}
                    onPress={() => setBulk({ act: 'control', rows: rows as readonly DeviceRow[], chosen })}
                  >
                    {say(['批量控制', 'Control'])}
                  </Button>
                )}
                {sets && (
                  <Button
                    size="small"
                    icon={SlidersHorizontal}
                    onPress={() => setBulk({ act: 'set', rows: rows as readonly DeviceRow[], chosen })}
                  >
                    {say(['批量参数', 'Set parameters'])}
                  </Button>
                )}
              </>
            ),
          }
        : {}),
      beside: open => (
        <DeviceDrawer
          key="drawer"
          {...open}
          appId={appId}
          deviceClass={deviceClass}
          listed={open.listed as DeviceRow | undefined}
          acts={acts}
          tab={tab}
          onTab={next => latest.current.patch({ tab: next === 'live' ? undefined : next }, { replace: true })}
          onClose={() => latest.current.patch({ row: undefined, tab: undefined })}
        />
      ),
    }
  }, [appId, deviceClass, columns, figures, adds, controls, sets, acts, tab, say, onStatus])
  if (!deviceClass) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      <Suspense>
        {adding && (
          <ConnectDialog
            appId={appId}
            allowed={application?.deviceClasses}
            classKey={deviceClass.key}
            onClose={() => setAdding(false)}
            onDone={id => {
              setAdding(false)
              void queries.invalidateQueries({ queryKey: [DEVICES] })
              if (typeof id === 'string') latest.current.setRow(id)
            }}
          />
        )}
        {bulk?.act === 'control' && (
          <BulkControl
            {...{ deviceClass, chosen: bulk.chosen, count: countOf(bulk.chosen), onClose: closeBulk }}
            parts={bulk.rows.flatMap(row => row.components)}
          />
        )}
        {bulk?.act === 'set' && (
          <BulkParameters {...{ deviceClass, chosen: bulk.chosen, count: countOf(bulk.chosen), onClose: closeBulk }} />
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
    </>
  )
}
