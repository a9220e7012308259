/** Chooses several options of a known list; a long list has a search box. */
import { useMemo, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { CLEAR } from '#base/texts.ts'
import { select } from '#console/kit/defaults.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Options, type Option, type OptionId } from '#console/kit/input/Options.tsx'
import { isSearched, OptionsSearch } from '#console/kit/input/OptionsSearch.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import '#console/kit/overlay/Popover.css'
import '#console/kit/input/Select.css'

export type MultiSelectProps<Id extends OptionId> = FieldProps & {
  options: readonly Option<Id>[]
  value: readonly Id[]
  onChange: (value: readonly Id[]) => void
  onBlur?: () => void
  placeholder?: Words
  /** Default 99. */
  limit?: number
  /** The options are too many to be here at once: the owner finds those of the text, and keeps the chosen ones. */
  onSearch?: ((text: string) => void) | undefined
  width?: number
}

/** The number of names shown; the others are counted. */
const namesShown = 3

export const MultiSelect = <Id extends OptionId = string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  limit = select.limit,
  onSearch,
  width,
  disabled,
  ...field
}: MultiSelectProps<Id>) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const chosen = useMemo(() => options.filter(option => value.includes(option.id)), [options, value])
  const needle = search.trim().toLowerCase()
  // Chosen options stay in the list, because react-aria clears a selection that is not among its items.
  const found =
    needle === '' || onSearch
      ? options
      : options.filter(option => value.includes(option.id) || translate(option.label).toLowerCase().includes(needle))
  const look = (text: string): void => {
    setSearch(text)
    onSearch?.(text)
  }
  const change = (next: readonly Id[]): void => {
    if (next.length > limit) {
      toast.warn([`最多选择 ${limit} 项`, `Choose at most ${limit}`])
      return
    }
    onChange(next)
  }
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <AriaSelect
          className="select"
          selectionMode="multiple"
          style={width ? { width } : undefined}
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          isDisabled={disabled}
          isInvalid={Boolean(field.error)}
          isRequired={field.required}
          // An empty list shows a message, because a button without effect would confuse.
          allowsEmptyCollection
          value={[...value]}
          onChange={keys => change(options.filter(option => keys.includes(option.id)).map(option => option.id))}
          onOpenChange={open => {
            if (!open) look('')
          }}
          onBlur={onBlur}
        >
          <AriaButton className="box select-button multi-select">
            <SelectValue className="select-value ellipsis">
              {chosen.length === 0 ? (
                translate(placeholder ?? placeholderOf('choose', field))
              ) : (
                <span className="multi-select-chosen">
                  {chosen.slice(0, namesShown).map(option => (
                    <span key={option.id} className="multi-select-tag ellipsis">
                      {translate(option.label)}
                    </span>
                  ))}
                  {chosen.length > namesShown && (
                    <span className="multi-select-more">+{chosen.length - namesShown}</span>
                  )}
                </span>
              )}
            </SelectValue>
            <Icon of={ChevronDown} size={14} />
          </AriaButton>
          <Popover className="popover popover-list" offset={4}>
            {(onSearch ?? isSearched('select', options.length)) && <OptionsSearch value={search} onChange={look} />}
            <Options options={found} label={translate(field.label)} multiple />
            <div className="multi-select-foot">
              <span>
                {onSearch
                  ? translate([`已选 ${value.length}`, `${value.length} chosen`])
                  : translate([
                      `已选 ${value.length} / ${Math.min(limit, options.length)}`,
                      `${value.length} of ${Math.min(limit, options.length)}`,
                    ])}
              </span>
              <button type="button" className="link" onClick={() => onChange([])} disabled={value.length === 0}>
                {translate(CLEAR)}
              </button>
            </div>
          </Popover>
        </AriaSelect>
      )}
    </Field>
  )
}
