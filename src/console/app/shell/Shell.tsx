/** The frame of every page behind the login: sidebar, top bar, the page, and the dock for its drawer. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { OfflineNotice } from '#console/app/shell/OfflineNotice.tsx'
import { crumbsOf, menuPath } from '#console/app/shell/crumbsOf.ts'
import { Sidebar } from '#console/app/shell/Sidebar.tsx'
import { Topbar } from '#console/app/shell/Topbar.tsx'
import { useApplication } from '#console/app/useApplication.ts'
import { useMenu } from '#console/app/useMenu.ts'
import { useRouting } from '#console/app/routing.ts'
import { useMe } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { DrawerDock } from '#console/kit/overlay/DrawerDock.tsx'
import { ShownTitle } from '#console/kit/layout/ShownTitle.ts'
import { useTranslate } from '#console/kit/language.tsx'
import './Shell.css'

const TrialNotice = lazy(async () => (await import('#console/app/shell/TrialNotice.tsx')).TrialNotice)
const ViewingNotice = lazy(async () => (await import('#console/app/shell/ViewingNotice.tsx')).default)
const SideSheet = lazy(async () => (await import('#console/app/shell/SideSheet.tsx')).default)

const narrowQuery = matchMedia('(max-width: 960px)')
const useFolded = (): boolean => {
  const [folded, setFolded] = useState(narrowQuery.matches)
  useEffect(() => {
    const onChange = (): void => setFolded(narrowQuery.matches)
    narrowQuery.addEventListener('change', onChange)
    return () => narrowQuery.removeEventListener('change', onChange)
  }, [])
  return folded
}

export const Shell = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  const me = useMe()
  const path = useRouterState({ select: state => state.location.pathname }).replace(/\/+$/, '') || '/'
  const appId = useRouterState({
    select: state => (state.matches.at(-1)?.params as { appId?: string } | undefined)?.appId,
  })
  const { menu, failed, retry } = useMenu(appId)
  const application = useApplication(appId)
  const { table } = useRouting()
  const folded = useFolded()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const main = useRef<HTMLElement>(null)
  const crumbs = crumbsOf({ path, appId, appName: application?.name, menu: menu ?? [], table })
  const title = translate(crumbs.at(-1)?.label ?? '')
  useEffect(() => {
    document.title = [title, me?.brand.title ?? 'Portico'].filter(Boolean).join(' · ')
  }, [title, me])
  useEffect(() => {
    main.current?.scrollTo(0, 0)
    setOpen(false)
  }, [path])
  const sidebar = (
    <Sidebar
      menu={menu}
      failed={failed}
      retry={retry}
      appId={appId}
      path={menuPath(path)}
      onFollow={() => setOpen(false)}
    />
  )
  return (
    <div className="shell">
      <a className="shell-skip" href="#page">
        {translate(['跳到内容', 'Skip to content'])}
      </a>
      {folded ? (
        asked && (
          <SideSheet open={open} onOpen={setOpen}>
            {sidebar}
          </SideSheet>
        )
      ) : (
        <aside className="shell-side">{sidebar}</aside>
      )}
      <Topbar
        crumbs={crumbs}
        menu={menu ?? []}
        appId={appId}
        onMenu={
          folded
            ? () => {
                setAsked(true)
                setOpen(true)
              }
            : undefined
        }
      />
      <div className="shell-body">
        <main className="shell-page" id="page" ref={main} tabIndex={-1}>
          <OfflineNotice />
          {me?.viewing && <ViewingNotice />}
          {me?.trial && <TrialNotice />}
          <ShownTitle value={title}>{children}</ShownTitle>
        </main>
        <DrawerDock />
      </div>
    </div>
  )
}
