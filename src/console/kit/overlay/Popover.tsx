/** A small surface beside the button that opened it. */
import { cloneElement, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Popover.css'

/** The properties that a button must accept to open a popover or a menu; Button and IconButton accept them. */
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
}

export type PopoverProps = {
  label: Words
  trigger: ReactElement<TriggerProps>
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top start' | 'top end' | 'top' | 'right top' | 'left top'
  width?: number | undefined
  /** Without padding, for lists. */
  flush?: boolean | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
}

export const Popover = ({ label, trigger, placement = 'bottom start', width, flush, children }: PopoverProps) => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onPress: () => {
          trigger.props.onPress?.()
          setOpen(!open)
        },
      })}
      <AriaPopover
        className="popover"
        aria-label={translate(label)}
        triggerRef={anchor}
        isOpen={open}
        onOpenChange={setOpen}
        placement={placement}
        offset={6}
        data-flush={flush || undefined}
        style={width ? { width } : undefined}
      >
        {typeof children === 'function' ? children(() => setOpen(false)) : children}
      </AriaPopover>
    </>
  )
}
