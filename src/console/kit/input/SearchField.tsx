/** A search box that reports each change of its text; '/' focuses it from anywhere on the page. */
import { useEffect, useRef, type ReactNode } from 'react'
import { Search, X } from 'lucide-react'
import { CLEAR } from '#base/texts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { isTyping } from '#console/kit/isTyping.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Field.css'
import './SearchField.css'

export type SearchFieldProps = {
  label: Words
  value: string
  onChange: (value: string) => void
  /** Enter was pressed. */
  onSearch?: (value: string) => void
  placeholder?: Words
  /** The key that focuses the box; `null` for none. */
  shortcut?: string | null
  /** In px; without it the width of the container. */
  width?: number
  disabled?: boolean
  /** Shown at the end of the box, such as a button. */
  end?: ReactNode
}

export const SearchField = ({
  label,
  value,
  onChange,
  onSearch,
  placeholder,
  shortcut = '/',
  width,
  disabled,
  end,
}: SearchFieldProps) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (shortcut === null || disabled) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!input.current?.checkVisibility() || input.current.closest('[inert],[aria-hidden="true"]')) return
      event.preventDefault()
      input.current.focus()
      input.current.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shortcut, disabled])
  return (
    <div className="box search-field calm" style={width ? { width } : undefined} data-disabled={disabled || undefined}>
      <Icon of={Search} />
      <input
        ref={input}
        type="search"
        value={value}
        disabled={disabled}
        aria-label={translate(label)}
        aria-keyshortcuts={shortcut ?? undefined}
        placeholder={translate(placeholder ?? label)}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') onSearch?.(value)
          if (event.key !== 'Escape') return
          if (value) {
            event.stopPropagation()
            onChange('')
            onSearch?.('')
          } else event.currentTarget.blur()
        }}
      />
      {value !== '' && !disabled ? (
        <IconButton
          icon={X}
          size="tiny"
          label={CLEAR}
          onPress={() => {
            onChange('')
            onSearch?.('')
            input.current?.focus()
          }}
        />
      ) : (
        shortcut !== null && <kbd aria-hidden="true">{shortcut}</kbd>
      )}
      {end}
    </div>
  )
}
