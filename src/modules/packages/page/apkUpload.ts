/** Sends a package piece by piece; a lost piece is sent again, and an interrupted upload is continued where it stopped. */
import { del, post, RequestError, send } from '#console/data/request.ts'

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
/** The progress of an upload. */
export type Sending = { id: string; chunkBytes: number; chunks: number; sent: number }

const UPLOAD = '/api/admin/apk/upload'
const TRIES = 4
const PAUSE_MS = 1500
const PIECE_MS = 120_000
const FINISH_MS = 120_000

/** A refusal by the server; any other error can be retried. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RequestError && error.status >= 400 && error.status < 500

export const beginApk = async (file: File): Promise<Sending> => ({
  ...(await post<Omit<Sending, 'sent'>>(UPLOAD, { name: file.name, size: file.size }, { quiet: true })),
  sent: 0,
})

/**
 * Sends the remaining pieces and updates `sending.sent`. Rejects when the server refuses, when a piece does not arrive
 * after several attempts, or when `signal` is aborted.
 */
export async function sendApk(
  file: File,
  sending: Sending,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const { id, chunkBytes, chunks } = sending
  while (sending.sent < chunks) {
    const no = sending.sent
    const piece = file.slice(no * chunkBytes, (no + 1) * chunkBytes)
    for (let left = TRIES; ;) {
      try {
        const body = new FormData()
        body.append('file', piece, file.name)
        await send(`${UPLOAD}/${id}/${no}`, { method: 'POST', body, quiet: true, timeoutMs: PIECE_MS, signal })
        break
      } catch (error) {
        if (isRefusal(error) || signal.aborted || (left -= 1) === 0) throw error
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
    sending.sent = no + 1
    onProgress(sending.sent / chunks)
  }
  return post<Uploaded>(`${UPLOAD}/${id}/finish`, {}, { quiet: true, timeoutMs: FINISH_MS, signal })
}

/** Removes the uploaded pieces at once; if this request is lost, the server removes them within a day. */
export const cancelApk = (sending: { id: string }): void =>
  void del(`${UPLOAD}/${sending.id}`, { quiet: true }).catch(() => {})
