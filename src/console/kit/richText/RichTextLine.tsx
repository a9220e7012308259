/** A line above formatted text with one input: the address of a link, or the alternative text of a picture. */
import { useId } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export type RichTextLineProps = {
  label: Words
  value: string
  placeholder?: string
  onChange: (value: string) => void
  onApply: () => void
  onCancel: () => void
  /** Receives the focus when the line opens. */
  focused?: boolean
}

export const RichTextLine = ({
  label,
  value,
  placeholder,
  onChange,
  onApply,
  onCancel,
  focused = false,
}: RichTextLineProps) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <div className="rich-text-link">
      <label htmlFor={id}>{translate(label)}</label>
      <input
        id={id}
        value={value}
        autoFocus={focused}
        {...(placeholder ? { placeholder } : {})}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') onApply()
          else onCancel()
        }}
      />
      <button type="button" className="link" onClick={onApply}>
        {translate(['应用', 'Apply'])}
      </button>
    </div>
  )
}
