/** A switch that takes effect at once. */
import type { ReactNode } from 'react'
import './Switch.css'

export type SwitchProps = {
  children?: ReactNode
  /** The accessible name, where there are no children. */
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export const Switch = ({ children, label, checked, onChange, disabled }: SwitchProps) => (
  <label className="switch" data-disabled={disabled || undefined}>
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
    />
    {children !== undefined && <span>{children}</span>}
  </label>
)
