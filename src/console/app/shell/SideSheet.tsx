/** The sidebar of a narrow window, shown as an overlay. */
import { MENU } from '#base/subjectTexts.ts'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslate } from '#console/kit/language.tsx'

export default function SideSheet({
  open,
  onOpen,
  children,
}: {
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}) {
  const translate = useTranslate()
  return (
    <ModalOverlay className="shell-veil" isOpen={open} isDismissable onOpenChange={onOpen}>
      <Modal className="shell-side" data-floating>
        <Dialog className="shell-side-inner" aria-label={translate(MENU)}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
