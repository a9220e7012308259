/** The devices behind a gateway, each with its connection; those that need attention come first, as in every list of devices. */
import { useQuery } from '@tanstack/react-query'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { counted } from '#base/counted.ts'
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { DEVICES } from '../deviceCache.ts'
import type { DeviceRow } from '../DeviceRow.ts'
import { useDeviceLive } from '../useDeviceLive.ts'
import { useThrottled } from '../useDevices.ts'
import './LiveTab.css'

/** The largest page. */
const SHOWN = 100

export const DevicesBehind = ({ appId, gatewayId }: { appId: string | undefined; gatewayId: string }) => {
  const translate = useTranslate()
  const { data, error, refetch } = useQuery({
    queryKey: [DEVICES, 'page', 'behind', gatewayId],
    queryFn: ({ signal }) =>
      get<Page<DeviceRow> & { counts: { all: number; online: number } }>(
        `${DEVICES}/page`,
        { appId, gatewayId, size: SHOWN },
        { signal, quiet: true },
      ),
  })
  // They are of any class, and the live rows of the page are of its own class only.
  const renew = useThrottled(() => void refetch())
  useDeviceLive({ appId, types: ['session'] }, renew, renew)
  const { all, online } = data?.counts ?? { all: 0, online: 0 }
  return (
    <section>
      <header className="live-tab-head">
        <h3>{translate(['网关下的设备', 'Devices behind it'])}</h3>
        {all > 0 && (
          <span className="small third">
            {translate([`${all} 台，${online} 台在线`, `${counted(all, 'device')}, ${online} online`])}
          </span>
        )}
      </header>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={2} />
      ) : all === 0 ? (
        <p className="third">{translate(['还没有设备经由它接入', 'No device connects through it yet'])}</p>
      ) : (
        <div className="tab-list">
          {data.records.map(row => (
            <div key={row.id} className="tab-row">
              <span className="two">
                <Link href={`/${row.deviceClass}/equi/${appId}?row=${row.id}`}>{row.name}</Link>
                <small className="mono">{row.sn}</small>
              </span>
              <Pill tone={row.online ? 'ok' : 'off'}>{row.online ? ONLINE : OFFLINE}</Pill>
            </div>
          ))}
        </div>
      )}
      {all > SHOWN && (
        <p className="small third">{translate([`仅列出前 ${SHOWN} 台`, `Only the first ${SHOWN} are listed`])}</p>
      )}
    </section>
  )
}
