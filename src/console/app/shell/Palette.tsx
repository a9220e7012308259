/** The results of ⌘K: pages from the loaded menu, devices and people from the server. */
import { DEVICES, PEOPLE } from '#base/subjectTexts.ts'
import { useMemo } from 'react'
import { Cpu, User } from 'lucide-react'
import { inApp, type MenuNode } from '#console/app/menuTree.ts'
import { sideEntries, type SideLink } from '#console/app/shell/sideEntries.ts'
import { menuIcon } from '#console/app/shell/menuIcon.ts'
import { useRouting } from '#console/app/routing.ts'
import { useCan, useMe } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { CommandPalette, type PaletteItem, type PaletteProvider } from '#console/kit/overlay/CommandPalette.tsx'
import { useTranslate } from '#console/kit/language.tsx'

type DeviceRow = { id: string; name: string; sn: string; deviceClass: string; appId?: string | null }
type PersonRow = { id: string; name: string; personNo: string | null; appId?: string | null }
type Found<Row> = { records: Row[] }
const most = 6

export type PaletteProps = { onOpen: (open: boolean) => void; menu: readonly MenuNode[]; appId: string | undefined }

export const Palette = ({ onOpen, menu, appId }: PaletteProps) => {
  const translate = useTranslate()
  const me = useMe()
  const can = useCan()
  const { isBuilt } = useRouting()
  const home = me?.home ?? '/home'
  const providers = useMemo((): readonly PaletteProvider[] => {
    const links = [appId, undefined]
      .filter((one, at) => at === 0 || appId !== undefined)
      .flatMap(one => sideEntries(menu, home, one, isBuilt))
      .flatMap(section => section.entries)
      .flatMap((entry): { link: SideLink; icon: string | null; note: string | undefined }[] =>
        entry.kind === 'link'
          ? [{ link: entry.link, icon: entry.link.icon, note: undefined }]
          : entry.group.links.map(link => ({ link, icon: link.icon ?? entry.group.icon, note: entry.group.label })),
      )
    const pages: PaletteProvider = {
      id: 'pages',
      label: ['页面', 'Pages'],
      search: text => {
        const needle = text.toLowerCase()
        return links
          .filter(({ link, note }) => `${link.label} ${note ?? ''} ${link.path}`.toLowerCase().includes(needle))
          .slice(0, needle ? 12 : 8)
          .map(({ link, icon, note }): PaletteItem => ({
            id: link.href,
            label: link.label,
            icon: menuIcon(icon),
            href: link.href,
            ...(note ? { note } : {}),
          }))
      },
    }
    const deviceApi = appId === undefined ? 'warehouse' : 'bind'
    const devices: PaletteProvider = {
      id: 'devices',
      label: DEVICES,
      search: async (text, signal) => {
        if (!text) return []
        const ask = (by: 'name' | 'sn') =>
          get<Found<DeviceRow>>(
            `/api/device/${deviceApi}/page`,
            { current: 1, size: most, [by]: text },
            { signal, quiet: true },
          )
        const found = (await Promise.all([ask('name'), ask('sn')])).flatMap(page => page.records)
        return [...new Map(found.map(row => [row.id, row])).values()]
          .slice(0, most)
          .map((row): PaletteItem => ({
            id: row.id,
            label: row.name,
            note: row.sn,
            icon: Cpu,
            href:
              appId === undefined
                ? `/hardwareManage/deviceWarehouse?row=${row.id}`
                : `/${row.deviceClass}/equi/${appId}?row=${row.id}`,
          }))
      },
    }
    const people: PaletteProvider = {
      id: 'people',
      label: PEOPLE,
      search: async (text, signal) => {
        if (!text) return []
        const page = await get<Found<PersonRow>>(
          '/api/person/person/page',
          { current: 1, size: most, name: text },
          { signal, quiet: true },
        )
        return page.records.flatMap((row): PaletteItem[] => {
          const owner = appId ?? row.appId ?? undefined
          return owner
            ? [
                {
                  id: row.id,
                  label: row.name,
                  icon: User,
                  href: `${inApp('/apply/customPerson/default', owner)}?row=${row.id}`,
                  ...(row.personNo ? { note: row.personNo } : {}),
                },
              ]
            : []
        })
      },
    }
    return [
      pages,
      ...(can(appId === undefined ? 'device:list' : 'deviceBind:list') ? [devices] : []),
      ...(can('person:list') ? [people] : []),
    ]
    // Words and permissions are those of the moment the palette opens.
  }, [menu, home, appId, isBuilt, translate])
  return <CommandPalette open onOpen={onOpen} providers={providers} />
}
