/** The content of a saved view: filters and order of the address, columns, and row height. */
import { useCallback } from 'react'
import type { SavedView } from '#console/crud/list/savedViews.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { keepDensity, useDensity } from '#console/kit/table/density.ts'
import { columnsText, restoreColumns, useColumnsText } from '#console/kit/table/useColumnMemory.ts'

/** Page and open row are not part of a view. */
const passing = ['current', 'row']

export type ViewContent = Required<Omit<SavedView, 'name'>>

const searchNow = (): string => {
  const search = new URLSearchParams(location.search)
  for (const name of passing) search.delete(name)
  search.sort()
  return String(search)
}

/** `name` is that of the list, under which its columns and its density are stored. */
export const useListView = (name: string, { patch }: ListAddress) => {
  const density = useDensity(name)
  useColumnsText(name)
  const content = useCallback(
    (): ViewContent => ({ search: searchNow(), columns: columnsText(name), density }),
    [name, density],
  )
  const open = useCallback(
    ({ search, columns, density: height }: SavedView): void => {
      if (typeof columns === 'string') restoreColumns(name, columns)
      if (height === 36 || height === 44) keepDensity(name, height)
      const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(key => [key, undefined]))
      patch({ ...gone, ...Object.fromEntries(new URLSearchParams(search)) })
    },
    [name, patch],
  )
  return { content, open }
}
