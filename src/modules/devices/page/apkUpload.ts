/** Sends a package piece by piece; a piece that is lost on the way is sent again. */
import { post, RequestError, send } from '#console/data/request.ts'

export type Uploaded = {
  id: string
  size: number
  sha256: string
  md5: string
  manifest: {
    packageName: string
    versionName: string | null
    versionCode: number | null
    minSdk: number | null
  } | null
}
const UPLOAD = '/api/admin/apk/upload'
const TRIES = 4
const PAUSE_MS = 1500
const PIECE_MS = 120_000
const FINISH_MS = 120_000

/** Rejects when the server refuses, when a piece does not arrive after several tries, or when `signal` ends it. */
export async function uploadApk(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const begun = await post<{ id: string; chunkBytes: number; chunks: number }>(
    UPLOAD,
    { name: file.name, size: file.size },
    { quiet: true, signal },
  )
  for (let no = 0; no < begun.chunks; no += 1) {
    const piece = file.slice(no * begun.chunkBytes, (no + 1) * begun.chunkBytes)
    for (let left = TRIES; ;) {
      try {
        const body = new FormData()
        body.append('file', piece, file.name)
        await send(`${UPLOAD}/${begun.id}/${no}`, { method: 'POST', body, quiet: true, timeoutMs: PIECE_MS, signal })
        break
      } catch (error) {
        const refused = error instanceof RequestError && error.status >= 400 && error.status < 500
        if (refused || signal.aborted || (left -= 1) === 0) throw error
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
    onProgress((no + 1) / begun.chunks)
  }
  return post<Uploaded>(`${UPLOAD}/${begun.id}/finish`, {}, { quiet: true, timeoutMs: FINISH_MS, signal })
}
