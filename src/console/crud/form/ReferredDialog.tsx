/** The row that a form refers to, in the place of the form, which keeps everything filled in. */
import { nameOf } from '#console/crud/nameOf.ts'
import { ReferredDetails, useReferred, type Referred } from '#console/crud/row/ReferredDetails.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'

export default function ReferredDialog({ referred, onClose }: { referred: Referred; onClose: () => void }) {
  const found = useReferred(referred)
  const { noun, row } = found
  return (
    <Dialog
      open
      onClose={onClose}
      title={noun ? (row ? nameOf(noun, row) : noun.label) : ''}
      {...(noun && row ? { note: noun.label } : {})}
    >
      <ReferredDetails {...found} />
    </Dialog>
  )
}
