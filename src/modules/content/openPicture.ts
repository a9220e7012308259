/** A picture as it was uploaded, checked by its bytes before anything else. */
import sharp, { type Sharp } from 'sharp'
import { invalidFields, type Refusal } from '#model/error.ts'

const MAX_PIXELS = 40_000_000
const FORMATS = ['jpeg', 'png', 'webp']

export const refusePicture = (zh: string, en: string): Refusal => invalidFields([{ field: 'file', text: [zh, en] }])
export const damaged = (): Refusal => refusePicture('图片已损坏', 'The picture is damaged')

/** Refuses files that are not pictures. */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  // The library reports an empty buffer as a programming error.
  if (bytes.length === 0) throw refusePicture('文件是空的', 'The file is empty')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  const meta = await picture.metadata().catch(() => null)
  if (!meta || !FORMATS.includes(meta.format ?? ''))
    throw refusePicture('只支持 JPG、PNG 或 WebP 图片', 'Only JPG, PNG or WebP pictures are accepted')
  return picture
}
