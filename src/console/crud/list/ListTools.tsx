/** The small buttons at the right of a list: search, views, refresh, density, print, columns. */
import { Bookmark, Printer, RefreshCw, Rows3, Rows4, Search } from 'lucide-react'
import { PRINT } from '#base/listTexts.ts'
import type { Lens, ListButton } from '#model/noun.ts'
import { viewsOf } from '#console/crud/layouts/viewsOf.ts'
import { ColumnsButton } from '#console/crud/list/ColumnsButton.tsx'
import type { Row } from '#model/row.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { keepDensity, type RowHeight } from '#console/kit/table/density.ts'
import { IconButton } from '#console/kit/IconButton.tsx'

const ViewButtons = lazy(async () => (await import('#console/crud/layouts/ViewButtons.tsx')).default)
const loadViews = () => import('#console/crud/list/ViewsButton.tsx')
const ViewsButton = lazy(async () => (await loadViews()).default)

const DensityButton = ({ name, density }: { name: string; density: RowHeight }) => {
  const compact = density === 36
  return (
    <IconButton
      icon={compact ? Rows3 : Rows4}
      label={compact ? ['宽松行距', 'Comfortable rows'] : ['紧凑行距', 'Compact rows']}
      onPress={() => keepDensity(name, compact ? 44 : 36)}
    />
  )
}

export type ListToolsProps = {
  lens: Lens
  /** undefined: the rows are no table. */
  columns: readonly Column<Row>[] | undefined
  shows: (button: ListButton) => boolean
  address: ListAddress
  density: RowHeight
  /** undefined: there is nothing to search by. */
  searching: boolean | undefined
  onSearching: (open: boolean) => void
  onRefresh: () => void
}

const print = async (name: string): Promise<void> => (await import('#console/kit/table/printTable.ts')).printTable(name)

export const ListTools = ({
  lens,
  columns,
  shows,
  address,
  density,
  searching,
  onSearching,
  onRefresh,
}: ListToolsProps) => (
  <>
    {viewsOf(lens).length > 0 && <ViewButtons lens={lens} address={address} />}
    {shows('search') && searching !== undefined && (
      // On a phone the filters are folded already; there the tools fit beside their buttons without it.
      <span className={searching ? 'crud-wide' : undefined}>
        <IconButton
          icon={Search}
          label={searching ? ['隐藏筛选', 'Hide the filters'] : ['显示筛选', 'Show the filters']}
          onPress={() => onSearching(!searching)}
        />
      </span>
    )}
    {shows('views') && (
      <Deferred
        load={loadViews}
        placeholder={begin => (
          <IconButton icon={Bookmark} label={['视图', 'Views']} aria-haspopup="dialog" onPress={begin} />
        )}
      >
        <ViewsButton name={lens.key} address={address} />
      </Deferred>
    )}
    {shows('refresh') && <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={onRefresh} />}
    {columns && (
      <span className="crud-wide">
        <DensityButton name={lens.key} density={density} />
        {shows('print') && <IconButton icon={Printer} label={PRINT} onPress={() => void print(lens.key)} />}
      </span>
    )}
    {shows('column') && columns && <ColumnsButton name={lens.key} columns={columns} />}
  </>
)
