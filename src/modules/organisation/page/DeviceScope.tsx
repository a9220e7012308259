/** Which devices of each application a person sees: all of them, or those of chosen sites and groups, with their number. */
import { counted } from '#base/counted.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import { CheckboxGroup } from '#console/kit/input/CheckboxGroup.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

export interface AppPlaces {
  appId: string
  siteIds: readonly string[]
  groupIds: readonly string[]
}
interface Offered {
  /** Null for a user who may not read applications. */
  name: string | null
  sites: readonly { id: string; name: string }[]
  groups: readonly { id: string; name: string }[]
  counts: readonly { siteId: string | null; groupId: string | null; n: number }[]
}
const MOST = 100
const MODES = [
  { id: 'all', label: ['全部设备', 'All devices'] },
  { id: 'some', label: ['指定站点和分组', 'Chosen sites and groups'] },
] as const

export const CHOOSE_PLACES = ['请至少选择一个站点或分组', 'Choose at least one site or group'] as const
export const isEmptyScope = ({ siteIds, groupIds }: AppPlaces): boolean => siteIds.length + groupIds.length === 0

/** What is saved: each application of the person with its limits, without any where all devices were chosen or the application was taken away. */
export const givenPlaces = (
  chosen: readonly AppPlaces[],
  before: readonly AppPlaces[],
  appIds: readonly string[] | null,
): readonly AppPlaces[] => {
  const limited = chosen.filter(one => appIds?.includes(one.appId))
  const ended = before.filter(one => !limited.some(other => other.appId === one.appId))
  return [...limited, ...ended.map(({ appId }) => ({ appId, siteIds: [], groupIds: [] }))]
}

/** The number of devices at any of the sites or in any of the groups. */
const devicesIn = ({ counts }: Pick<Offered, 'counts'>, { siteIds, groupIds }: AppPlaces): number =>
  counts
    .filter(one => siteIds.includes(one.siteId ?? '') || groupIds.includes(one.groupId ?? ''))
    .reduce((sum, one) => sum + one.n, 0)

interface Props {
  /** The applications that the person may enter; null for all. */
  appIds: readonly string[] | null
  value: readonly AppPlaces[]
  problem: string | undefined
  onChange: (value: readonly AppPlaces[]) => void
}

export function DeviceScope({ appIds, value, problem, onChange }: Props) {
  const translate = useTranslate()
  if (appIds === null)
    return (
      <Empty
        title={['可进入全部应用', 'All applications']}
        note={[
          '先在“数据权限”中指定应用，再限定其中的设备',
          'Choose the applications under “Data” to limit their devices',
        ]}
      />
    )
  if (appIds.length === 0)
    return (
      <Empty
        title={['还没有可进入的应用', 'No application yet']}
        note={[
          '在“数据权限”中选择应用后，在此限定设备',
          'Choose applications under “Data”, then limit their devices here',
        ]}
      />
    )
  return (
    <Stack gap={24}>
      <span className="second">
        {translate([
          '限定后，此人只能看到和操作这些设备，及其记录、告警和工单。',
          'A person with limits sees and operates only these devices, with their records, alarms and tickets.',
        ])}
      </span>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {appIds.map(appId => (
        <OneApplication
          key={appId}
          appId={appId}
          value={value.find(one => one.appId === appId)}
          onChange={next => onChange([...value.filter(one => one.appId !== appId), ...(next ? [next] : [])])}
        />
      ))}
    </Stack>
  )
}

interface OneProps {
  appId: string
  value: AppPlaces | undefined
  onChange: (value: AppPlaces | null) => void
}

function OneApplication({ appId, value, onChange }: OneProps) {
  const translate = useTranslate()
  const offered = useQuery({
    queryKey: ['/api/admin/employeePlaces', appId],
    queryFn: ({ signal }) => get<Offered>('/api/admin/employeePlaces', { appId }, { signal, quiet: true }),
  })
  const name = offered.data ? (offered.data.name ?? appId) : ''
  const all = offered.data?.counts.reduce((sum, one) => sum + one.n, 0)
  const shown = value && offered.data ? devicesIn(offered.data, value) : all
  return (
    <section aria-label={name || appId}>
      <Stack gap={12}>
        <Row gap={12} wrap>
          <b className="scope-name">{name || '…'}</b>
          <Segmented
            label={['设备范围', 'Device scope']}
            items={MODES}
            value={value ? 'some' : 'all'}
            onChange={mode => onChange(mode === 'all' ? null : { appId, siteIds: [], groupIds: [] })}
          />
          {shown !== undefined && (
            <span className="second" aria-live="polite">
              {value
                ? translate([`${shown} / ${all} 台设备`, `${shown} of ${all} devices`])
                : translate([`${shown} 台设备`, counted(shown, 'device')])}
            </span>
          )}
        </Row>
        {offered.isError && <ErrorState note={offered.error.message} onRetry={() => void offered.refetch()} />}
        {value && offered.isPending && <Skeleton lines={4} />}
        {value && offered.data && <Choices offered={offered.data} value={value} onChange={onChange} />}
      </Stack>
    </section>
  )
}

function Choices({ offered, value, onChange }: { offered: Offered; value: AppPlaces; onChange: OneProps['onChange'] }) {
  const numberOf = (key: 'siteId' | 'groupId', id: string): number =>
    offered.counts.filter(one => one[key] === id).reduce((sum, one) => sum + one.n, 0)
  const options = (key: 'siteId' | 'groupId', places: Offered['sites']) =>
    places.map(({ id, name }) => {
      const n = numberOf(key, id)
      return { id, label: [`${name}（${n}）`, `${name} (${n})`] as const }
    })
  if (offered.sites.length + offered.groups.length === 0)
    return (
      <Empty
        title={['应用还没有站点和设备分组', 'The application has no sites or device groups']}
        note={['先新增站点，或为设备分组', 'Add a site, or put devices into a group, first']}
      />
    )
  return (
    <Grid gap={16}>
      {offered.sites.length > 0 && (
        <CheckboxGroup
          label={['站点', 'Sites']}
          options={options('siteId', offered.sites)}
          value={value.siteIds}
          limit={MOST}
          onChange={siteIds => onChange({ ...value, siteIds })}
        />
      )}
      {offered.groups.length > 0 && (
        <CheckboxGroup
          label={['设备分组', 'Device groups']}
          options={options('groupId', offered.groups)}
          value={value.groupIds}
          limit={MOST}
          onChange={groupIds => onChange({ ...value, groupIds })}
        />
      )}
    </Grid>
  )
}
