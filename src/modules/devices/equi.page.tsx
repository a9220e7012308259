/** 设备管理: the devices of a class in an application, their state, and everything that can be done with one. Shared by all classes. */
import { NoDefinition } from '#console/crud/list/LoadError.tsx'
import { useMemo, useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { DeviceTab } from './page/abilityParts.ts'
import type { DeviceRow } from './page/DeviceRow.ts'
import { equiColumns } from './page/list/equiColumns.tsx'
import type { deviceBind } from './stock/deviceBind.noun.ts'
import type { BulkAsked } from './page/list/EquiDialogs.tsx'
import { useDeviceActs } from './page/useDeviceActs.ts'
import { useDevicesLive } from './page/useDevices.ts'
import { useNow } from './page/useNow.ts'

const DeviceDrawer = lazy(async () => (await import('./page/drawer/DeviceDrawer.tsx')).DeviceDrawer)

const EquiStrip = lazy(async () => (await import('./page/list/EquiStrip.tsx')).EquiStrip)
const NoDevices = lazy(async () => (await import('./page/list/NoDevices.tsx')).NoDevices)
const EquiLegend = lazy(async () => (await import('./page/list/EquiLegend.tsx')).EquiLegend)
const EquiDialogs = lazy(async () => (await import('./page/list/EquiDialogs.tsx')).EquiDialogs)
const EquiBulk = lazy(async () => (await import('./page/list/EquiBulk.tsx')).EquiBulk)

const NAMES = ['tab']
/** Durations in the rows are updated this often; events update them by themselves. */
const SPANS_MS = 10_000

export default function EquiPage(props: PageProps) {
  const { appId, deviceClass } = props
  const translate = useTranslate()
  const address = useListAddress(NAMES)
  const figures = useDevicesLive(appId, deviceClass?.key)
  const [adding, setAdding] = useState(false)
  const [bulk, setBulk] = useState<BulkAsked>()
  const now = useNow(SPANS_MS)
  const latest = useRef(address)
  latest.current = address
  const acts = useDeviceActs(appId, id => {
    if (latest.current.row === id) latest.current.setRow(undefined)
  })
  // New columns make the rows update their durations.
  const columns = useMemo(
    () => deviceClass && equiColumns(deviceClass, translate, () => Math.max(now, Date.now())),
    [deviceClass, translate, now],
  )
  const adds = can('deviceBind:connect') || can('deviceBind:bind')
  const controls = can('deviceBind:control') && can('command:send')
  const sets =
    can('deviceBind:setParameters') &&
    can('command:setProperties') &&
    Object.values(deviceClass?.properties ?? {}).some(({ access, per }) => access === 'rw' && per === undefined)
  const tab = (address.filters.tab ?? 'live') as DeviceTab
  const pieces = useMemo((): LensPieces<typeof deviceBind> => {
    if (!deviceClass || !columns) return {}
    const add = adds && (
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
        {translate(['添加设备', 'Add device'])}
      </Button>
    )
    return {
      columns: columns as LensPieces<typeof deviceBind>['columns'] & object,
      title: deviceClass.label,
      counter: '台',
      bare: true,
      above: (
        <WhileLoading show={<Skeleton shape="card" height={103} />}>
          <EquiStrip deviceClass={deviceClass} figures={figures} />
        </WhileLoading>
      ),
      actions: add,
      legend: <EquiLegend deviceClass={deviceClass} />,
      empty: <NoDevices action={add} />,
      ...(controls || sets
        ? {
            bulk: (rows, chosen) => (
              <EquiBulk
                {...{ controls, sets }}
                onAct={act => setBulk({ act, rows: rows as readonly DeviceRow[], chosen })}
              />
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
  }, [appId, deviceClass, columns, figures, adds, controls, sets, acts, tab, translate])
  if (!deviceClass) return <NoDefinition />
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {(adding || bulk || acts.credentials || acts.disabling) && (
        <EquiDialogs
          {...{ appId, deviceClass, acts, adding, bulk }}
          onAdded={id => {
            setAdding(false)
            if (id !== undefined) latest.current.setRow(id)
          }}
          onBulkClose={() => setBulk(undefined)}
        />
      )}
    </>
  )
}
