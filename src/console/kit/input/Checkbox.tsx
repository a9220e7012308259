/** A checkbox, half ticked when only some of its items are selected. */
import { useEffect, useRef, type ReactNode } from 'react'
import './Checkbox.css'

export type CheckboxProps = {
  /** The accessible name, where there are no children. */
  children?: ReactNode
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
  mixed?: boolean
  disabled?: boolean
  name?: string
}

export const Checkbox = ({ children, label, checked, onChange, mixed = false, disabled, name }: CheckboxProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed, checked])
  const box = (
    <input
      ref={input}
      type="checkbox"
      className="checkbox"
      aria-label={label}
      name={name}
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
    />
  )
  return children === undefined ? (
    box
  ) : (
    <label className="checkbox-label" data-disabled={disabled || undefined}>
      {box}
      <span>{children}</span>
    </label>
  )
}
