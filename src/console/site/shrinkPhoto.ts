/** Makes a photo of a phone small enough for a slow line, before it is sent. */

/** The longer edge in px: a crack in a casing is still seen. */
const LONGEST = 1600
const QUALITY = 0.82
/** Smaller files are sent as they are. */
const ENOUGH_BYTES = 300 * 1024

/** The photo as a smaller JPEG; the given file where it is small already, or where the browser cannot read its format. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= ENOUGH_BYTES) return file
  // The turn that a phone notes beside a picture is applied, because the new file has no such note.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const brush = canvas.getContext('2d')
  brush?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const made = brush && (await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY)))
  if (!made || made.size >= file.size) return file
  return new File([made], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' })
}
