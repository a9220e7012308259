/** The picture of an alert with a frame around what was found. */
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import type { FoundBox } from './boxOf.ts'
import './BoxedPicture.css'

export type BoxedPictureProps = { id: string; label: string; box: FoundBox }

export const BoxedPicture = ({ id, label, box: { left, top, width, height } }: BoxedPictureProps) => {
  const url = usePictureUrl(id)
  return (
    <figure className="boxed-picture">
      {url && (
        <>
          <img src={url} alt={label} />
          <i style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }} />
        </>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
