/** A stored picture of a row. */
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import '../crud.css'

export const StoredPicture = ({ id, label }: { id: string; label: string }) => {
  const url = usePictureUrl(id)
  return url ? (
    <img className="crud-picture" src={url} alt={label} />
  ) : (
    <span className="crud-picture" role="img" aria-label={label} />
  )
}
