/** Chooses what the data centre shows: an organisation with those below it, a region, one application, a period. */
import { REGIONS } from '#base/regions.ts'
import { APPLICATIONS } from '#base/subjectTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import type { Words } from '#console/kit/language.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { PERIODS } from './periods.ts'
import type { Chosen } from './useChosen.ts'

interface Places {
  organisations: { id: string; name: string; parentId: string | null }[]
  applications: { id: string; name: string; sourceId: string }[]
  regions: { province: number; city: string | null; n: number }[]
}
type Narrowed = { source?: string; app?: string; region?: string; days?: string }
type NarrowingProps = { chosen: Chosen; onChange: (next: Narrowed & Record<string, string | undefined>) => void }

/** Two beside each other fit a phone, and all controls a row of 1152 pixels in either language. */
const WIDTH = 144
const APPLICATION: Words = ['全部应用', 'Application']
const REGION: Words = ['全部地区', 'Region']
const ORGANISATION: Words = ['全部机构', 'Organisation']

/** An organisation and all below it. */
function below({ organisations }: Places, id: string): ReadonlySet<string> {
  const found = new Set([id])
  // Parents come before their children, because ids rise.
  for (const one of organisations) if (one.parentId !== null && found.has(one.parentId)) found.add(one.id)
  return found
}

/** Each below the one it belongs to, indented. */
function indented({ organisations }: Places): { id: string; label: Words }[] {
  const known = new Set(organisations.map(one => one.id))
  const from = (parent: string | null, depth: number): { id: string; label: Words }[] =>
    organisations
      .filter(one => (one.parentId !== null && known.has(one.parentId) ? one.parentId : null) === parent)
      .flatMap(one => {
        const name = `${'\u2003'.repeat(depth)}${one.name}`
        return [{ id: one.id, label: [name, name] as const }, ...from(one.id, depth + 1)]
      })
  return from(null, 0)
}

/** Each province, and its cities below it, with the number of sites. */
function regionsOf({ regions }: Places): { id: string; label: Words }[] {
  const provinces = [...new Set(regions.map(one => one.province))]
  return provinces.flatMap(province => {
    const own = regions.filter(one => one.province === province)
    const [zh, en] = REGIONS[province] ?? [String(province), String(province)]
    const n = own.reduce((all, one) => all + one.n, 0)
    return [
      { id: String(province), label: [`${zh} ${n}`, `${en} ${n}`] as const },
      ...own.flatMap(({ city, n: here }) => {
        const name = `\u2003${city} ${here}`
        return city === null ? [] : [{ id: `${province}.${city}`, label: [name, name] as const }]
      }),
    ]
  })
}

const Narrowing = ({ chosen, onChange }: NarrowingProps) => {
  const { data } = useQuery({
    queryKey: ['/api/insight/places'],
    queryFn: ({ signal }) => get<Places>('/api/insight/places', undefined, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const within = data && chosen.sourceId ? below(data, chosen.sourceId) : undefined
  const applications = (data?.applications ?? []).filter(one => !within || within.has(one.sourceId))
  return (
    <Row gap={8} wrap>
      {data && data.organisations.length > 1 && (
        <Select
          label={['机构', 'Organisation']}
          hideLabel
          width={WIDTH}
          clearable
          placeholder={ORGANISATION}
          options={indented(data)}
          value={chosen.sourceId}
          onChange={source => onChange({ source, app: undefined, region: undefined })}
        />
      )}
      {data && data.regions.length > 1 && (
        <Select
          label={['地区', 'Region']}
          hideLabel
          width={WIDTH}
          clearable
          placeholder={REGION}
          options={regionsOf(data)}
          value={chosen.region}
          onChange={region => onChange({ region, app: undefined })}
        />
      )}
      {data && data.applications.length > 1 && (
        <Select
          label={APPLICATIONS}
          hideLabel
          width={WIDTH}
          clearable
          placeholder={APPLICATION}
          options={applications.map(one => ({ id: one.id, label: [one.name, one.name] as const }))}
          value={chosen.appId}
          onChange={app => onChange({ app })}
        />
      )}
      <Segmented
        label={['时间范围', 'Period']}
        items={PERIODS.map(({ id, label }) => ({ id, label }))}
        value={String(chosen.days)}
        onChange={days => onChange({ days: days === '1' ? undefined : days })}
      />
    </Row>
  )
}
export default Narrowing
