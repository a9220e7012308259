/** Posts one file as the multipart field `file`, with progress; answered like every other call. */
import { request as limits } from '#console/kit/defaults.ts'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { noteReached } from '#console/data/offline.ts'
import { freshToken } from '#console/data/freshToken.ts'
import { callHeaders, queryText, routeAppId, settle, type Answer, type Query } from '#console/data/request.ts'

type Stored = { id?: string | number; name?: string; url?: string } | null

/** Uses XMLHttpRequest, because fetch reports no progress of sending. Resolves with any answer of the server. */
const post = (
  path: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer<Stored>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.withCredentials = true
    request.responseType = 'json'
    request.timeout = limits.longTimeoutMs
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const body = request.response as Partial<Answer<Stored>> | null
      resolve({
        ...body,
        code: body?.code ?? 1,
        msg: body?.msg ?? null,
        data: body?.data ?? null,
        status: request.status,
        headers: new Headers(),
      })
    }
    request.onerror = () => {
      noteReached(false)
      reject(new Error(''))
    }
    request.ontimeout = () => reject(new Error(''))
    const abort = (): void => {
      request.abort()
      reject(new DOMException('', 'AbortError'))
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })

/** Keeps the reason for the place that sends: rejects with RequestError, without a toast but for the end of the session. */
export const sendFile =
  (action: string, query: Query = {}): SendFile =>
  async (file, onProgress, signal) => {
    const attempt = async (): Promise<Answer<Stored>> => {
      await freshToken()
      const path = action + queryText({ ...query, appId: routeAppId() })
      const answer = await post(path, file, onProgress, signal)
      return settle(action, answer, { quiet: true }, attempt)
    }
    const { data } = await attempt()
    const stored: UploadedFile = {
      id: String(data?.id ?? data?.url ?? file.name),
      name: data?.name ?? file.name,
      sizeBytes: file.size,
    }
    return data?.url ? { ...stored, url: data.url } : stored
  }
