/** The saved views of a list: open one, save what is on the screen with its columns and density, forget one. */
import { useState } from 'react'
import { Bookmark, Trash2 } from 'lucide-react'
import { useSavedViews, type SavedView } from '#console/crud/list/savedViews.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { Button } from '#console/kit/Button.tsx'
import { keepDensity, useDensity } from '#console/kit/table/density.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { columnsText, restoreColumns } from '#console/kit/table/useColumnMemory.ts'

/** The page and the open row belong to the moment, not to the view. */
const passing = ['current', 'row']

const now = (): string => {
  const search = new URLSearchParams(location.search)
  for (const name of passing) search.delete(name)
  search.sort()
  return String(search)
}

export default function ViewsButton({ name, address }: { name: string; address: ListAddress }) {
  const say = useSay()
  const { views, save, drop } = useSavedViews(name)
  const [title, setTitle] = useState('')
  const shown = now()
  const columns = columnsText(name)
  const density = useDensity()
  const isOpen = (view: SavedView): boolean =>
    view.search === shown &&
    (view.columns === undefined || view.columns === columns) &&
    (view.density === undefined || view.density === density)
  const open = ({ search, columns, density }: SavedView): void => {
    if (typeof columns === 'string') restoreColumns(name, columns)
    if (density === 36 || density === 44) keepDensity(density)
    const gone = Object.fromEntries([...new URLSearchParams(location.search).keys()].map(key => [key, undefined]))
    address.patch({ ...gone, ...Object.fromEntries(new URLSearchParams(search)) })
  }
  return (
    <Popover
      label={['视图', 'Views']}
      placement="bottom end"
      width={280}
      trigger={<IconButton icon={Bookmark} label={['视图', 'Views']} />}
    >
      {close => (
        <div className="crud-views">
          <ul>
            {views.map(view => (
              <li key={view.name}>
                <button
                  type="button"
                  className="crud-view ellipsis"
                  aria-pressed={isOpen(view)}
                  onClick={() => {
                    open(view)
                    close()
                  }}
                >
                  {view.name}
                </button>
                <IconButton
                  icon={Trash2}
                  size="tiny"
                  variant="danger"
                  label={[`删除 ${view.name}`, `Delete ${view.name}`]}
                  onPress={() => drop(view.name)}
                />
              </li>
            ))}
            {views.length === 0 && (
              <li className="crud-views-none">
                {say(['把常用的筛选、排序和列存为视图', 'Save the filters, the order and the columns you often use'])}
              </li>
            )}
          </ul>
          <form
            onSubmit={event => {
              event.preventDefault()
              event.stopPropagation()
              if (!title.trim()) return
              save({ name: title.trim(), search: shown, columns, density })
              setTitle('')
            }}
          >
            <TextField label={['视图名称', 'Name']} hideLabel value={title} onChange={setTitle} maxLength={32} />
            <Button type="submit" disabled={!title.trim()}>
              {say(['保存', 'Save'])}
            </Button>
          </form>
        </div>
      )}
    </Popover>
  )
}
