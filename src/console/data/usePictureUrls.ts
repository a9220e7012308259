/** Several pictures that need a session; each appears when it is loaded. */
import { useEffect, useState } from 'react'
import { retainPictureUrl } from '#console/data/usePictureUrl.ts'

/** The object URLs of the files that are there, by their ids. */
export function usePictureUrls(ids: readonly string[]): ReadonlyMap<string, string> {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = ids.join(',')
  useEffect(() => {
    setUrls(new Map())
    const ends = [...new Set(asked.split(',').filter(Boolean))].map(id =>
      retainPictureUrl(id, url => setUrls(known => new Map(known).set(id, url))),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [asked])
  return urls
}
