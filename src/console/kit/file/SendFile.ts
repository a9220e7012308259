/** The upload function that the file widgets receive from the application, and its result. */
export type UploadedFile = { id: string; name: string; url?: string; sizeBytes?: number }
/** Rejects with an Error whose message is the reason to display, or '' if none is known. `shown` on the error means it was already displayed. */
export type SendFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedFile>
