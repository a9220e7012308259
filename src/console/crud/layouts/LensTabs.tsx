/** Lists on one page, as tabs: the page's own first, then those of the lenses that it names (`tabs`), as far as they may be read. */
import { LensBody } from '#console/crud/list/LensBody.tsx'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import type { ListProps } from '#console/crud/list/useList.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { useLens } from '#console/crud/useLens.ts'
import { can } from '#console/data/me.ts'
import { registry } from '#console/data/registry.ts'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'

/** Pieces of the other lists, by the key of their lens. */
export type TabPieces = Readonly<Record<string, LensPieces>>

const NAMES = ['list']
const NOTHING: LensPieces = {}

export const LensTabs = ({ tabPieces, ...own }: ListProps & { tabPieces: TabPieces }) => {
  const { lens } = own
  const { filters, patch } = useListAddress(NAMES)
  const others = (lens.tabs ?? []).flatMap(key => registry().lenses.get(key) ?? []).filter(one => can(`${one.of}:list`))
  // A user who may read only another list sees that one; for a user who may read none, the page's own list says so.
  const readable = can(`${lens.of}:list`) || others.length === 0 ? [lens, ...others] : others
  const [first] = readable
  const chosen = readable.find(one => one.key === filters.list)?.key ?? first!.key
  const choose = (key: string): void => {
    // The filters, the page and the open row are those of the other list.
    const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(name => [name, undefined]))
    patch({ ...gone, list: key === first!.key ? undefined : key })
  }
  const contentOf = (key: string) =>
    key === lens.key ? (
      <LensBody {...own} />
    ) : (
      <Other {...own} key={key} name={key} pieces={tabPieces[key] ?? NOTHING} />
    )
  if (readable.length === 1) return contentOf(chosen)
  return (
    <Tabs
      label={lens.label}
      value={chosen}
      onChange={choose}
      items={readable.map(({ key, label }) => ({ id: key, label, content: () => contentOf(key) }))}
    />
  )
}

const Other = ({ name, ...props }: ListProps & { name: string }) => {
  const found = useLens(name)
  return found ? <LensBody {...props} {...found} /> : <Skeleton lines={8} />
}
