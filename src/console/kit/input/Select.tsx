/** Chooses one option of a known list; a long list has a search box. */
import { useState } from 'react'
import { ChevronDown, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { CLEAR } from '#base/texts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Options, type Option, type OptionId } from '#console/kit/input/Options.tsx'
import { isSearched, OptionsSearch } from '#console/kit/input/OptionsSearch.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import '#console/kit/overlay/Popover.css'
import './Select.css'

export type SelectProps<Id extends OptionId> = FieldProps & {
  options: readonly Option<Id>[]
  value: Id | undefined
  onChange: (value: Id | undefined) => void
  onBlur?: () => void
  placeholder?: Words
  /** The choice can be cleared. */
  clearable?: boolean
  name?: string
  size?: 'medium' | 'large'
  /** In px; without it the width of the container. */
  width?: number
}

export const Select = <Id extends OptionId = string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  clearable,
  name,
  size = 'medium',
  width,
  disabled,
  ...field
}: SelectProps<Id>) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const needle = search.trim().toLowerCase()
  // The chosen option stays in the list, because react-aria clears a selection that is not among its items.
  const found =
    needle === ''
      ? options
      : options.filter(option => option.id === value || translate(option.label).toLowerCase().includes(needle))
  const chosen = options.find(option => option.id === value)
  const clearing = clearable && chosen !== undefined && !disabled
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <AriaSelect
          className="select"
          style={width ? { width } : undefined}
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          name={name}
          isDisabled={disabled}
          isInvalid={Boolean(field.error)}
          isRequired={field.required}
          // An empty list shows a message, because a button without effect would confuse.
          allowsEmptyCollection
          value={value ?? null}
          // The ids are those of `options`, so the key is one of them.
          onChange={key => onChange(key === null ? undefined : (key as Id))}
          onOpenChange={open => {
            if (!open) setSearch('')
          }}
          onBlur={onBlur}
        >
          <AriaButton className="box select-button" data-size={size} data-clearable={clearing || undefined}>
            <SelectValue className="select-value ellipsis">
              {chosen ? translate(chosen.label) : translate(placeholder ?? placeholderOf('choose', field))}
            </SelectValue>
            {!clearing && <Icon of={ChevronDown} size={14} />}
          </AriaButton>
          {clearing && (
            <span className="select-clear">
              <IconButton icon={X} size="tiny" label={CLEAR} onPress={() => onChange(undefined)} />
            </span>
          )}
          <Popover className="popover popover-list" offset={4}>
            {isSearched('select', options.length) && <OptionsSearch value={search} onChange={setSearch} />}
            <Options options={found} label={translate(field.label)} />
          </Popover>
        </AriaSelect>
      )}
    </Field>
  )
}
