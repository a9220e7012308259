/** Uploads in progress: the progress of each file, and the reason of each failure. Completed uploads are passed to the caller. */
import { useEffect, useRef, useState } from 'react'
import { UPLOAD_FAILED } from '#base/dialogTexts.ts'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { toast } from '#console/kit/overlay/toast.ts'

export type Sending = {
  key: number
  file: File
  share: number
  /** Why the upload failed; '' when no reason is known. */
  failed: string | undefined
  control: AbortController
}

export const useSending = (send: SendFile, onArrived: (file: UploadedFile) => void) => {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const nextKey = useRef(0)
  const inFlight = useRef(sending)
  inFlight.current = sending
  useEffect(
    () => () => {
      for (const one of inFlight.current) one.control.abort()
    },
    [],
  )
  const patch = (key: number, change: Partial<Sending>): void =>
    setSending(list => list.map(one => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: number): void => setSending(list => list.filter(one => one.key !== key))

  const start = (one: Sending): void => {
    send(one.file, share => patch(one.key, { share }), one.control.signal).then(
      done => {
        drop(one.key)
        onArrived(done)
        toast.ok(['上传成功', 'Uploaded'])
      },
      (reason: unknown) => {
        if (one.control.signal.aborted) return
        const why = reason instanceof Error ? reason.message : ''
        patch(one.key, { failed: why })
        if (!(reason as { shown?: boolean }).shown)
          toast.error(why ? [`上传失败：${why}`, `Upload failed: ${why}`] : UPLOAD_FAILED)
      },
    )
  }
  return {
    sending,
    add: (files: readonly File[]): void => {
      const added = files.map((file): Sending => ({
        key: nextKey.current++,
        file,
        share: 0,
        failed: undefined,
        control: new AbortController(),
      }))
      setSending(list => [...list, ...added])
      for (const one of added) start(one)
    },
    again: (one: Sending): void => {
      patch(one.key, { failed: undefined, share: 0 })
      start(one)
    },
    cancel: (one: Sending): void => {
      one.control.abort()
      drop(one.key)
    },
  }
}
