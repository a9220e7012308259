/** A square button with an icon; its label is read by screen readers and shown as a tooltip. */
import type { Ref } from 'react'
import * as defaults from '#console/kit/defaults.ts'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './IconButton.css'

export type IconButtonProps = {
  icon: IconShape
  label: Words
  /** The size: 24, 28 or 32 px. */
  size?: 'tiny' | 'small' | 'medium'
  variant?: 'quiet' | 'secondary' | 'danger'
  /** A red dot that marks something new. */
  pip?: boolean
  pressed?: boolean
  disabled?: boolean
  onPress?: () => void
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
  'aria-keyshortcuts'?: string
}

export const IconButton = ({
  icon,
  label,
  size = defaults.size,
  variant = 'quiet',
  pip,
  pressed,
  onPress,
  ...rest
}: IconButtonProps) => {
  const translate = useTranslate()
  return (
    <button
      {...rest}
      type="button"
      className="icon-button"
      data-size={size}
      data-variant={variant}
      aria-label={translate(label)}
      aria-pressed={pressed}
      data-tip={translate(label)}
      onClick={onPress}
    >
      <Icon of={icon} size={size === 'tiny' ? 14 : 16} />
      {pip && <span className="icon-button-pip" />}
    </button>
  )
}
