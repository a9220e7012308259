/** A button; while `busy` it keeps its width and cannot be pressed again. */
import type { ReactNode, Ref } from 'react'
import * as defaults from '#console/kit/defaults.ts'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import './Button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonProps = {
  children: ReactNode
  variant?: ButtonVariant
  /** The height: 28, 32, 40 or, for phones, 48 px. */
  size?: 'small' | 'medium' | 'large' | 'huge'
  icon?: IconShape
  iconEnd?: IconShape
  /** `bad` gives a secondary or quiet button red text. */
  tone?: 'bad'
  busy?: boolean
  disabled?: boolean
  /** The button is shown as pressed, because its choice is active. */
  pressed?: boolean
  /** The button is as wide as its container. */
  wide?: boolean
  type?: 'button' | 'submit' | 'reset'
  form?: string
  autoFocus?: boolean
  label?: string
  onPress?: () => void
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
  'aria-controls'?: string
  'data-tip'?: string
  /** It shows the rare fields of a form. */
  'data-more'?: boolean
  /** The key that presses it from anywhere on the page; listed in app/palette/keys.ts. */
  'data-shortcut'?: string
}

export const Button = ({
  children,
  variant = 'secondary',
  size = defaults.size,
  icon,
  iconEnd,
  tone,
  busy,
  disabled,
  pressed,
  wide,
  type = 'button',
  label,
  onPress,
  ref,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    ref={ref}
    type={type}
    className="button"
    data-variant={variant}
    data-size={size}
    data-tone={tone}
    data-wide={wide || undefined}
    data-busy={busy || undefined}
    aria-label={label}
    aria-pressed={pressed}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    disabled={disabled}
    onClick={event => {
      if (busy) event.preventDefault()
      else onPress?.()
    }}
  >
    {icon && <Icon of={icon} />}
    <span className="button-words">{children}</span>
    {iconEnd && <Icon of={iconEnd} size={14} />}
    {busy && <span className="button-busy" />}
  </button>
)
