/** Asks who it is once more before something that costs dearly; the call that was refused then goes on. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadPage } from '#console/app/loadPage.ts'
import { setRequestHost } from '#console/data/request.ts'

const ProofDialog = lazy(() =>
  loadPage(async () => ({ default: (await import('#console/app/ProofDialog.tsx')).ProofDialog })),
)

type Asked = { ways: readonly string[]; answer: (proved: boolean) => void }
let asked: Asked | undefined
let running: Promise<boolean> | undefined
const listeners = new Set<() => void>()
const change = (next: Asked | undefined): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** Of calls that ask at the same time all wait for one answer. */
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
  return now ? (
    <Suspense>
      <ProofDialog {...now} />
    </Suspense>
  ) : null
}
