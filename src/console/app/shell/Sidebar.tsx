/** The sidebar: brand, current application, menu, and the signed-in user. */
import { MENU } from '#base/subjectTexts.ts'
import { useMemo } from 'react'
import { AppSwitcher } from '#console/app/shell/AppSwitcher.tsx'
import { sideEntries } from '#console/app/shell/sideEntries.ts'
import { SideMenu } from '#console/app/shell/SideMenu.tsx'
import { UserBox } from '#console/app/shell/UserBox.tsx'
import type { MenuNode } from '#console/app/menuTree.ts'
import { useRouting } from '#console/app/routing.ts'
import { useMe } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import './Sidebar.css'

const PlacesNote = lazy(async () => (await import('#console/app/shell/PlacesNote.tsx')).default)

export type SidebarProps = {
  menu: readonly MenuNode[] | undefined
  failed: boolean
  retry: () => void
  appId: string | undefined
  path: string
  onFollow?: () => void
}

export const Sidebar = ({ menu, failed, retry, appId, path, onFollow }: SidebarProps) => {
  const translate = useTranslate()
  const me = useMe()
  const { isBuilt } = useRouting()
  const entries = useMemo(
    () => (menu && me ? sideEntries({ menu, isBuilt }, me.home, appId) : []),
    [menu, me, appId, isBuilt],
  )
  const brand = me?.brand
  const [name = 'Portico', ...more] = (brand?.name ?? 'Portico').split(' ')
  return (
    <>
      <a
        className="side-brand"
        href={me?.home ?? '/home'}
        onClick={event => {
          followLink(event)
          onFollow?.()
        }}
      >
        {brand?.logo ? <img src={brand.logo} alt="" width={28} height={28} /> : <Logo size={28} />}
        <b>{name}</b>
        <span>{more.join(' ')}</span>
      </a>
      <AppSwitcher appId={appId} onFollow={onFollow} />
      {appId !== undefined && me?.limitedIn?.includes(appId) && <PlacesNote appId={appId} />}
      <nav className="side-menu" aria-label={translate(MENU)}>
        {!menu && (failed ? <ErrorState onRetry={retry} /> : <Skeleton lines={6} />)}
        <SideMenu entries={entries} path={path} onFollow={onFollow} />
      </nav>
      <UserBox />
    </>
  )
}
