/** The rows that were added while the list is shown; they are highlighted once. */
import { useEffect, useRef, useState } from 'react'

const GLOW_MS = 1500

/** `key` identifies page and filters, because the rows of another page are not new ones. */
export const useFresh = (rows: readonly { id: string }[], key: string): ReadonlySet<string> => {
  const known = useRef<{ key: string; ids: ReadonlySet<string> }>(undefined)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ids = new Set(rows.map(row => row.id))
    const before = known.current
    if (rows.length) known.current = { key, ids }
    if (!before || before.key !== key) return
    const came = rows.filter(row => !before.ids.has(row.id)).map(row => row.id)
    if (!came.length) return
    setFresh(new Set(came))
    const timer = setTimeout(() => setFresh(new Set()), GLOW_MS)
    return () => clearTimeout(timer)
  }, [rows, key])
  return fresh
}
