/** The photos of a report as previews, and a tile to add another. */
import { useEffect, useState } from 'react'
import { ImagePlus } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './PhotoTiles.css'

export type PhotoTilesProps = {
  photos: readonly File[]
  most: number
  error?: Words
  onAdd: (files: readonly File[]) => void
  onRemove: (photo: File) => void
}

const Photo = ({ photo }: { photo: File }) => {
  const [src, setSrc] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  // A photo in a format that the browser cannot show is listed by its name.
  if (failed || !src) return <span className="photo-name">{photo.name}</span>
  return <img src={src} alt={photo.name} onError={() => setFailed(true)} />
}

export const PhotoTiles = ({ photos, most, error, onAdd, onRemove }: PhotoTilesProps) => {
  const translate = useTranslate()
  return (
    <div
      className="photos"
      role="group"
      aria-label={translate([`照片（最多 ${most} 张）`, `Photos (at most ${most})`])}
    >
      <ul>
        {photos.map((photo, at) => (
          <li key={`${photo.name} ${at}`}>
            <Photo photo={photo} />
            <button
              type="button"
              aria-label={translate([`移除 ${photo.name}`, `Remove ${photo.name}`])}
              onClick={() => onRemove(photo)}
            >
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
        {photos.length < most && (
          <li>
            <label className="photo-add">
              <Icon of={ImagePlus} size={24} />
              {translate(['拍照', 'Photo'])}
              <input
                type="file"
                className="visually-hidden"
                accept="image/jpeg,image/png,image/webp"
                multiple
                onChange={event => {
                  onAdd([...(event.target.files ?? [])])
                  event.target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {error && <small className="site-error">{translate(error)}</small>}
    </div>
  )
}
