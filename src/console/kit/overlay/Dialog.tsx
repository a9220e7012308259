/** A dialog for adding and short edits; it asks for confirmation before it discards changes. */
import { useId, useRef, type CSSProperties, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { CANCEL, CLOSE, DISCARD_CHANGES, SAVE } from '#base/texts.ts'
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
  const close = async (): Promise<void> => {
    if (busy) return
    if (!dirty || (await confirm({ message: DISCARD_CHANGES, danger: true }))) onClose()
  }
  const body = (
    <div className="dialog-body" data-flush={flush || undefined}>
      <LoadingOf value={title}>{children}</LoadingOf>
    </div>
  )
  return (
    <ModalOverlay
      className="dialog-veil"
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
            <div className="dialog-words">
              <Heading slot="title" className="dialog-title">
                {translate(title)}
              </Heading>
              {note && <p className="dialog-note">{translate(note)}</p>}
            </div>
            <IconButton icon={X} label={CLOSE} onPress={() => void close()} />
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
