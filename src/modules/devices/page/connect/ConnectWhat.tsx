/** What is being connected: its class, model, serial number, name and site. */
import { SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { ScanButton } from '#console/crud/scan/ScanButton.tsx'
import { can } from '#console/data/me.ts'
import { routeAppId } from '#console/data/request.ts'
import { nounOf } from '#console/data/registry.ts'
import { useSites } from '../useSites.ts'
import { readPage } from '#console/data/rows.ts'
import type { deviceModel } from '#modules/catalog/deviceModel.noun.ts'
import './Connect.css'

const LocationInput = lazy(async () => (await import('./LocationInput.tsx')).LocationInput)

/** Labels of devices in stock are found there. */
const STOCK = '/api/device/warehouse'

export interface Wish {
  classKey: string
  modelId: string | undefined
  sn: string
  name: string
  siteId: string | undefined
  /** Implies its site. */
  locationId: string | undefined
  position: string
}
/** Where it goes, as the request has it. */
export const placeOf = ({ siteId, locationId }: Wish): { siteId?: string; locationId?: string } =>
  locationId ? { locationId } : siteId ? { siteId } : {}
export type Problems = Readonly<Record<string, Words>>

const useModels = (classKey: string) =>
  useQuery({
    queryKey: ['/api/device/model', 'published', classKey],
    queryFn: ({ signal }) =>
      readPage<typeof deviceModel>('/api/device/model', { typeCode: classKey, state: 1, size: 100 }, signal),
    staleTime: 30_000,
    enabled: classKey !== '',
  })

export const ClassChoice = ({
  classes,
  value,
  onChange,
}: {
  classes: readonly DeviceClass[]
  value: string
  onChange: (key: string) => void
}) => {
  const translate = useTranslate()
  return (
    <div className="connect-classes" role="radiogroup" aria-label={translate(['设备类', 'Class of device'])}>
      {classes.map(one => (
        <label key={one.key} className="connect-class">
          <input type="radio" name="connect-class" checked={one.key === value} onChange={() => onChange(one.key)} />
          <span>
            <Icon of={menuIcon(one.icon)} size={20} />
          </span>
          <b className="medium">{translate(one.label)}</b>
        </label>
      ))}
    </div>
  )
}

export const ModelChoice = ({
  wish,
  set,
  problems,
}: {
  wish: Wish
  set: (change: Partial<Wish>) => void
  problems: Problems
}) => {
  const translate = useTranslate()
  const models = useModels(wish.classKey)
  const only = models.data?.records.length === 1 ? models.data.records[0]!.id : undefined
  // With a single option there is nothing to choose.
  useEffect(() => {
    if (only !== undefined && wish.modelId === undefined) set({ modelId: only })
  }, [only, wish.modelId])
  if (models.data && models.data.records.length === 0) {
    return (
      <Notice
        tone="warn"
        action={<Link href="/hardwareManage/deviceModel">{translate(['去新增型号', 'Add a model'])}</Link>}
      >
        {translate(['这类设备还没有已发布的型号。', 'There is no published model of this class yet.'])}
      </Notice>
    )
  }
  return (
    <Select
      label={['型号', 'Model']}
      required
      value={wish.modelId}
      onChange={modelId => set({ modelId })}
      {...(problems.modelId ? { error: problems.modelId } : {})}
      options={(models.data?.records ?? []).map(model => ({
        id: model.id,
        label: model.name,
        note: [model.modelNo, model.vendorName].filter(Boolean).join(' · '),
      }))}
    />
  )
}

export const NameAndPlace = ({
  appId,
  wish,
  set,
  problems,
  bind,
}: {
  appId: string | undefined
  wish: Wish
  set: (change: Partial<Wish>) => void
  problems: Problems
  /** The device is in stock: its label names it. */ bind?: boolean
}) => {
  const sites = useSites(appId).data?.records ?? []
  const { fields: { sn: serial, locationId: location } = {} } = nounOf('deviceBind') ?? {}
  const sited = location && can('location:list') && appId !== undefined && appId === routeAppId()
  return (
    <Grid columns={2} gap={20}>
      <TextField
        label={SERIAL_NUMBER}
        required
        mono
        autoFocus
        value={wish.sn}
        onChange={sn => set({ sn })}
        maxLength={64}
        hint={
          bind
            ? ['见设备标签；设备须已入库', 'On its label; it must be in stock']
            : ['设备标签上的编号，也用作 MQTT 用户名', 'The number on its label; also its MQTT user name']
        }
        {...(problems.sn ? { error: problems.sn } : {})}
        end={
          serial?.kind === 'text' && (
            <ScanButton
              field={serial}
              name="sn"
              {...(bind && can('device:list') ? { api: STOCK } : {})}
              onScan={([sn]) => set({ sn: sn! })}
            />
          )
        }
      />
      <TextField
        label={['设备名称', 'Name']}
        required={!bind}
        value={wish.name}
        onChange={name => set({ name })}
        maxLength={64}
        placeholder={['例如 3 栋单元门', 'Such as Building 3 entrance']}
        {...(problems.name ? { error: problems.name } : {})}
      />
      <Select
        label={['站点', 'Site']}
        clearable
        disabled={wish.locationId !== undefined}
        value={wish.locationId ? undefined : wish.siteId}
        {...(wish.locationId ? { placeholder: ['由位置决定', 'As its location'] as const } : {})}
        onChange={siteId => set({ siteId })}
        options={sites.map(site => ({ id: site.id, label: site.name }))}
        {...(problems.siteId ? { error: problems.siteId } : {})}
      />
      {sited && (
        <LocationInput
          field={location}
          value={wish.locationId}
          error={problems.locationId}
          onChange={locationId => set({ locationId })}
        />
      )}
      {bind && (
        <TextField
          label={['安装位置', 'Position']}
          value={wish.position}
          onChange={position => set({ position })}
          maxLength={100}
          {...(problems.position ? { error: problems.position } : {})}
        />
      )}
    </Grid>
  )
}
