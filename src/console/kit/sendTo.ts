/** Posts one file as the multipart field `file` and tells how far it is. */
export type UploadedFile = { id: string; name: string; url?: string; sizeBytes?: number }
export type SendFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedFile>

type Answer = { code?: number; msg?: string; data?: { id?: string | number; name?: string; url?: string } }

/** The code 0 is success; anything else rejects with the answer's `msg`. The app may give its own SendFile instead. */
export const sendTo =
  (action: string, headers: () => Readonly<Record<string, string>> = () => ({})): SendFile =>
  (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      // Not fetch: it cannot tell how much has been sent.
      const request = new XMLHttpRequest()
      request.open('POST', action)
      request.responseType = 'json'
      request.timeout = 60_000
      for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
      request.upload.onprogress = event => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      }
      request.onload = () => {
        const answer = request.response as Answer | null
        if (request.status === 200 && answer?.code === 0)
          resolve({
            id: String(answer.data?.id ?? answer.data?.url ?? file.name),
            name: answer.data?.name ?? file.name,
            url: answer.data?.url,
            sizeBytes: file.size,
          } as UploadedFile)
        else reject(new Error(answer?.msg ?? ''))
      }
      request.onerror = () => reject(new Error(''))
      request.ontimeout = () => reject(new Error(''))
      signal.addEventListener('abort', () => {
        request.abort()
        reject(new DOMException('', 'AbortError'))
      })
      const body = new FormData()
      body.append('file', file)
      request.send(body)
    })
