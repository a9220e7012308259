/** One door beside its list: its state with what can be done, what it is set to, and how far that has got to the device. */
import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { shortInstant } from '#base/ago.ts'
import type { DeviceClass } from '#model/device.ts'
import type { RowOf } from '#model/row.ts'
import type { OpenRowProps } from '#console/crud/list/LensPage.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { RowDetails } from '#console/crud/row/RowDetails.tsx'
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { PartCard } from '#modules/devices/page/drawer/PartCard.tsx'
import { useNow } from '#modules/devices/page/useNow.ts'
import { doorControl } from '../doorControl.noun.ts'
import { Delivery } from './doorColumns.tsx'
import { settingNames } from './doorRow.ts'

export type Door = RowOf<typeof doorControl>
export type DoorDrawerProps = OpenRowProps<Door> & {
  appId: string | undefined
  deviceClass: DeviceClass
  devices: readonly DeviceRow[]
  /** Undefined where the user may not. */
  onSet: ((door: Door) => void) | undefined
}

export const DoorDrawer = (props: DoorDrawerProps) => {
  const { id, listed, appId, deviceClass, devices, onSet, onClose, onPrevious, onNext } = props
  const translate = useTranslate()
  const now = useNow(1000)
  const { data, error, refetch } = useQuery({
    queryKey: [doorControl.api, 'one', id],
    queryFn: ({ signal }) => get<Page<Door>>(`${doorControl.api}/page`, { appId, id }, { signal, quiet: true }),
    enabled: listed === undefined,
  })
  const door = listed ?? data?.records[0]
  const device = door && devices.find(one => one.id === door.deviceId)
  return (
    <Drawer
      open
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={door?.doorName ?? doorControl.label}
      icon={menuIcon('door-closed')}
      foot={
        door &&
        onSet && (
          <Button icon={Settings2} onPress={() => onSet(door)}>
            {translate(['设置', 'Set'])}
          </Button>
        )
      }
    >
      {door ? (
        <Stack gap={20}>
          {device && (
            <PartCard
              key={door.id}
              {...{ appId, deviceClass, now }}
              row={device}
              component={door.component}
              name={[door.doorName ?? '', door.doorName ?? '']}
            />
          )}
          {door.settingId ? (
            <Delivery door={door} />
          ) : (
            <Notice>
              {translate(['还没有设置，设备按出厂参数工作', 'Not set; the device keeps what it was delivered with'])}
            </Notice>
          )}
          {door.failure && <Notice tone="warn">{door.failure}</Notice>}
          {door.settingId && <RowDetails noun={doorControl} row={door} names={settingNames(deviceClass)} />}
          {door.since && (
            <small className="third">
              {translate([`自 ${shortInstant(door.since)}`, `Since ${shortInstant(door.since)}`])}
            </small>
          )}
        </Stack>
      ) : error || data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Drawer>
  )
}
