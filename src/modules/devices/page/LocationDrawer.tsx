/** A location: its fields, its floor plan with the devices that stand there or below it, and those that are not on the plan. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { MapPinPlus } from 'lucide-react'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { allNames } from '#console/crud/lensFields.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { can } from '#console/data/me.ts'
import { get, post } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Row as Line } from '#console/kit/layout/Row.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { FloorPlan } from '#console/kit/picture/FloorPlan.tsx'
import type { Noun } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import type { location } from '#modules/applications/location.noun.ts'
import { DEVICES } from './deviceCache.ts'
import type { DeviceRow } from './DeviceRow.ts'
import './page.css'

interface Point {
  deviceId: string
  x: number
  y: number
}
/** The most devices that are drawn. */
const MOST = 100
const PLAN = `${DEVICES}/plan`
const TONES = { online: 'ok', offline: 'off', alarm: 'bad' } as const
const WORDS = { online: ONLINE, offline: OFFLINE, alarm: ['告警', 'Alarm'] } as const

type LocationDrawerProps = { row: RowOf<typeof location>; noun: Noun; appId: string | undefined }

export const LocationDrawer = ({ row, noun, appId }: LocationDrawerProps) => {
  const translate = useTranslate()
  const names = allNames(noun).filter(name => name !== 'plan')
  const [file] = Array.isArray(row.plan) ? row.plan : []
  return (
    <Stack gap={20}>
      {can('deviceBind:list') &&
        (file ? (
          <Plan key={file} file={file} row={row} appId={appId} />
        ) : (
          <p className="second">
            {translate(['还没有平面图，可在编辑中上传', 'No floor plan yet; one can be uploaded by editing'])}
          </p>
        ))}
      <DetailView items={detailsOf(noun, row, names, translate)} />
    </Stack>
  )
}

const Plan = ({ file, row, appId }: { file: string } & Pick<LocationDrawerProps, 'row' | 'appId'>) => {
  const translate = useTranslate()
  const url = usePictureUrl(file)
  const [editing, setEditing] = useState(false)
  const asked = { appId, locationId: row.id }
  const devices = useQuery({
    queryKey: [DEVICES, 'page', 'at', asked],
    queryFn: ({ signal }) => get<Page<DeviceRow>>(`${DEVICES}/page`, { ...asked, size: MOST }, { signal, quiet: true }),
  })
  const points = useQuery({
    queryKey: [DEVICES, 'plan', asked],
    queryFn: ({ signal }) => get<readonly Point[]>(PLAN, asked, { signal, quiet: true }),
  })
  const { refetch } = devices
  const renew = useCallback(() => void refetch(), [refetch])
  useLiveRefetch(
    { type: ['session', 'fact'] },
    { loading: devices.isFetching, failed: devices.isError, refetch: renew },
  )
  if (devices.error && !devices.data) return <LoadError error={devices.error} onRetry={() => void devices.refetch()} />
  if (!url || !devices.data || !points.data) return <Skeleton shape="card" height={240} />
  const put = async (deviceId: string, place: { x: number | null; y: number | null }): Promise<void> => {
    const text = (share: number | null): string | null => (share === null ? null : share.toFixed(1))
    await post(PLAN, { ...asked, deviceId, x: text(place.x), y: text(place.y) }).catch(() => undefined)
    await points.refetch()
  }
  const rows = devices.data.records
  const placed = new Map(points.data.map(point => [point.deviceId, point]))
  const rest = rows.filter(one => !placed.has(one.id))
  return (
    <Stack gap={12}>
      <FloorPlan
        label={[`${row.name}平面图`, `Floor plan of ${row.name}`]}
        src={url}
        onOpen={id => {
          const device = rows.find(one => one.id === id)
          if (device && !editing) navigate(`/${device.deviceClass}/equi/${appId}?row=${id}`)
        }}
        {...(editing
          ? {
              onMove: (id: string, x: number, y: number) => void put(id, { x, y }),
              onTake: (id: string) => void put(id, { x: null, y: null }),
            }
          : {})}
        points={rows.flatMap(one => {
          const point = placed.get(one.id)
          const status = one.status as keyof typeof TONES
          return point
            ? [
                {
                  ...{ id: one.id, label: one.name, x: point.x, y: point.y, note: translate(WORDS[status]) },
                  glyph: <i className="glyph" data-tone={TONES[status]} />,
                },
              ]
            : []
        })}
      />
      {can('deviceBind:edit') && rows.length > 0 && (
        <Line gap={8}>
          <Button size="small" onPress={() => setEditing(now => !now)}>
            {translate(editing ? ['完成布点', 'Done'] : ['布点', 'Place devices'])}
          </Button>
          {editing && (
            <span className="second small">
              {translate(['拖动或用方向键移动，Delete 移除', 'Drag, or move with arrow keys; Delete takes one off'])}
            </span>
          )}
        </Line>
      )}
      {editing && rest.length > 0 && (
        <Stack gap={8}>
          <span className="second small">{translate(['不在图上的设备', 'Devices that are not on the plan'])}</span>
          <div className="location-rest">
            {rest.map(one => (
              <Button key={one.id} size="small" icon={MapPinPlus} onPress={() => void put(one.id, { x: 50, y: 50 })}>
                {one.name}
              </Button>
            ))}
          </div>
        </Stack>
      )}
    </Stack>
  )
}
