/** The entries of the sidebar: groups fold, as the account left them; the present page is always in sight. */
import { useEffect, useRef, useState } from 'react'
import { ChevronRight } from 'lucide-react'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { linksIn, type SideEntry, type SideGroup, type SideLink } from '#console/app/shell/sideEntries.ts'
import { useWaiting } from '#console/data/waiting.ts'
import { Badge } from '#console/kit/Badge.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { parsed, storedText, storePreference, useStoredText } from '#console/kit/preferences.ts'

const SearchField = lazy(async () => (await import('#console/kit/input/SearchField.tsx')).SearchField)

/** The preference that holds the ids of the groups a person opened. */
const OPENED = 'menu:opened'
/** More groups than this in a group are searched. */
const MOST_AT_A_GLANCE = 8

type Here = { path: string; onFollow: (() => void) | undefined }

const openedIn = (text: string | null): readonly unknown[] => {
  const ids = parsed(text)
  return Array.isArray(ids) ? ids : []
}
const keepOpened = (id: string, open: boolean): void => {
  const others = openedIn(storedText(OPENED)).filter(one => one !== id)
  storePreference(OPENED, open ? [...others, id] : others)
}

const Count = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="side-count">
      <Badge tone="bad">{count}</Badge>
    </span>
  )

const Item = ({ link, plain, path, onFollow }: { link: SideLink; plain?: boolean } & Here) => {
  const waiting = useWaiting()
  const here = link.href === path
  const item = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (here) item.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <a
      ref={item}
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
      <Count count={waiting[link.path] ?? 0} />
    </a>
  )
}

/** Opens with the page that it holds, until it is folded; what a person opened stays so, also in the next session. */
const useOpened = (id: string, inside: boolean): [open: boolean, set: (open: boolean) => void] => {
  const kept = openedIn(useStoredText(OPENED)).includes(id)
  const [entered, setEntered] = useState(inside)
  useEffect(() => {
    if (inside) setEntered(true)
  }, [inside])
  return [
    kept || entered,
    open => {
      setEntered(open)
      keepOpened(id, open)
    },
  ]
}

const Group = ({ group, nested, ...here }: { group: SideGroup; nested?: boolean } & Here) => {
  const translate = useTranslate()
  const waiting = useWaiting()
  const links = linksIn(group).map(({ link }) => link)
  const inside = links.some(link => link.href === here.path)
  const [open, setOpen] = useOpened(group.id, inside)
  return (
    <div className="side-group">
      <button
        type="button"
        className="side-item"
        aria-expanded={open}
        data-inside={inside || undefined}
        data-plain={nested || undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={menuIcon(group.icon)} />
        <span className="ellipsis">{translate(group.label)}</span>
        {!open && <Count count={links.reduce((sum, { path }) => sum + (waiting[path] ?? 0), 0)} />}
        <span className="side-fold">
          <Icon of={ChevronRight} size={14} />
        </span>
      </button>
      {open && (
        <div className="side-links">
          {group.links.map(link => (
            <Item key={link.id} link={link} plain {...here} />
          ))}
          {group.groups && <Classes groups={group.groups} {...here} />}
        </div>
      )}
    </div>
  )
}

const Classes = ({ groups, ...here }: { groups: readonly SideGroup[] } & Here) => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  return (
    <>
      {groups.length > MOST_AT_A_GLANCE && (
        // Its room is kept, so that what was scrolled into sight stays there.
        <WhileLoading show={<div className="side-search-coming" />}>
          <SearchField label={['查找设备类', 'Find a device class']} value={text} onChange={setText} shortcut={null} />
        </WhileLoading>
      )}
      {groups
        .filter(group => translate(group.label).toLowerCase().includes(wanted))
        .map(group => (
          <Group key={group.id} group={group} nested {...here} />
        ))}
    </>
  )
}

export const SideMenu = ({ entries, ...here }: { entries: readonly SideEntry[] } & Here) =>
  entries.map(entry =>
    entry.kind === 'link' ? (
      <Item key={entry.link.id} link={entry.link} {...here} />
    ) : (
      <Group key={entry.group.id} group={entry.group} {...here} />
    ),
  )
