/** Which of several lists on tabs is shown: part of the address, so that links and the back button work. */
import { useCallback } from 'react'
import { useListAddress } from '#console/crud/list/useListAddress.ts'

const NAMES = ['tab']

/** `ids`: those of the tabs, the first one needs no word in the address. `asked`: filters of the list to be shown. */
export const useListTab = <Id extends string>(
  ids: readonly [Id, ...Id[]],
): [Id, (id: Id, asked?: Readonly<Record<string, string>>) => void] => {
  const { filters, patch } = useListAddress(NAMES)
  const [first] = ids
  const show = useCallback(
    (id: Id, asked: Readonly<Record<string, string>> = {}): void => {
      // The filters, the order and the page of one list do not apply to another.
      const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(key => [key, undefined]))
      patch({ ...gone, tab: id === first ? undefined : id, ...asked })
    },
    [patch, first],
  )
  return [ids.find(id => id === filters.tab) ?? first, show]
}
