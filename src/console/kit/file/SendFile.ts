/** How a file is sent, and what is known of it afterwards: what the widgets of files need of the application. */
export type UploadedFile = { id: string; name: string; url?: string; sizeBytes?: number }
/** Rejects with an Error whose message is the reason for the person, or '' where none is known; `shown` says that they have read it. */
export type SendFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedFile>
