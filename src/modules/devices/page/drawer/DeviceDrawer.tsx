/** One device beside its list: its state, the people on it, its events and its commands. */
import { MORE_ACTIONS } from '#base/texts.ts'
import { EVENTS } from '#base/figureTexts.ts'
import { PEOPLE } from '#base/subjectTexts.ts'
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { notCarried } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import type { LiveState } from '#console/data/live.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Menu } from '#console/kit/overlay/Menu.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tabs, type Tab } from '#console/kit/layout/Tabs.tsx'
import { tabsOf, type DeviceTab } from '../abilityParts.ts'
import { actsFor, isUpkeep, type Act } from '../command/classCommands.ts'
import { CommandsTab } from './CommandsTab.tsx'
import { DEVICES } from '../deviceCache.ts'
import { deviceMenu } from './deviceMenu.ts'
import { DevicePlace } from './DevicePlace.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import type { DeviceDetail, DeviceRow } from '../DeviceRow.ts'
import { EventsTab } from './EventsTab.tsx'
import { LastCommand } from './LastCommand.tsx'
import { LiveTab } from './LiveTab.tsx'
import { LogTab } from './LogTab.tsx'
import { holding, PeopleTab } from './PeopleTab.tsx'
import { RepairsTab } from './RepairsTab.tsx'
import { SyncTab } from './SyncTab.tsx'
import { UpkeepDialog } from './UpkeepDialog.tsx'
import type { DeviceActs } from '../useDeviceActs.ts'

const LabelDialog = lazy(async () => (await import('../list/LabelDialog.tsx')).LabelDialog)

/** The permission point needed for a tab. */
const NEEDS: Partial<Record<DeviceTab, string>> = {
  events: 'deviceEvent:list',
  commands: 'command:list',
  repairs: 'ticket:list',
  log: 'deviceLog:list',
}

export type DeviceDrawerProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  id: string
  listed: DeviceRow | undefined
  live: LiveState
  acts: DeviceActs
  tab: DeviceTab
  onTab: (tab: DeviceTab) => void
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onEdit: (row: DeviceRow) => void
}

export const DeviceDrawer = ({
  appId,
  deviceClass,
  id,
  listed,
  live,
  acts,
  tab,
  onTab,
  onClose,
  onPrevious,
  onNext,
  onEdit,
}: DeviceDrawerProps) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [upkeep, setUpkeep] = useState<Act>()
  const [labelled, setLabelled] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [DEVICES, 'detail', id],
    queryFn: ({ signal }) => get<DeviceDetail>(`${DEVICES}/${id}/detail`, { appId }, { signal, quiet: true }),
  })
  const detail = data?.id === id ? data : undefined
  const row = listed ?? detail
  if (!row) {
    return (
      <Drawer open onClose={onClose} title={deviceClass.label} icon={menuIcon(deviceClass.icon)}>
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton lines={10} />}
      </Drawer>
    )
  }
  const [set] = deviceClass.sets
  const held = set && holding(set, row)
  const upkeeps =
    row.online && row.enabled && can('command:send')
      ? actsFor(deviceClass, undefined, row.shadow['']).filter(
          act => isUpkeep(act) && !notCarried(row.protocol, act.identifier),
        )
      : []
  const items = deviceMenu(row, acts, upkeeps, setUpkeep, onEdit, detail && (() => setLabelled(true)))
  const has = tabsOf(deviceClass)
  const all: readonly Tab<DeviceTab>[] = [
    { id: 'live', label: ['实时', 'Live'] },
    {
      id: 'people',
      label: PEOPLE,
      ...(held
        ? {
            count: held.capacity
              ? `${held.count.toLocaleString('en-US')}/${held.capacity.toLocaleString('en-US')}`
              : held.count,
          }
        : {}),
    },
    { id: 'events', label: EVENTS, ...(row.alarm ? { count: row.alarm.n } : {}) },
    { id: 'commands', label: ['操作', 'Commands'] },
    { id: 'sync', label: ['同步', 'Sync'] },
    { id: 'repairs', label: ['报修', 'Repairs'] },
    { id: 'log', label: ['日志', 'Log'] },
  ]
  const tabs = all.filter(({ id: one }) => has.has(one) && (!NEEDS[one] || can(NEEDS[one])))
  const shown = tabs.some(one => one.id === tab) ? tab : 'live'
  return (
    <Drawer
      open
      onClose={onClose}
      title={row.name}
      icon={menuIcon(deviceClass.icon)}
      note={
        <span className="device-note">
          <Copyable>{row.sn}</Copyable>
          <DevicePlace row={row} />
        </span>
      }
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        items.length > 0 && (
          <Menu
            label={MORE_ACTIONS}
            trigger={<IconButton icon={Ellipsis} size="small" label={MORE_ACTIONS} />}
            items={items}
            placement="bottom end"
          />
        )
      }
      top={
        <>
          <DeviceFacts appId={appId} deviceClass={deviceClass} row={row} detail={detail} />
          <Tabs label={['设备详情', 'Device']} items={tabs} value={shown} onChange={onTab} />
        </>
      }
      foot={
        can('command:list') && (
          <LastCommand appId={appId} deviceClass={deviceClass} row={row} onOpen={() => onTab('commands')} />
        )
      }
    >
      <div key={`${row.id} ${shown}`} role="tabpanel" aria-label={translate(tabs.find(one => one.id === shown)!.label)}>
        {shown === 'live' && (
          <LiveTab appId={appId} deviceClass={deviceClass} row={row} live={live} carries={detail?.isGateway ?? false} />
        )}
        {shown === 'people' && <PeopleTab appId={appId} deviceClass={deviceClass} row={row} />}
        {shown === 'events' && <EventsTab appId={appId} deviceClass={deviceClass} row={row} />}
        {shown === 'commands' && <CommandsTab appId={appId} deviceClass={deviceClass} row={row} />}
        {shown === 'sync' && <SyncTab appId={appId} deviceClass={deviceClass} row={row} />}
        {shown === 'repairs' && <RepairsTab row={row} />}
        {shown === 'log' && <LogTab deviceId={row.id} />}
      </div>
      {labelled && detail && <LabelDialog rows={[detail]} onClose={() => setLabelled(false)} />}
      {upkeep && (
        <UpkeepDialog
          appId={appId}
          deviceClass={deviceClass}
          row={row}
          act={upkeep}
          onClose={() => {
            setUpkeep(undefined)
            void queries.invalidateQueries({ queryKey: [DEVICES, 'detail', id] })
          }}
        />
      )}
    </Drawer>
  )
}
