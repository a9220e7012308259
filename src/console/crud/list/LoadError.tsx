/** Shown instead of rows that could not be fetched: the reason, and a button to try again. */
import { loadErrorOf } from '#console/crud/list/listState.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'

export const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState {...loadErrorOf(error)} onRetry={onRetry} />
)

/** Shown for a page whose noun, lens or class the console does not have. */
export const NoDefinition = () => <ErrorState title={['页面定义缺失', 'This page has no definition']} />
