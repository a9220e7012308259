/** A picture that needs a session: fetched with the token, kept in memory while a component shows it. */
import { useEffect, useState } from 'react'
import { fetchBlob } from '#console/data/request.ts'

const shown = new Map<string, { url: Promise<string>; users: number }>()

const fetchUrl = async (id: string): Promise<string> =>
  URL.createObjectURL(await fetchBlob(`/api/admin/sys-file/${id}`))

/** Loads the picture, or shares one that is loaded, and passes its URL to `found`. The returned function releases it. */
export function retainPictureUrl(id: string, found: (url: string) => void): () => void {
  const entry = shown.get(id) ?? { url: fetchUrl(id), users: 0 }
  entry.users += 1
  shown.set(id, entry)
  let gone = false
  entry.url.then(
    url => {
      if (!gone) found(url)
    },
    () => shown.delete(id),
  )
  return () => {
    gone = true
    entry.users -= 1
    // A list that is rendered again requests the same picture at once, so an unused one is dropped only after a delay.
    setTimeout(() => {
      if (entry.users > 0 || shown.get(id) !== entry) return
      shown.delete(id)
      entry.url.then(
        url => URL.revokeObjectURL(url),
        () => {},
      )
    }, 10_000)
  }
}

/** The object URL of a file, or undefined while it is loading. */
export function usePictureUrl(id: string | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    setUrl(undefined)
    return id ? retainPictureUrl(id, setUrl) : undefined
  }, [id])
  return url
}
