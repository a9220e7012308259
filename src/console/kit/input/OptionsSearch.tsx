/** The search box above a long list of options. */
import { FIND } from '#base/texts.ts'
import { searchable } from '#console/kit/defaults.ts'
import { useTranslate } from '#console/kit/language.tsx'
import './MultiSelect.css'

/** Lists up to this length are read faster than they are searched. */
const searchFrom = 9
/** Whether a widget with this number of options has a search box. */
export const isSearched = (widget: (typeof searchable)[number], count: number): boolean =>
  count >= searchFrom && searchable.includes(widget)

export const OptionsSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const translate = useTranslate()
  return (
    <input
      className="multi-select-search"
      type="search"
      value={value}
      aria-label={translate(['在选项中查找', 'Search the options'])}
      placeholder={translate(FIND)}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    />
  )
}
