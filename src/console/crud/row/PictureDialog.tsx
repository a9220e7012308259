/** A stored picture as large as the window allows. */
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import './StoredPicture.css'

export const PictureDialog = ({ src, label, onClose }: { src: string; label: string; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={label} width="large">
    <img className="crud-picture-large" src={src} alt={label} />
  </Dialog>
)
