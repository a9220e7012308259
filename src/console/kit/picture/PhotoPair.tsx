/** Two pictures to compare, such as an enrolled face and a captured one; pressed, both are shown large and zoomed together. */
import { useState, type ReactNode } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './PhotoPair.css'

export type Photo = { label: Words; /** Without an address there is no picture. */ src: string | undefined }
export type PhotoPairProps = {
  label: Words
  photos: readonly [Photo, Photo]
  /** The words for a picture that does not exist. Default: 没有照片. */
  missing?: Words
  /** What comparing them gave, such as a score. */
  children?: ReactNode
}

const PhotoCompare = lazy(async () => (await import('#console/kit/picture/PhotoCompare.tsx')).PhotoCompare)

export const PhotoPair = ({ label, photos, missing = ['没有照片', 'No picture'], children }: PhotoPairProps) => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <div className="photo-pair">
      {photos.map(({ label: own, src }, at) => (
        <figure key={at}>
          {src ? (
            <button
              type="button"
              aria-label={`${translate(own)} · ${translate(['放大', 'Enlarge'])}`}
              onClick={() => setOpen(true)}
            >
              <img src={src} alt="" />
            </button>
          ) : (
            <span className="photo-none">{translate(missing)}</span>
          )}
          <figcaption>{translate(own)}</figcaption>
        </figure>
      ))}
      {children}
      {open && <PhotoCompare label={label} photos={photos} missing={missing} onClose={() => setOpen(false)} />}
    </div>
  )
}
