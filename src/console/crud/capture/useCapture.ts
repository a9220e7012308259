/** One picture taken by a device, from the request to its end. One that is not used is discarded when the next begins, or its dialog closes. */
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { useLive } from '#console/data/live.ts'
import { del, get, post } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

interface Begun {
  id: string
  /** How long the device waits for the person. */
  waitS: number
  /** How long its answer counts. */
  answerS: number
  atMs: number
}
interface Shown {
  state: 'waiting' | 'taken' | 'failed'
  file: string | null
  problem: Text | null
}
export type Capture =
  | { state: 'none' | 'asking' }
  | { state: 'waiting'; atMs: number; waitS: number }
  | { state: 'taken'; file: string }
  | { state: 'failed'; problem: Words }

const captureOf = (
  begun: Begun | undefined,
  shown: Shown | undefined,
  asking: boolean,
  refused: Words | undefined,
): Capture => {
  const problem = refused ?? shown?.problem
  if (problem) return { state: 'failed', problem }
  if (shown?.file) return { state: 'taken', file: shown.file }
  if (begun) return { state: 'waiting', atMs: begun.atMs, waitS: begun.waitS }
  return { state: asking ? 'asking' : 'none' }
}

const LATER_MS = 500
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** How far it is, as the server says: asked at first, when the device has answered, and when the time for that is over. */
const useShown = (path: string, begun: Begun | undefined): Shown | undefined => {
  const { data, refetch } = useQuery({
    queryKey: [path, begun?.id],
    queryFn: ({ signal }) => get<Shown>(`${path}/${begun!.id}`, undefined, { quiet: true, signal }),
    enabled: begun !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const look = (): void => {
    if (begun) void refetch()
  }
  const live = useLive({ type: 'portrait' }, look)
  // The device may have answered before the stream was there.
  useEffect(() => {
    if (live === 'live') look()
  }, [live])
  useEffect(() => {
    if (!begun) return
    const timer = setTimeout(look, begun.answerS * 1000 + LATER_MS)
    return () => clearTimeout(timer)
  }, [begun])
  return data
}

/** The request that is neither used nor discarded; it is discarded with the component. */
const useOpenRequest = (path: string) => {
  const open = useRef<string>(undefined)
  const gone = useRef(false)
  const discard = (): void => {
    const id = open.current
    open.current = undefined
    // What stays for want of an answer is removed by the server minutes later.
    if (id) del(`${path}/${id}`, { quiet: true, keepalive: true }).catch(() => {})
  }
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      discard()
    }
  }, [])
  const set = (id: string): void => {
    open.current = id
    if (gone.current) discard()
  }
  return { open, set, discard }
}

export const useCapture = (path: string) => {
  const [begun, setBegun] = useState<Begun>()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Words>()
  const request = useOpenRequest(path)
  const shown = useShown(path, begun)
  const begin = async (deviceId: string): Promise<void> => {
    request.discard()
    setBegun(undefined)
    setRefused(undefined)
    setAsking(true)
    try {
      const asked = await post<Omit<Begun, 'atMs'>>(path, { deviceId }, { quiet: true })
      request.set(asked.id)
      setBegun({ ...asked, atMs: Date.now() })
    } catch (error) {
      setRefused(reasonOf(error))
    } finally {
      setAsking(false)
    }
  }
  /** Resolves with the file, or undefined when it was refused. */
  const use = async (): Promise<string | undefined> => {
    try {
      const { id } = await post<{ id: string }>(`${path}/${request.open.current}/use`, {}, { quiet: true })
      request.open.current = undefined
      return id
    } catch (error) {
      setRefused(reasonOf(error))
      return undefined
    }
  }
  return { capture: captureOf(begun, shown, asking, refused), begin, use }
}
