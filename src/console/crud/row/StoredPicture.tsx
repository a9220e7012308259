/** A stored picture of a row, small; a press shows it as large as fits. */
import { useState } from 'react'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import './StoredPicture.css'

const PictureDialog = lazy(async () => (await import('#console/crud/row/PictureDialog.tsx')).PictureDialog)

export const StoredPicture = ({ id, label }: { id: string; label: string }) => {
  const url = usePictureUrl(id)
  const [open, setOpen] = useState(false)
  return url ? (
    <>
      <button type="button" className="crud-picture-open" onClick={() => setOpen(true)}>
        <img className="crud-picture" src={url} alt={label} />
      </button>
      {open && <PictureDialog src={url} label={label} onClose={() => setOpen(false)} />}
    </>
  ) : (
    <span className="crud-picture" role="img" aria-label={label} />
  )
}
