/** A menu of actions, opened by one button. */
import { cloneElement, useRef, useState, type ReactElement, type RefObject } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { TriggerProps } from '#console/kit/overlay/Popover.tsx'
import '#console/kit/overlay/Popover.css'
import './Menu.css'

export type MenuItem =
  | 'separator'
  | {
      id: string
      label: Words
      icon?: IconShape
      note?: Words
      /** A keyboard shortcut or a count, shown at the end of the line. */
      end?: string
      danger?: boolean
      disabled?: boolean
      checked?: boolean
      href?: string
      onPress?: () => void
    }

export type MenuProps = {
  label: Words
  trigger: ReactElement<TriggerProps>
  items: readonly MenuItem[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
}

type MenuListProps = {
  label: Words
  items: readonly MenuItem[]
  anchor: RefObject<Element | null>
  open: boolean
  onOpen: (open: boolean) => void
  placement?: MenuProps['placement']
}

/** The menu without its button, for one menu that many rows share. */
export const MenuList = ({ label, items, anchor, open, onOpen, placement = 'bottom start' }: MenuListProps) => {
  const translate = useTranslate()
  return (
    <Popover
      className="popover popover-list"
      aria-label={translate(label)}
      trigger="MenuTrigger"
      triggerRef={anchor}
      isOpen={open}
      onOpenChange={onOpen}
      placement={placement}
      offset={4}
    >
      <AriaMenu className="menu" aria-label={translate(label)} autoFocus="first" onClose={() => onOpen(false)}>
        {items.map((item, at) =>
          item === 'separator' ? (
            <Separator key={`separator ${at}`} className="menu-separator" />
          ) : (
            <AriaMenuItem
              key={item.id}
              id={item.id}
              className="menu-item"
              textValue={translate(item.label)}
              isDisabled={item.disabled}
              data-danger={item.danger || undefined}
              onAction={() => {
                item.onPress?.()
                if (item.href !== undefined) navigate(item.href)
              }}
            >
              {item.icon && <Icon of={item.icon} />}
              <span className="menu-words">
                <span>{translate(item.label)}</span>
                {item.note !== undefined && <small>{translate(item.note)}</small>}
              </span>
              {item.checked && <i className="glyph" data-tone="info" />}
              {item.end !== undefined && <span className="menu-end">{item.end}</span>}
            </AriaMenuItem>
          ),
        )}
      </AriaMenu>
    </Popover>
  )
}

export const Menu = ({ label, trigger, items, placement }: MenuProps) => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPress: () => {
          trigger.props.onPress?.()
          setOpen(!open)
        },
      })}
      <MenuList label={label} items={items} anchor={anchor} open={open} onOpen={setOpen} placement={placement} />
    </>
  )
}
