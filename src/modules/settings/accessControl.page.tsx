/** 门禁管理: the doors of a class, what each is to do, whether its device has that, and what can be done with the door now. */
import { useMemo, useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { NoDefinition } from '#console/crud/list/LoadError.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { doorControl } from './doorControl.noun.ts'
import { doorSetting, doorSettingLens } from './doorSetting.noun.ts'
import { doorColumns } from './page/doorColumns.tsx'
import type { Door } from './page/DoorDrawer.tsx'
import { settingNames, useClassDevices } from './page/doorRow.ts'

const DoorDrawer = lazy(async () => (await import('./page/DoorDrawer.tsx')).DoorDrawer)
const RowForm = lazy(async () => (await import('#console/crud/form/RowForm.tsx')).RowForm)

export const AccessControl = (props: PageProps) => {
  const { appId, deviceClass } = props
  const [setting, setSetting] = useState<Door>()
  const devices = useClassDevices(appId, deviceClass?.key)
  // A device that does not know a setting is not asked for it.
  const form = useMemo(() => {
    const known = deviceClass ? settingNames(deviceClass) : []
    return {
      ...doorSettingLens,
      form: { except: Object.keys(doorSetting.fields).filter(name => !known.includes(name)) },
    }
  }, [deviceClass])
  const pieces = useMemo((): LensPieces<typeof doorControl> => {
    if (!deviceClass) return {}
    const maySet = (door: Door): boolean => can(door.settingId ? 'doorSetting:edit' : 'doorSetting:add')
    const set = (door: Door) => (maySet(door) ? () => setSetting(door) : undefined)
    return {
      counter: '扇',
      columns: doorColumns(deviceClass, devices),
      acts: door => {
        const onPress = set(door)
        return onPress ? [{ id: 'set', label: ['设置', 'Set'], onPress }] : []
      },
      beside: open => (
        <DoorDrawer
          key="drawer"
          {...open}
          {...{ appId, deviceClass, devices }}
          onSet={can('doorSetting:edit') && can('doorSetting:add') ? setSetting : undefined}
        />
      ),
    }
  }, [appId, deviceClass, devices])
  if (!deviceClass) return <NoDefinition />
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {setting && (
        <RowForm
          key={setting.id}
          noun={doorSetting}
          lens={form}
          row={setting.settingId ? { id: setting.settingId } : undefined}
          start={{ doorId: setting.id }}
          onClose={() => setSetting(undefined)}
          onSaved={() => void invalidateRows(doorControl.api)}
        />
      )}
    </>
  )
}
