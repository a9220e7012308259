/** The top bar: breadcrumb, command palette and trays; language and theme where there is room for them. */
import { MENU } from '#base/subjectTexts.ts'
import { useEffect, useState } from 'react'
import { Menu as MenuIcon, Search, TriangleAlert } from 'lucide-react'
import { ErrorBoundary } from '#console/app/ErrorBoundary.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Breadcrumb } from '#console/kit/layout/Breadcrumb.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { isTyping } from '#console/kit/isTyping.ts'
import { pressShortcut } from '#console/kit/pressShortcut.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { useLook } from '#console/app/shell/useLook.ts'
import { registry } from '#console/data/registry.ts'
import type { MenuNode } from '#console/app/menuTree.ts'

// They show nothing at first on most pages, so no page waits for them.
const JobTray = lazy(async () => (await import('#console/app/shell/JobTray.tsx')).JobTray)
const UndoTray = lazy(async () => (await import('#console/app/shell/UndoTray.tsx')).UndoTray)

const Palette = lazy(async () => (await import('#console/app/palette/Palette.tsx')).Palette)

export type TopbarProps = {
  crumbs: readonly { label: Words; href?: string }[]
  menu: readonly MenuNode[]
  appId: string | undefined
  onMenu: (() => void) | undefined
}

const FIND: Words = ['搜索设备、人员、页面', 'Search anything']
const FAILED: Words = ['此处出错，按下重新加载', 'This has failed; press to load the page again']
const reload = (): void => location.reload()
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const Topbar = ({ crumbs, menu, appId, onMenu }: TopbarProps) => {
  const translate = useTranslate()
  const look = useLook(false)
  const [open, setOpen] = useState<boolean | 'keys'>(false)
  // Each once: a component that is lazy anew would be loaded anew.
  const [trays] = useState(() => registry().trays.map(load => lazy(async () => (await load()).default)))
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen(before => !before)
      } else if (event.key === '?' && !isTyping(event.target)) setOpen('keys')
      else pressShortcut(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <header className="topbar">
      {onMenu && <IconButton icon={MenuIcon} label={MENU} onPress={onMenu} />}
      <div className="topbar-place">
        <Breadcrumb items={crumbs} />
      </div>
      <button
        type="button"
        className="topbar-find"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Meta+K Control+K"
        aria-label={translate(FIND)}
        data-key={isMac ? '⌘K' : 'Ctrl K'}
      >
        <Icon of={Search} />
        <span className="ellipsis">{translate(FIND)}</span>
      </button>
      <UndoTray />
      <JobTray />
      {trays.map((Tray, at) => (
        // The page stays usable where one of them fails, and says so.
        <ErrorBoundary key={at} instead={<IconButton icon={TriangleAlert} label={FAILED} onPress={reload} />}>
          <Tray />
        </ErrorBoundary>
      ))}
      {look.map(({ id, ...button }) => (
        <IconButton key={id} {...button} />
      ))}
      {open && <Palette open={open} onOpen={setOpen} menu={menu} appId={appId} />}
    </header>
  )
}
