/** A field whose box shows the chosen value; the choices open below it in a popover. */
import { useId, type ReactNode } from 'react'
import { ChevronDown, X } from 'lucide-react'
import { CLEAR } from '#base/texts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { Popover, type PopoverProps, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import './Select.css'

type BoxProps = {
  /** The chosen value as text. */
  chosen: string | undefined
  /** The default is 请选择 and the label. */
  placeholder?: Words | undefined
  picture?: ReactNode
  disabled?: boolean | undefined
}
type PopoverFieldProps = FieldProps &
  BoxProps & {
    /** Clears the field. Undefined where nothing is chosen, or where the choice can only be replaced. */
    onClear?: (() => void) | undefined
  } & Pick<PopoverProps, 'width' | 'flush' | 'children'>

const Box = ({
  chosen,
  placeholder,
  picture,
  disabled,
  label,
  hideLabel = false,
  labelId,
  invalid,
  clearing,
  ref,
  onPress,
  ...aria
}: TriggerProps &
  BoxProps & {
    label: Words
    hideLabel?: boolean | undefined
    labelId: string
    invalid: boolean
    clearing: boolean
  }) => {
  const translate = useTranslate()
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
      <span id={valueId} className="select-value ellipsis" data-placeholder={chosen === undefined || undefined}>
        {chosen ?? translate(placeholder ?? placeholderOf('choose', { label, hideLabel }))}
      </span>
      {!clearing && <Icon of={ChevronDown} size={14} />}
    </button>
  )
}

export const PopoverField = ({
  chosen,
  placeholder,
  picture,
  onClear,
  width,
  flush,
  children,
  disabled,
  ...field
}: PopoverFieldProps) => {
  const clearing = onClear !== undefined && !disabled
  const { label, hideLabel, error } = field
  const box = { chosen, placeholder, picture, disabled, clearing, label, hideLabel, invalid: Boolean(error) }
  return (
    <Field {...field} group>
      {({ labelId }) => (
        <div className="select">
          <Popover label={field.label} width={width} flush={flush} trigger={<Box {...box} labelId={labelId} />}>
            {children}
          </Popover>
          {clearing && (
            <span className="select-clear">
              <IconButton icon={X} size="tiny" label={CLEAR} onPress={onClear} />
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
