/** A menu beside an article; in a narrow window it is above the text and opened by a button. */
import { useId, useRef, useState, type ReactNode } from 'react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export type FoldedMenuProps = {
  label: Words
  /** The menu is at the right, below its title. */
  outline?: boolean
  children: ReactNode
}

export const FoldedMenu = ({ label, outline, children }: FoldedMenuProps) => {
  const translate = useTranslate()
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <nav className={outline ? 'site-menu site-outline' : 'site-menu'} aria-label={translate(label)}>
      <Button
        ref={button}
        wide
        size="large"
        iconEnd={open ? ChevronUp : ChevronDown}
        aria-expanded={open}
        aria-controls={id}
        onPress={() => setOpen(!open)}
      >
        {translate(label)}
      </Button>
      <div
        id={id}
        data-open={open || undefined}
        onClick={event => {
          if (!open || !(event.target as HTMLElement).closest('a')) return
          // The followed link is hidden with the menu, so the focus moves to the button before the text.
          button.current?.focus()
          setOpen(false)
        }}
      >
        {outline && <h2>{translate(label)}</h2>}
        {children}
      </div>
    </nav>
  )
}
