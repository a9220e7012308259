/** 应用总览: the home of an application: how today goes, what is wrong, what it may hold, and while it is new what it still needs. */
import { ONLINE_OF_ALL } from '#base/overviewTexts.ts'
import { useCallback, useMemo, useState } from 'react'
import { Pencil } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { dayOf, showClock } from '#base/time.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { can } from '#console/data/me.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Classes } from './page/home/Classes.tsx'
import type { Home } from './home.ts'
import { AdvertCell } from './page/AdvertCell.tsx'
import { BoardCell } from './page/BoardCell.tsx'
import { BoardSkeleton } from './page/BoardSkeleton.tsx'
import { HomeFigures } from './page/home/HomeFigures.tsx'
import { Keys } from './page/home/Keys.tsx'
import { Limits } from './page/home/Limits.tsx'
import { SetUp } from './page/home/SetUp.tsx'
import { Wrong } from './page/home/Wrong.tsx'
import { wrongLines } from './page/home/wrongLines.ts'
import { boardTypes, byHour, labelsOf } from './page/overview.ts'
import { HoursCell } from './page/HoursCell.tsx'
import { NothingToShow } from './page/NothingToShow.tsx'
import { Passages } from './page/Passages.tsx'
import './page/dataCenter.css'
import './page/home/home.css'

const RowForm = lazy(async () => (await import('#console/crud/form/RowForm.tsx')).RowForm)

const REFRESH_MS = 10_000
const nothingFresh: ReadonlySet<string> = new Set()

export const ApplicationHome = ({ appId = '' }: PageProps) => {
  const translate = useTranslate()
  const [editing, setEditing] = useState(false)
  const noun = nounOf('application')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/insight/application', appId],
    queryFn: ({ signal }) => get<Home>('/api/insight/application', { appId }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const renew = useCallback(() => void refetch(), [refetch])
  const live = useLiveRefetch(
    { appId, type: boardTypes },
    { loading: isFetching, failed: error !== null, refetch: renew },
  )
  if (error && !data)
    return (
      <ErrorState
        title={['应用总览暂时打不开', 'The overview of the application cannot be shown']}
        note={error.message}
        onRetry={renew}
      />
    )
  return (
    <div className="dc-page">
      <PageHead
        title={['应用总览', 'Overview']}
        count={data ? translate([`${showClock(data.asOf)} 更新`, `as of ${showClock(data.asOf)}`]) : ''}
        aside={<LiveDot state={live} />}
        actions={
          data?.application && (
            <>
              <span className="home-title second">
                AppKey <Copyable>{data.application.appKey}</Copyable>
              </span>
              {noun && can('application:edit') && (
                <Button icon={Pencil} onPress={() => setEditing(true)}>
                  {translate(['编辑应用', 'Edit application'])}
                </Button>
              )}
            </>
          )
        }
      />
      {data ? <Board home={data} appId={appId} /> : <BoardSkeleton />}
      {noun && editing && <RowForm noun={noun} row={{ id: appId }} onClose={() => setEditing(false)} onSaved={renew} />}
    </div>
  )
}

const DAY_MS = 86_400_000

/** Shows only the blocks that the user may read. */
const Board = ({ home, appId }: { home: Home; appId: string }) => {
  const translate = useTranslate()
  const { application, devices, passages, recent, keys, steps } = home
  const { classIndex } = registry()
  const start = Date.parse(home.today)
  const hour = Math.floor((Date.parse(home.asOf) - start) / 3_600_000)
  const wrong = useMemo(() => wrongLines(home, classIndex, appId, dayOf(home.asOf)), [home, classIndex, appId])
  const own = classIndex.filter(
    one => application?.deviceClasses.includes(one.key) || devices?.some(row => row.deviceClass === one.key),
  )
  const judged = home.devices ?? home.alarms ?? home.sync ?? home.callbacks
  if (![application, judged, home.people, passages, keys].some(Boolean) && !steps?.length) return <NothingToShow />
  return (
    <div className="dc home">
      {steps && steps.length > 0 && <SetUp steps={steps} appId={appId} deviceClass={own[0]?.key} />}
      <HomeFigures home={home} appId={appId} />
      {passages && (
        <HoursCell
          wide
          series={{
            passed: byHour(passages.hours, start, 1),
            before: byHour(passages.hours, start - DAY_MS, 1),
            now: hour,
            labels: labelsOf(1),
          }}
          days={1}
          height={240}
        />
      )}
      {judged && (
        <BoardCell title={['需要处理', 'Needs attention']} note={[`${wrong.length} 项`, `${wrong.length}`]}>
          <Wrong lines={wrong} />
        </BoardCell>
      )}
      {recent && (
        <BoardCell
          tall
          title={['最近通行', 'Latest passages']}
          end={<Link href={`/apply/recordQuery/${appId}`}>{translate(['全部记录', 'All'])}</Link>}
        >
          {recent.length ? (
            <Passages rows={recent} freshIds={nothingFresh} />
          ) : (
            <p className="dc-empty">{translate(['还没有人通行', 'Nobody has passed yet'])}</p>
          )}
        </BoardCell>
      )}
      {devices && own.length > 0 && (
        <BoardCell title={['设备类', 'Classes of devices']} note={ONLINE_OF_ALL}>
          <Classes counts={devices} classes={own} appId={appId} />
        </BoardCell>
      )}
      {application && (
        <BoardCell title={['期限与额度', 'Term and limits']}>
          <Limits home={{ ...home, application }} />
        </BoardCell>
      )}
      {keys && (
        <BoardCell
          wide
          title={['接入密钥', 'API keys']}
          note={[`${keys.length} 个有效`, `${keys.length} in force`]}
          end={<Link href={`/apply/apiKey/${appId}`}>{translate(['管理', 'Manage'])}</Link>}
        >
          <Keys keys={keys} appId={appId} now={Date.parse(home.asOf)} />
        </BoardCell>
      )}
      <AdvertCell application={appId} />
    </div>
  )
}
