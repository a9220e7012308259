/** The shared confirm dialog: 提示, 确 定, 取 消. */
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '#console/kit/Button.tsx'
import type { Asked } from '#console/kit/overlay/confirm.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import '#console/kit/overlay/Dialog.css'
import './Confirm.css'

export const Confirm = ({ question }: { question: Asked }) => {
  const translate = useTranslate()
  const {
    title = ['提示', 'Please confirm'],
    message,
    detail,
    danger,
    okLabel = ['确 定', 'OK'],
    cancelLabel = ['取 消', 'Cancel'],
    answer,
  } = question
  return (
    <ModalOverlay
      className="dialog-veil"
      data-front=""
      isOpen
      isDismissable={false}
      onOpenChange={open => {
        if (!open) answer(false)
      }}
    >
      <Modal className="dialog confirm">
        <AriaDialog className="confirm-inner" role="alertdialog">
          <span className="confirm-icon" data-danger={danger || undefined}>
            <Icon of={danger ? TriangleAlert : CircleHelp} size={20} />
          </span>
          <div className="confirm-words">
            <Heading slot="title" className="confirm-title">
              {translate(title)}
            </Heading>
            <p className="confirm-message">{translate(message)}</p>
            {detail && <div className="confirm-detail">{detail}</div>}
          </div>
          <footer className="confirm-foot">
            <Button onPress={() => answer(false)} autoFocus={danger}>
              {translate(cancelLabel)}
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} autoFocus={!danger} onPress={() => answer(true)}>
              {translate(okLabel)}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
