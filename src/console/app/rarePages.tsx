/** Rarely shown pages, loaded when they are needed. */
import { loadPage } from '#console/app/loadPage.ts'
import { Waiting } from '#console/app/Waiting.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'

const LazyNotFound = lazy(() => loadPage(async () => (await import('#console/app/NotFound.tsx')).NotFound))
const LazyNotYet = lazy(() => loadPage(async () => (await import('#console/app/NotYet.tsx')).NotYet))

export const NotFound = () => (
  <WhileLoading show={<Waiting />}>
    <LazyNotFound />
  </WhileLoading>
)
export const NotYet = ({ path }: { path: string }) => (
  <WhileLoading show={<Waiting />}>
    <LazyNotYet path={path} />
  </WhileLoading>
)
