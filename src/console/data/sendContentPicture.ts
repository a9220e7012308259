/** Stores a picture that stands in a text; whoever reads the text sees it. */
import { post } from '#console/data/request.ts'
import type { SendPicture } from '#console/kit/richText/richPicture.ts'

const uploadMs = 60_000

export const sendContentPicture: SendPicture = file => {
  const body = new FormData()
  body.append('file', file)
  return post('/api/admin/sys-file/upload', body, { query: { kind: 'content' }, quiet: true, timeoutMs: uploadMs })
}
