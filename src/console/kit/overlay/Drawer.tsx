/** Shows one row beside its list: docked in wide windows, floating in narrower ones, the whole screen on a phone. */
import { useContext, useEffect, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react'
import { BACK, CLOSE, DISCARD_CHANGES } from '#base/texts.ts'
import { Covered } from '#console/kit/overlay/Covered.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { DOCK_ID } from '#console/kit/overlay/DrawerDock.tsx'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { LoadingOf } from '#console/kit/layout/SlowWords.tsx'
import './Drawer.css'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** It is shown in the place of another drawer: a way back to that one, also by Escape, instead of closing. */
  onBack?: () => void
  title: Words
  note?: ReactNode
  icon?: IconShape
  /** Shown in place of the icon, usually an Avatar. */
  picture?: ReactNode
  /** Opens the neighbouring row. Without it the arrow is hidden. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Further buttons in the header, usually one Menu. */
  actions?: ReactNode
  /** Content between header and body at full width, such as Tabs or figures. */
  top?: ReactNode
  foot?: ReactNode
  dirty?: boolean
  /** A wider floating drawer for editing; it never docks. */
  wide?: boolean
  children: ReactNode
}

export const Drawer = ({ open, ...rest }: DrawerProps) =>
  open
    ? createPortal(
        <OpenDrawer {...rest} />,
        (rest.wide ? undefined : document.getElementById(DOCK_ID)) ?? document.body,
      )
    : null

const OpenDrawer = ({
  onClose,
  onBack,
  title,
  note,
  icon,
  picture,
  onPrevious,
  onNext,
  actions,
  top,
  foot,
  dirty,
  wide,
  children,
}: Omit<DrawerProps, 'open'>) => {
  const translate = useTranslate()
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const covered = useContext(Covered)
  const latestCovered = useRef(covered)
  latestCovered.current = covered
  const close = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: DISCARD_CHANGES, danger: true }))) onClose()
  }
  const latestClose = useRef(close)
  latestClose.current = close

  const lastFocus = useRef<HTMLElement>(null)
  useEffect(() => {
    // Shown again: where somebody was before they followed a reference.
    if (!covered && (document.activeElement ?? document.body) === document.body) lastFocus.current?.focus()
  }, [covered])

  useEffect(() => {
    const before = document.activeElement
    // After a click the focus stays in the list, so that j and k still work. Opened by keyboard or on a phone, the
    // drawer takes it.
    // So does one in the place of another, in which the focus was.
    if (onBack || matchMedia('(max-width: 640px)').matches || before?.matches(':focus-visible')) panel.current?.focus()
    const onKey = (event: KeyboardEvent): void => {
      if (latestCovered.current) return
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('.dialog-veil, .popover')) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea') &&
        !panel.current?.contains(event.target)
      )
        return
      void latestClose.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (panel.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <div
      className="drawer"
      data-wide={wide || undefined}
      data-covered={covered || undefined}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      ref={panel}
      onFocus={event => {
        lastFocus.current = event.target as HTMLElement
      }}
    >
      <div className="drawer-head">
        {onBack && (
          <IconButton icon={ArrowLeft} size="small" label={BACK} onPress={onBack} aria-keyshortcuts="Escape" />
        )}
        {picture ??
          (icon && (
            <span className="drawer-icon">
              <Icon of={icon} size={20} />
            </span>
          ))}
        <div className="drawer-words">
          <h2 className="drawer-title ellipsis" id={titleId}>
            {translate(title)}
          </h2>
          {note && <div className="drawer-note ellipsis">{note}</div>}
        </div>
        <div className="drawer-tools">
          {(onPrevious || onNext) && (
            <>
              <IconButton
                icon={ChevronUp}
                size="small"
                label={['上一条', 'Previous']}
                disabled={!onPrevious}
                onPress={onPrevious}
                aria-keyshortcuts="k"
              />
              <IconButton
                icon={ChevronDown}
                size="small"
                label={['下一条', 'Next']}
                disabled={!onNext}
                onPress={onNext}
                aria-keyshortcuts="j"
              />
            </>
          )}
          {actions}
          {!onBack && (
            <IconButton icon={X} size="small" label={CLOSE} onPress={() => void close()} aria-keyshortcuts="Escape" />
          )}
        </div>
      </div>
      {top && <div className="drawer-top">{top}</div>}
      <div className="drawer-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <LoadingOf value={title}>{children}</LoadingOf>
      </div>
      {foot && <div className="drawer-foot">{foot}</div>}
    </div>
  )
}
