/** The passages and doors of the chosen site; before that, the choice, which is made once. */
import { useSearch } from '@tanstack/react-router'
import type { PageProps } from '#console/app/PageProps.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { can } from '#console/data/me.ts'
import { WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { parsed, storePreference, useStoredText } from '#console/kit/preferences.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { useSites } from '#modules/devices/page/useSites.ts'
import { SiteAlarms } from '#modules/devices/page/alarm/SiteAlarms.tsx'
import { GuardDoors } from './GuardDoors.tsx'
import { GuardFeed } from './GuardFeed.tsx'
import '../dataCenter.css'
import './guard.css'

const TITLE = ['门岗', 'Gate post'] as const

/** The site of the address, or the one that this account watched last. */
const useSiteChoice = (appId: string) => {
  const asked = (useSearch({ strict: false }) as { site?: string | number }).site
  const name = `guard:${appId}`
  const stored = parsed(useStoredText(name)) as { id: string } | null
  return {
    chosen: asked === undefined ? stored?.id : String(asked),
    /** Without a site the choice is shown again. */
    choose(id?: string) {
      storePreference(name, id && { id })
      navigate(`/apply/guard/${appId}${id === undefined ? '' : `?site=${id}`}`)
    },
  }
}

export const GuardPost = ({ appId = '' }: PageProps) => {
  const translate = useTranslate()
  const { chosen, choose } = useSiteChoice(appId)
  const { data, error, refetch } = useSites(appId)
  if (error && !data)
    return (
      <>
        <PageHead title={TITLE} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data) return <Skeleton lines={10} />
  const sites = data.records
  const site = sites.find(one => one.id === chosen) ?? (sites.length === 1 ? sites[0] : undefined)
  if (!site)
    return (
      <>
        <PageHead title={TITLE} />
        {sites.length === 0 ? (
          <Empty
            title={['这个应用还没有站点', 'This application has no sites yet']}
            note={['门岗按站点显示通行与门。', 'The gate post shows the passages and doors of one site.']}
            action={
              can('site:add') && (
                <Button onPress={() => navigate(`/apply/siteManage/${appId}`)}>
                  {translate(['去添加站点', 'Add a site'])}
                </Button>
              )
            }
          />
        ) : (
          <div className="guard-sites" role="group" aria-label={translate(['选择站点', 'Choose a site'])}>
            <p className="second">
              {translate(['您在哪个站点值班？选择一次即可。', 'Which site do you watch? You choose only once.'])}
            </p>
            {sites.map(one => (
              <Button key={one.id} size="huge" wide onPress={() => choose(one.id)}>
                {one.name}
              </Button>
            ))}
          </div>
        )}
      </>
    )
  return (
    <div className="guard">
      <PageHead
        title={site.name}
        actions={
          sites.length > 1 && (
            <Button size="large" onPress={() => choose()}>
              {translate(['切换站点', 'Change the site'])}
            </Button>
          )
        }
      />
      <SiteAlarms appId={appId} siteId={site.id} />
      <div className="guard-body">
        <GuardFeed key={site.id} appId={appId} siteId={site.id} />
        {can('deviceBind:list') && (
          <WhileLoading show={<Skeleton lines={4} />}>
            <GuardDoors key={`doors ${site.id}`} appId={appId} siteId={site.id} />
          </WhileLoading>
        )}
      </div>
    </div>
  )
}
