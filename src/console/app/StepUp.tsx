/** Asks for a new proof of identity before a sensitive action; the refused call is then repeated. */
import { useSyncExternalStore } from 'react'
import { loadPage } from '#console/app/loadPage.ts'
import { setRequestHost } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const ProofDialog = lazy(() => loadPage(async () => (await import('#console/app/ProofDialog.tsx')).ProofDialog))

type Asked = { ways: readonly string[]; answer: (proved: boolean) => void }
let asked: Asked | undefined
let running: Promise<boolean> | undefined
const listeners = new Set<() => void>()
const change = (next: Asked | undefined): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** Calls that need a proof at the same time wait for the same one. */
const prove = (ways: readonly string[]): Promise<boolean> => {
  running ??= new Promise<boolean>(resolve => change({ ways, answer: resolve })).finally(() => {
    running = undefined
    change(undefined)
  })
  return running
}
setRequestHost({ proof: prove })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const StepUp = () => {
  const now = useSyncExternalStore(subscribe, () => asked)
  return now ? <ProofDialog {...now} /> : null
}
