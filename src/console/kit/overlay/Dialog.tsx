/**
 * A dialog for adding and short edits; it asks for confirmation before it discards changes. One that opens from within
 * another takes its place, with a way back: the other keeps what was typed, and is never seen behind it.
 */
import {
  createContext,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { ArrowLeft, X } from 'lucide-react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { BACK, CANCEL, CLOSE, DISCARD_CHANGES, SAVE } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { dialogWidths } from '#console/kit/defaults.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { submitByKey } from '#console/kit/submitByKey.ts'
import { FocusReturn } from '#console/kit/overlay/FocusReturn.tsx'
import { LoadingOf } from '#console/kit/layout/SlowWords.tsx'
import './Dialog.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: Words
  note?: Words
  /** A width relative to the window, see `dialogWidths`. */
  width?: keyof typeof dialogWidths
  children: ReactNode
  /** Makes the body a form; the footer then shows 取消 and `submitLabel`. */
  onSubmit?: () => void
  /** Default 保存. */
  submitLabel?: Words
  /** The action deletes something, so its button is red. */
  danger?: boolean
  submitDisabled?: boolean
  busy?: boolean
  /** There are unsaved changes, so closing asks for confirmation. */
  dirty?: boolean
  /** At the left of the footer. */
  footStart?: ReactNode
  /** Replaces the footer's buttons. */
  foot?: ReactNode
  /** Without padding: tables, trees. */
  flush?: boolean
}

/** Within a dialog: hides it while another one is shown in its place. */
const InDialog = createContext<((by: 1 | -1) => void) | undefined>(undefined)

export const Dialog = ({
  open,
  onClose,
  title,
  note,
  width = 'medium',
  children,
  onSubmit,
  submitLabel = SAVE,
  danger,
  submitDisabled,
  busy,
  dirty,
  footStart,
  foot,
  flush,
}: DialogProps) => {
  const translate = useTranslate()
  const formId = useId()
  const inner = useRef<HTMLElement>(null)
  const within = useContext(InDialog)
  const [covers, setCovers] = useState(0)
  const cover = useCallback((by: 1 | -1): void => setCovers(now => now + by), [])
  useLayoutEffect(() => {
    if (!open || !within) return
    within(1)
    return () => within(-1)
  }, [open, within])
  const close = async (): Promise<void> => {
    if (busy) return
    if (!dirty || (await confirm({ message: DISCARD_CHANGES, danger: true }))) onClose()
  }
  const body = (
    <div className="dialog-body" data-flush={flush || undefined}>
      <InDialog value={cover}>
        <LoadingOf value={title}>{children}</LoadingOf>
      </InDialog>
    </div>
  )
  return (
    <ModalOverlay
      className="dialog-veil"
      data-within={within ? '' : undefined}
      data-covered={covers > 0 || undefined}
      isOpen={open}
      isDismissable={false}
      onOpenChange={next => {
        if (!next) void close()
      }}
    >
      <Modal className="dialog" data-width={width} style={{ '--dialog-width': dialogWidths[width] } as CSSProperties}>
        <AriaDialog className="dialog-inner" ref={inner}>
          <FocusReturn dialog={inner} />
          <header className="dialog-head">
            {within && <IconButton icon={ArrowLeft} label={BACK} onPress={() => void close()} />}
            <div className="dialog-words">
              <Heading slot="title" className="dialog-title">
                {translate(title)}
              </Heading>
              {note && <p className="dialog-note">{translate(note)}</p>}
            </div>
            {!within && <IconButton icon={X} label={CLOSE} onPress={() => void close()} />}
          </header>
          {onSubmit ? (
            <form
              id={formId}
              noValidate
              className="dialog-form"
              onKeyDownCapture={submitByKey}
              onSubmit={event => {
                event.preventDefault()
                event.stopPropagation()
                if (!busy) onSubmit()
              }}
            >
              {body}
            </form>
          ) : (
            body
          )}
          {(onSubmit || foot || footStart) && (
            <footer className="dialog-foot">
              {footStart && <div className="dialog-foot-start">{footStart}</div>}
              {foot ??
                (onSubmit && (
                  <>
                    <Button onPress={() => void close()} disabled={busy}>
                      {translate(CANCEL)}
                    </Button>
                    <Button
                      variant={danger ? 'danger' : 'primary'}
                      type="submit"
                      form={formId}
                      busy={busy}
                      disabled={submitDisabled}
                    >
                      {translate(submitLabel)}
                    </Button>
                  </>
                ))}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
