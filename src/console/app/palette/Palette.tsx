/** ⌘K: pages from the loaded menu, acts, rows of the lenses that say so, and what was last used; `?` lists the keys. */
import { useMemo } from 'react'
import type { MenuNode } from '#console/app/menuTree.ts'
import { applicationEntries, areaEntries, linksIn, type SideLink } from '#console/app/shell/sideEntries.ts'
import { menuIcon } from '#console/app/shell/menuIcon.tsx'
import { useRouting } from '#console/app/routing.ts'
import { useCan, useMe } from '#console/data/me.ts'
import { CommandPalette } from '#console/kit/overlay/CommandPalette.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { useTheme } from '#console/kit/theme.ts'
import { addItems, consoleItems } from './actItems.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { paletteLenses } from './generated/paletteLenses.ts'
import { placedLenses, type PaletteLens } from './paletteLens.ts'
import { rowSource } from './rowSource.ts'
import { fixedSource, providersOf } from './sources.ts'

export type PaletteProps = {
  /** `keys`: the list of keys instead of the search. */
  open: true | 'keys'
  onOpen: (open: boolean | 'keys') => void
  menu: readonly MenuNode[]
  appId: string | undefined
  /** Default: those of the product. */
  lenses?: readonly PaletteLens[]
}

type PageLink = { link: SideLink; icon: string | null; note: string | undefined }

export const Palette = ({ open, ...props }: PaletteProps) =>
  open === 'keys' ? <KeyHelp onClose={() => props.onOpen(false)} /> : <Finder {...props} />

const Finder = ({ onOpen, menu, appId, lenses = paletteLenses }: Omit<PaletteProps, 'open'>) => {
  const translate = useTranslate()
  const theme = useTheme()
  const can = useCan()
  const home = useMe()?.home ?? '/home'
  const { isBuilt } = useRouting()
  const providers = useMemo(() => {
    const [ofApplication, ofAreas] = [
      applicationEntries({ menu, isBuilt }, appId),
      areaEntries({ menu, isBuilt }, home),
    ]
    const links = (appId === undefined ? [ofAreas, ofApplication] : [ofApplication, ofAreas])
      .flat()
      .flatMap((entry): readonly PageLink[] =>
        entry.kind === 'link'
          ? [{ link: entry.link, icon: entry.link.icon, note: undefined }]
          : linksIn(entry.group).map(({ link, group }) => ({
              ...{ link, icon: link.icon ?? group.icon, note: translate(group.label) },
            })),
      )
    const pages = links.map(({ link, icon, note }) => ({
      item: { id: link.href, label: link.label, icon: menuIcon(icon), href: link.href, ...(note ? { note } : {}) },
      haystack: `${link.label} ${note ?? ''} ${link.path}`,
    }))
    const placed = placedLenses(lenses, menu, appId)
    const acts = [...addItems(placed, can), ...consoleItems(home, theme, () => onOpen('keys'))].map(item => ({
      item,
      haystack: both(item.label),
    }))
    return providersOf(
      [
        fixedSource('pages', ['页面', 'Pages'], pages, { typed: 12, untyped: 8 }),
        ...placed
          .filter(({ lens }) => lens.found.length > 0 && can(`${lens.of}:list`))
          .map(one => rowSource(one, appId, menuIcon(one.icon), can(`${one.lens.of}:view`))),
        fixedSource('acts', ['操作', 'Actions'], acts, { typed: 8, untyped: 8 }),
      ],
      appId,
    )
    // Words and permissions are those of the moment the palette opens.
  }, [menu, home, appId, isBuilt, translate, lenses])
  return (
    <CommandPalette
      open
      onOpen={onOpen}
      providers={providers}
      placeholder={['搜索页面、设备、人员、操作', 'Search pages, devices, people and actions']}
    />
  )
}

/** People search in either language. */
const both = (words: Words): string => (typeof words === 'string' ? words : words.join(' '))
