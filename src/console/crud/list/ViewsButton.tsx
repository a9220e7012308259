/** The saved views of a list: open one, save the current filters, columns and density as one, delete one. */
import { SAVE } from '#base/texts.ts'
import { useState } from 'react'
import { Bookmark, Trash2 } from 'lucide-react'
import { useSavedViews, type SavedView } from '#console/crud/list/savedViews.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { useListView } from '#console/crud/list/useListView.ts'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'

export default function ViewsButton({ name, address }: { name: string; address: ListAddress }) {
  const view = useListView(name, address)
  const translate = useTranslate()
  const { views, save, drop } = useSavedViews(name)
  const [title, setTitle] = useState('')
  const content = view.content()
  const isOpen = (saved: SavedView): boolean =>
    Object.entries(content).every(
      ([part, value]) =>
        saved[part as keyof typeof content] === undefined || saved[part as keyof typeof content] === value,
    )
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
            {views.map(saved => (
              <li key={saved.name}>
                <button
                  type="button"
                  className="crud-view ellipsis"
                  aria-pressed={isOpen(saved)}
                  onClick={() => {
                    view.open(saved)
                    close()
                  }}
                >
                  {saved.name}
                </button>
                <IconButton
                  icon={Trash2}
                  size="tiny"
                  variant="danger"
                  label={[`删除 ${saved.name}`, `Delete ${saved.name}`]}
                  onPress={() => drop(saved.name)}
                />
              </li>
            ))}
            {views.length === 0 && (
              <li className="crud-views-none">
                {translate([
                  '把常用的筛选、排序和列存为视图',
                  'Save filters, sorting and columns you often use as a view',
                ])}
              </li>
            )}
          </ul>
          <form
            onSubmit={event => {
              event.preventDefault()
              event.stopPropagation()
              if (!title.trim()) return
              save({ name: title.trim(), ...content })
              setTitle('')
            }}
          >
            <TextField label={['视图名称', 'Name']} hideLabel value={title} onChange={setTitle} maxLength={32} />
            <Button type="submit" disabled={!title.trim()}>
              {translate(SAVE)}
            </Button>
          </form>
        </div>
      )}
    </Popover>
  )
}
