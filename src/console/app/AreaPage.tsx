/** The path of an area: opens its first available page that the user may see. */
import { Navigate, useParams } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { BACK_HOME } from '#base/texts.ts'
import { areaOf, homeOf, HOMES, inApp, pagesBelow, type MenuNode } from '#console/app/menuTree.ts'
import { OwnApplications } from '#console/app/OwnApplications.tsx'
import { NotYet } from '#console/app/rarePages.tsx'
import { useRouting } from '#console/app/routing.ts'
import { areaPrefixes } from '#console/app/specRoutes.ts'
import { useMenu } from '#console/app/useMenu.ts'
import { Waiting } from '#console/app/Waiting.tsx'
import { useMe } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'

export const AreaPage = ({ area }: { area: string }) => {
  const translate = useTranslate()
  const me = useMe()
  const { appId } = useParams({ strict: false }) as { appId?: string }
  const { menu, failed, retry } = useMenu(appId)
  const { isBuilt, table } = useRouting()
  if (failed) return <ErrorState onRetry={retry} />
  if (!menu || !me) return <Waiting />
  const own = homeOf(menu, me.home)
  const path =
    appId !== undefined ? '/applyHome' : HOMES.includes(area) && !areaOf(menu, area)?.children.length ? own : area
  if (path === '/applyHome' && appId === undefined) return <Navigate to={`${me.home}/apply`} replace />
  const firstIn = (node: MenuNode | undefined): MenuNode | undefined =>
    node && pagesBelow(node).find(page => isBuilt(page.path ?? ''))
  const home = HOMES.includes(path)
  // Users without a home page start at their first area.
  const first =
    firstIn(areaOf(menu, home ? own : path)) ??
    (home
      ? menu
          .filter(area => area.path !== '/applyHome' && !HOMES.includes(area.path ?? ''))
          .map(firstIn)
          .find(page => page !== undefined)
      : undefined)
  if (first?.path) return <Navigate to={inApp(first.path, appId)} replace />
  const prefixes = areaPrefixes[area]
  if (prefixes && !table.some(entry => entry.as !== 'none' && prefixes.some(prefix => entry.path.startsWith(prefix))))
    return <NotYet path={area} />
  // Accounts whose pages are inside applications have their home there.
  if (home && firstIn(areaOf(menu, '/applyHome'))) return <OwnApplications />
  return (
    <Empty
      icon={LockKeyhole}
      title={['没有可以访问的页面', 'No pages available to you']}
      note={[
        '您的角色还没有这个区域的页面，请联系管理员授权。',
        'Your roles include no pages in this area. Ask your administrator for access.',
      ]}
      action={home ? undefined : <Button onPress={() => navigate(me.home)}>{translate(BACK_HOME)}</Button>}
    />
  )
}
