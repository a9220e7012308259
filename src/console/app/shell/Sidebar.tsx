/** The sidebar: brand, current application, menu, and the signed-in user. */
import { MENU } from '#base/subjectTexts.ts'
import { useEffect, useMemo, useState } from 'react'
import { ChevronRight } from 'lucide-react'
import { AppSwitcher } from '#console/app/shell/AppSwitcher.tsx'
import { menuIcon } from '#console/app/shell/menuIcon.ts'
import { sideEntries, type SideGroup, type SideLink } from '#console/app/shell/sideEntries.ts'
import { UserBox } from '#console/app/shell/UserBox.tsx'
import type { MenuNode } from '#console/app/menuTree.ts'
import { useRouting } from '#console/app/routing.ts'
import { useMe } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Icon } from '#console/kit/Icon.tsx'
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

const Item = ({
  link,
  here,
  plain,
  onFollow,
}: {
  link: SideLink
  here: boolean
  plain?: boolean
  onFollow: (() => void) | undefined
}) => (
  <a
    className="side-item"
    href={link.href}
    data-plain={plain || undefined}
    aria-current={here ? 'page' : undefined}
    onClick={event => {
      followLink(event)
      onFollow?.()
    }}
  >
    {!plain && <Icon of={menuIcon(link.icon)} />}
    <span className="ellipsis">{link.label}</span>
  </a>
)

const Group = ({ group, path, onFollow }: { group: SideGroup; path: string; onFollow: (() => void) | undefined }) => {
  const inside = group.links.some(link => link.href === path)
  const [open, setOpen] = useState(inside)
  useEffect(() => {
    if (inside) setOpen(true)
  }, [inside])
  return (
    <div className="side-group">
      <button
        type="button"
        className="side-item"
        aria-expanded={open}
        data-inside={inside || undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={menuIcon(group.icon)} />
        <span className="ellipsis">{group.label}</span>
        <span className="side-fold">
          <Icon of={ChevronRight} size={14} />
        </span>
      </button>
      {open && (
        <div className="side-links">
          {group.links.map(link => (
            <Item key={link.id} link={link} here={link.href === path} plain onFollow={onFollow} />
          ))}
        </div>
      )}
    </div>
  )
}

export const Sidebar = ({ menu, failed, retry, appId, path, onFollow }: SidebarProps) => {
  const translate = useTranslate()
  const me = useMe()
  const { isBuilt } = useRouting()
  const sections = useMemo(
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
        {sections.map(
          section =>
            section.entries.length > 0 && (
              <div key={section.id} className="side-section">
                {section.titled && <h2 className="side-title">{translate(['设备类', 'Device classes'])}</h2>}
                {section.entries.map(entry =>
                  entry.kind === 'link' ? (
                    <Item key={entry.link.id} link={entry.link} here={entry.link.href === path} onFollow={onFollow} />
                  ) : (
                    <Group key={entry.group.id} group={entry.group} path={path} onFollow={onFollow} />
                  ),
                )}
              </div>
            ),
        )}
      </nav>
      <UserBox />
    </>
  )
}
