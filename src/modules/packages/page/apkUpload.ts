/** Sends a package piece by piece; a piece that is lost on the way is sent again, and what broke off goes on where it was. */
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
/** How far an upload is. */
export type Sending = { id: string; chunkBytes: number; chunks: number; sent: number }

const UPLOAD = '/api/admin/apk/upload'
const TRIES = 4
const PAUSE_MS = 1500
const PIECE_MS = 120_000
const FINISH_MS = 120_000

/** A `no` of the server; everything else may be tried again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RequestError && error.status >= 400 && error.status < 500

export const beginApk = async (file: File): Promise<Sending> => ({
  ...(await post<Omit<Sending, 'sent'>>(UPLOAD, { name: file.name, size: file.size }, { quiet: true })),
  sent: 0,
})

/** Sends what is left; `sending.sent` counts on. Rejects when the server refuses, when a piece does not arrive after several tries, or when `signal` ends it. */
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

/** What arrived of it goes at once; were this lost too, the server sweeps it away within a day. */
export const cancelApk = (sending: { id: string }): void =>
  void del(`${UPLOAD}/${sending.id}`, { quiet: true }).catch(() => {})
