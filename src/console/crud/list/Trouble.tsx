/** Why there is nothing to show, said in place of it, with the way to try again. */
import { troubleOf } from '#console/crud/list/listState.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'

export const Trouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState {...troubleOf(error)} onRetry={onRetry} />
)
