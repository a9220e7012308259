/** Stores a picture of a formatted text; readers of the text may see it. */
import { post } from '#console/data/request.ts'
import type { SendPicture } from '#console/kit/richText/richPicture.ts'

const uploadMs = 60_000

export const sendContentPicture: SendPicture = file => {
  const body = new FormData()
  body.append('file', file)
  return post('/api/admin/sys-file/upload', body, { query: { kind: 'content' }, quiet: true, timeoutMs: uploadMs })
}
