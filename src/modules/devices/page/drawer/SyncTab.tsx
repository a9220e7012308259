/** The desired and the actual contents of the device: counted, compared on demand, with the last comparisons. */
import { DEVICE_OFFLINE } from '#base/deviceTexts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { isConfirmed, worstOf, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { get, post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Link } from '#console/kit/Link.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { CommandSteps } from '../command/CommandSteps.tsx'
import { CONTROL } from '../deviceCache.ts'
import type { CommandRow, DeviceRow } from '../DeviceRow.ts'
import { DEVICE_DOCUMENTS, DocumentList } from './DocumentList.tsx'
import { holding } from './PeopleTab.tsx'
import { useThrottled } from '../useDevices.ts'
import { useDeviceLive } from '../useDeviceLive.ts'
import { type Page, readPage } from '#console/data/rows.ts'
import type { command as commandNoun } from '../../command/command.noun.ts'

interface Grant {
  personId: string
  state: DeliveryKey
  message: string | null
  code: number | null
}
const PAGE = 100
/** Beyond this many pages only the device's own count is shown. */
const MOST_PAGES = 10

const allGrants = async (
  appId: string | undefined,
  deviceId: string,
  signal: AbortSignal,
): Promise<{ grants: readonly Grant[]; whole: boolean }> => {
  const page = (current: number) =>
    get<Page<Grant>>('/api/person/auth/page', { appId, deviceId, current, size: PAGE }, { signal, quiet: true })
  const first = await page(1)
  const pages = Math.min(MOST_PAGES, Math.ceil(first.total / PAGE))
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => page(at + 2)))
  return { grants: [first, ...others].flatMap(one => one.records), whole: first.total <= MOST_PAGES * PAGE }
}

export const SyncTab = ({
  appId,
  deviceClass,
  row,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
}) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [set] = deviceClass.sets
  const grants = useQuery({
    queryKey: ['/api/person/auth', 'page', 'sync', row.id],
    queryFn: ({ signal }) => allGrants(appId, row.id, signal),
    enabled: set !== undefined,
  })
  const last = useQuery({
    queryKey: [CONTROL, 'page', 'readBack', row.id],
    queryFn: ({ signal }) =>
      readPage<typeof commandNoun>(
        CONTROL,
        { appId, deviceId: row.id, identifier: set?.readBack.command, size: 1 },
        signal,
      ),
    enabled: set !== undefined,
  })
  const renew = useThrottled(() => {
    if (set) void Promise.all([grants.refetch(), last.refetch()])
    void queries.invalidateQueries({ queryKey: [DEVICE_DOCUMENTS, row.id] })
  }, 1500)
  useDeviceLive({ appId, deviceId: row.id, types: ['sync', 'command'] }, renew)
  const compare = useMutation({
    mutationFn: () => post('/api/person/auth/readBack', { deviceId: row.id, appId }),
    onSuccess: () => {
      toast.ok(['已开始核对', 'Comparison begun'])
      void last.refetch()
    },
  })
  const retry = useMutation({
    mutationFn: () => post<number>('/api/person/auth/retry', { deviceId: row.id, appId }),
    onSuccess: n => {
      toast.ok([`已重发 ${n} 项`, `${n} sent again`])
      void queries.invalidateQueries({ queryKey: ['/api/person/auth'] })
    },
  })
  // Of one person, the worst state of all doors counts; expired or blocked ones should not be on the device.
  const wanted = (grants.data?.grants ?? []).filter(grant => grant.state !== 'over' && grant.state !== 'barred')
  const people = [...Map.groupBy(wanted, grant => grant.personId).values()]
  const all = people.map(own => {
    const key = worstOf(own.map(grant => grant.state))
    return own.find(grant => grant.state === key)!
  })
  const done = all.filter(grant => isConfirmed(grant.state)).length
  const failed = all.filter(grant => grant.state === 'failed')
  const held = set && holding(set, row)
  const command = last.data?.records[0]
  return (
    <>
      <div className="tab-head">
        <span className="small third">
          {translate(
            set
              ? ['以权限为准，设备上的差异会自动补齐', 'Rights decide; what differs on the device is repaired']
              : ['以平台为准，设备上的差异会自动补齐', 'The platform decides; what differs on the device is repaired'],
          )}
        </span>
        {can('personAuth:readBack') && (
          <Button
            size="small"
            icon={ListChecks}
            busy={compare.isPending}
            disabled={!row.online}
            data-tip={row.online ? '' : translate(DEVICE_OFFLINE)}
            onPress={() => compare.mutate()}
          >
            {translate(['核对设备', 'Compare'])}
          </Button>
        )}
      </div>
      {deviceClass.documents.length > 0 && <DocumentList appId={appId} deviceId={row.id} />}
      {set && (
        <div className="sync-figures">
          <div>
            <small>{translate(['应有', 'Should be'])}</small>
            <b>{grants.data ? `${all.length}${grants.data.whole ? '' : '+'}` : '–'}</b>
          </div>
          <div>
            <small>{translate(['已确认', 'Confirmed'])}</small>
            <b>{grants.data ? `${done}${grants.data.whole ? '' : '+'}` : '–'}</b>
          </div>
          <div>
            <small>{translate(['设备报告', 'Reported'])}</small>
            <b>{held ? held.count.toLocaleString('en-US') : '–'}</b>
          </div>
        </div>
      )}
      {failed.length > 0 ? (
        <Notice
          tone="bad"
          action={
            can('personAuth:retry') && (
              <Button size="small" busy={retry.isPending} onPress={() => retry.mutate()}>
                {translate([`重发 ${failed.length} 项`, `Resend ${failed.length}`])}
              </Button>
            )
          }
        >
          {translate([
            `${failed.length} 人未能下发：${failed[0]!.code ?? ''} ${failed[0]!.message ?? ''}`,
            `${failed.length} could not be delivered: ${failed[0]!.code ?? ''} ${failed[0]!.message ?? ''}`,
          ])}
        </Notice>
      ) : (
        grants.data &&
        (done === all.length ? (
          <Notice tone="ok">
            {translate(
              all.length ? ['权限与设备一致', 'Rights and device agree'] : ['没有需要下发的人员', 'Nobody to deliver'],
            )}
          </Notice>
        ) : (
          <Notice>{translate([`${all.length - done} 人等待下发`, `${all.length - done} wait to be delivered`])}</Notice>
        ))
      )}
      {command && (
        <section className="sync-last">
          <header className="live-tab-head">
            <h3>{translate(['最近一次核对', 'Last comparison'])}</h3>
          </header>
          <div className="part-card">
            <CommandSteps command={command} deviceClass={deviceClass} />
          </div>
        </section>
      )}
      {deviceClass.pages.includes('authorize') && (
        <p className="sync-more">
          <Link href={`/${deviceClass.key}/authorize/${appId}`}>
            {translate(['在授权管理中查看', 'Open authorisation'])}
          </Link>
        </p>
      )}
    </>
  )
}
