/** The closed box of a control whose choices open below it in a popover. */
import { useId, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import type { TriggerProps } from '#console/kit/overlay/Popover.tsx'
import './Select.css'

export const SelectTrigger = ({
  words,
  picture,
  empty,
  labelId,
  disabled,
  invalid,
  clearing,
  ref,
  onPress,
  ...aria
}: TriggerProps & {
  words: string
  picture?: ReactNode
  /** The words are a placeholder. */ empty?: boolean
  labelId: string
  disabled: boolean | undefined
  invalid: boolean
  /** Leaves room for the button that empties it. */ clearing: boolean
}) => {
  const valueId = useId()
  return (
    <button
      type="button"
      ref={ref}
      className="box select-button"
      data-clearable={clearing || undefined}
      {...aria}
      aria-labelledby={`${labelId} ${valueId}`}
      aria-invalid={invalid || undefined}
      disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => onPress?.()}
    >
      {picture}
      <span id={valueId} className="select-value ellipsis" data-placeholder={empty || undefined}>
        {words}
      </span>
      {!clearing && <Icon of={ChevronDown} size={14} />}
    </button>
  )
}
