/** Rarely shown pages, loaded when they are needed. */
import { lazy, Suspense } from 'react'
import { loadPage } from '#console/app/loadPage.ts'
import { Waiting } from '#console/app/Waiting.tsx'

const LazyNotFound = lazy(() =>
  loadPage(async () => ({ default: (await import('#console/app/NotFound.tsx')).NotFound })),
)
const LazyNotYet = lazy(() => loadPage(async () => ({ default: (await import('#console/app/NotYet.tsx')).NotYet })))

export const NotFound = () => (
  <Suspense fallback={<Waiting />}>
    <LazyNotFound />
  </Suspense>
)
export const NotYet = ({ path }: { path: string }) => (
  <Suspense fallback={<Waiting />}>
    <LazyNotYet path={path} />
  </Suspense>
)
