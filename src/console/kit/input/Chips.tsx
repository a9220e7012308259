/** A few choices as chips, one selected. */
import { useId } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Chips.css'

export type ChipsProps = {
  label: Words
  items: readonly { id: string; label: Words }[]
  value: string | undefined
  onChange: (id: string) => void
  focus?: boolean
  /** `large` is for pages used on a phone with one hand. */
  size?: 'medium' | 'large'
}

export const Chips = ({ label, items, value, onChange, focus, size = 'medium' }: ChipsProps) => {
  const translate = useTranslate()
  const name = useId()
  return (
    <div className="chips" data-size={size} role="radiogroup" aria-label={translate(label)}>
      <span className="chips-label" aria-hidden="true">
        {translate(label)}
      </span>
      {items.map((item, at) => (
        <label key={item.id} className="chip">
          <input
            type="radio"
            name={name}
            checked={item.id === value}
            autoFocus={focus && at === 0}
            onChange={() => onChange(item.id)}
          />
          <span>{translate(item.label)}</span>
        </label>
      ))}
    </div>
  )
}
