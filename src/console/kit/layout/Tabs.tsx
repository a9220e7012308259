/** Tabs with an underline; each may carry a count, and shows its content below. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Tabs.css'

export type Tab<Id extends string> = {
  id: Id
  label: Words
  count?: number | string
  disabled?: boolean
  content?: () => ReactNode
}
export type TabsProps<Id extends string> = {
  label: Words
  items: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  size?: 'medium' | 'large'
}

export const Tabs = <Id extends string>({ label, items, value, onChange, size = 'medium' }: TabsProps<Id>) => {
  const translate = useTranslate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = items.find(item => item.id === value)
  const move = (event: KeyboardEvent): void => {
    const open = items.filter(item => !item.disabled)
    const at = open.findIndex(item => item.id === value)
    const step: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }
    const to = step[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = open[(to + open.length) % open.length]
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className="tabs">
      <div
        className="tabs-list"
        role="tablist"
        aria-label={translate(label)}
        data-size={size}
        ref={list}
        onKeyDown={move}
      >
        {items.map(item => (
          <button
            key={item.id}
            type="button"
            role="tab"
            className="tabs-tab"
            id={`${id}-${item.id}`}
            data-tab={item.id}
            disabled={item.disabled}
            aria-selected={item.id === value}
            aria-controls={item.id === value && current?.content ? `${id}-panel` : undefined}
            tabIndex={item.id === value ? 0 : -1}
            onClick={() => onChange(item.id)}
          >
            {translate(item.label)}
            {item.count !== undefined && <em>{item.count}</em>}
          </button>
        ))}
      </div>
      {current?.content && (
        <div
          className="tabs-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          tabIndex={0}
          key={value}
        >
          {current.content()}
        </div>
      )}
    </div>
  )
}
