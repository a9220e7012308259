/** Authorisation: people by doors with the state of each delivery, or its rights by person or by device, and possible actions. */
import { NoDefinition } from '#console/crud/list/LoadError.tsx'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { filterQuery } from '#console/crud/list/filterQuery.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { personAuth } from './personAuth.noun.ts'
import type { Summary } from './page/matrix.ts'
import { ofSameDevices } from './page/ofSameDevices.ts'
import { MatrixView } from './page/MatrixView.tsx'

// Loaded separately, because both wait for their own answers anyway.
const RightsList = lazy(async () => (await import('./page/RightsList.tsx')).RightsList)
const Convergence = lazy(async () => (await import('./page/Convergence.tsx')).Convergence)
const RevocationNotice = lazy(async () => (await import('#console/crud/act/RevocationNotice.tsx')).RevocationNotice)

type By = 'device' | 'person' | 'matrix'
const API = '/api/person/auth'
/** All of a class is read from what the worker counted; with a filter each right is counted (decision 0029). */
const [ALL_MS, FILTERED_MS] = [5000, 60_000]

export const Authorize = (props: PageProps) => {
  const { appId, deviceClass, lens, noun } = props
  const translate = useTranslate()
  const names = useMemo(() => ['by', ...(lens?.filters ?? [])], [lens])
  const { filters, patch } = useListAddress(names)
  const shown = { deviceClass: deviceClass?.key, ...(noun && lens ? filterQuery(noun, lens, filters) : {}) }
  const by: By = filters.by === 'device' || filters.by === 'person' ? filters.by : 'matrix'
  const summary = useQuery({
    queryKey: [API, 'summary', appId, deviceClass?.key, shown],
    queryFn: ({ signal }) => get<Summary>(`${API}/summary`, shown, { signal, quiet: true }),
    placeholderData: ofSameDevices(appId, deviceClass?.key),
    refetchInterval: Object.keys(shown).length > 1 ? FILTERED_MS : ALL_MS,
  })
  const pieces = useMemo(
    (): LensPieces<typeof personAuth> => ({
      title: ['授权管理', 'Authorisation'],
      followsAll: true,
      where: by === 'matrix' ? {} : { by },
      above: (
        <div className="am-above">
          {summary.data && summary.data.total > 0 && <Convergence summary={summary.data} />}
          {can('personAuth:revocations') && <RevocationNotice path={`${API}/revocations`} appId={appId} />}
        </div>
      ),
      actions: (
        <>
          <Segmented<By>
            label={['查看方式', 'View']}
            value={by}
            onChange={next => patch({ by: next === 'matrix' ? undefined : next, current: undefined, sort: undefined })}
            items={[
              { id: 'device', label: ['按设备', 'By device'] },
              { id: 'person', label: ['按人员', 'By person'] },
              { id: 'matrix', label: ['矩阵', 'Matrix'] },
            ]}
          />
          {can('personAuth:readBack') && (
            <Button
              onPress={() =>
                void import('./page/readBack.ts').then(({ readBack }) => readBack(deviceClass?.key)).catch(() => {})
              }
            >
              {translate(['核对设备', 'Compare devices'])}
            </Button>
          )}
          {can('authGroup:list') && (
            <Button variant="primary" icon={Plus} onPress={() => navigate(`/apply/authGroup/${appId}`)}>
              {translate(['新增授权', 'Grant'])}
            </Button>
          )}
        </>
      ),
    }),
    [by, appId, deviceClass, summary.data, patch, translate],
  )
  if (!deviceClass || !lens || !noun) return <NoDefinition />
  if (by !== 'matrix') return <RightsList key={by} {...props} pieces={pieces} />
  return <MatrixView {...props} {...{ lens, noun, deviceClass }} pieces={pieces as unknown as LensPieces} />
}
