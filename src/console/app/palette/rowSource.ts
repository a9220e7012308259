/** The rows of a lens in the command palette: found by the fields that the lens names, or read by id. */
import type { Row } from '#model/row.ts'
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'
import type { IconShape } from '#console/kit/Icon.tsx'
import type { PaletteItem } from '#console/kit/overlay/CommandPalette.tsx'
import type { Placed } from './paletteLens.ts'
import type { Source } from './sources.ts'

const most = 6

export const rowSource = (
  { lens, hrefOf }: Placed,
  appId: string | undefined,
  icon: IconShape,
  mayView: boolean,
): Source => {
  const [first = '', second] = lens.found
  const itemOf = (row: Row): PaletteItem[] => {
    const href = hrefOf(row)
    const note = second === undefined ? undefined : row[second]
    return href === undefined
      ? []
      : [
          {
            id: row.id,
            label: String(row[first] ?? row.id),
            icon,
            href: `${href}?row=${row.id}`,
            ...(typeof note === 'string' && note ? { note } : {}),
          },
        ]
  }
  const scope = appId === undefined ? {} : { appId }
  return {
    id: lens.key,
    label: lens.title,
    find: async (text, signal) => {
      if (!text) return []
      const ask = (by: string) =>
        get<Page>(`${lens.api}/page`, { current: 1, size: most, [by]: text, ...scope }, { signal, quiet: true })
      // A field by which this user may not search finds nothing; the others still do.
      const asked = await Promise.allSettled(lens.found.map(ask))
      const pages = asked.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
      if (!pages.length) throw (asked[0] as PromiseRejectedResult).reason
      const found = pages.flatMap(page => page.records)
      return [...new Map(found.map(row => [row.id, row])).values()].slice(0, most).flatMap(itemOf)
    },
    recall: async (id, signal) =>
      mayView ? itemOf(await get<Row>(`${lens.api}/${id}`, scope, { signal, quiet: true }))[0] : undefined,
  }
}
