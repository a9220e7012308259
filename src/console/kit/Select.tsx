/** Chooses one of a known few. */
import { ChevronDown, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Field, type FieldProps } from '#console/kit/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { Options, type Option, type OptionId } from '#console/kit/Options.tsx'
import { placeholderOf } from '#console/kit/placeholderOf.ts'
import '#console/kit/Popover.css'
import './Select.css'

export type SelectProps<Id extends OptionId> = FieldProps & {
  options: readonly Option<Id>[]
  value: Id | undefined
  onChange: (value: Id | undefined) => void
  onBlur?: () => void
  placeholder?: Words
  /** Can be emptied again. */
  clearable?: boolean
  name?: string
  size?: 'medium' | 'large'
  /** In px; otherwise it fills its container. */
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
  const say = useSay()
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
          value={value ?? null}
          // The ids are those of `options`, so the key is one of them.
          onChange={key => onChange(key === null ? undefined : (key as Id))}
          onBlur={onBlur}
        >
          <AriaButton className="box select-button" data-size={size} data-clearable={clearing || undefined}>
            <SelectValue className="select-value ellipsis">
              {chosen ? say(chosen.label) : say(placeholder ?? placeholderOf('choose', field.label))}
            </SelectValue>
            {!clearing && <Icon of={ChevronDown} size={14} />}
          </AriaButton>
          {clearing && (
            <span className="select-clear">
              <IconButton icon={X} size="tiny" label={['清空', 'Clear']} onPress={() => onChange(undefined)} />
            </span>
          )}
          <Popover className="popover popover-list" offset={4}>
            <Options options={options} label={say(field.label)} />
          </Popover>
        </AriaSelect>
      )}
    </Field>
  )
}
