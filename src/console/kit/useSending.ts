/** Files on their way to the server: how far each is, what failed, and what arrived. */
import { useEffect, useRef, useState } from 'react'
import { sendTo, type SendFile, type UploadedFile } from '#console/kit/sendTo.ts'
import { toast } from '#console/kit/toast.ts'

export type Sending = { key: number; file: File; share: number; failed: boolean; control: AbortController }

export const useSending = (send: string | SendFile, onArrived: (file: UploadedFile) => void) => {
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
    const how = typeof send === 'string' ? sendTo(send) : send
    how(one.file, share => patch(one.key, { share }), one.control.signal).then(
      done => {
        drop(one.key)
        onArrived(done)
        toast.ok(['上传成功', 'Uploaded'])
      },
      (reason: unknown) => {
        if (one.control.signal.aborted) return
        const why = reason instanceof Error ? reason.message : ''
        patch(one.key, { failed: true })
        toast.error(why ? [`上传失败：${why}`, `Upload failed: ${why}`] : ['上传失败', 'Upload failed'])
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
        failed: false,
        control: new AbortController(),
      }))
      setSending(list => [...list, ...added])
      for (const one of added) start(one)
    },
    again: (one: Sending): void => {
      patch(one.key, { failed: false, share: 0 })
      start(one)
    },
    cancel: (one: Sending): void => {
      one.control.abort()
      drop(one.key)
    },
  }
}
