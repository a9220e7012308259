/** A card beside the element it describes; the page behind it remains usable. */
import { useMemo, type ReactNode } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Popover.css'

export type FloatingProps = {
  label: Words
  anchor: HTMLElement
  width?: number
  onClose: () => void
  children: ReactNode
}

export const Floating = ({ label, anchor, width, onClose, children }: FloatingProps) => {
  const trigger = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <AriaPopover
      className="popover floating"
      data-flush
      aria-label={useTranslate()(label)}
      triggerRef={trigger}
      isOpen
      isNonModal
      onOpenChange={open => !open && onClose()}
      placement="bottom"
      offset={6}
      style={width ? { width } : undefined}
    >
      {children}
    </AriaPopover>
  )
}
