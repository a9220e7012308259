/** The filters above a list. As many as fit beside the buttons are visible, at most four; a button shows the others. */
import { Children, useId, useRef, useState, type ReactNode } from 'react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { CLEAR } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { table } from '#console/kit/defaults.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import { useFilterRoom } from '#console/kit/table/useFilterRoom.ts'
import './SearchForm.css'

export type SearchFormProps = {
  /** One field per filter, with `hideLabel`. */
  children: ReactNode
  /** Called by the button and by Enter. Without it filters take effect at once, and only 清空 is shown. */
  onSearch?: () => void
  onClear: () => void
  /** A switch that is always visible. */
  segments?: ReactNode
  /** Shown at the right, such as refresh and ColumnPicker. */
  tools?: ReactNode
  busy?: boolean
  /** The number of first fields that are always visible, because a later filter in force must not be hidden. */
  least?: number
}

const shownWhenFolded = table.foldsBeyond
const shownOnPhone = 1

export const SearchForm = ({ children, onSearch, onClear, segments, tools, busy, least = 0 }: SearchFormProps) => {
  const translate = useTranslate()
  const id = useId()
  const [open, setOpen] = useState(false)
  const fields = Children.toArray(children)
  const box = useRef<HTMLDivElement>(null)
  const room = useFilterRoom(box, shownWhenFolded)
  const most = Math.max(useNarrow() ? shownOnPhone : room, least)
  const folds = fields.length > most
  const shown = folds && !open ? fields.slice(0, most) : fields
  return (
    <form
      className="search-form calm"
      role="search"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSearch?.()
      }}
    >
      <div className="search-form-fields" id={id} ref={box}>
        {shown.map((field, at) => (
          <div key={at} className="search-form-field">
            {field}
          </div>
        ))}
        {segments && (
          <div className="search-form-field" data-always>
            {segments}
          </div>
        )}
        <div className="search-form-acts">
          {onSearch && (
            <Button type="submit" busy={busy}>
              {translate(['搜索', 'Search'])}
            </Button>
          )}
          <Button variant="quiet" onPress={onClear}>
            {translate(CLEAR)}
          </Button>
          {folds && (
            <Button
              variant="quiet"
              iconEnd={open ? ChevronUp : ChevronDown}
              aria-expanded={open}
              aria-controls={id}
              onPress={() => setOpen(!open)}
            >
              {open
                ? translate(['收起', 'Fewer'])
                : translate([`展开 ${fields.length - most} 项`, `${fields.length - most} more`])}
            </Button>
          )}
        </div>
      </div>
      {tools && <div className="search-form-tools">{tools}</div>}
    </form>
  )
}
